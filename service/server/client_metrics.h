#ifndef ARBITER_SERVICE_SERVER_CLIENT_METRICS_H_
#define ARBITER_SERVICE_SERVER_CLIENT_METRICS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "prometheus/counter.h"
#include "prometheus/family.h"
#include "prometheus/registry.h"

namespace arbiter {

struct MethodMetrics;

inline constexpr int kCodeCount = 17;
// Methods of all services.
inline constexpr int kMaxMethods = 32;

// The calls of one client by method and code; a series is there from its first call on.
// Thread-safe.
class ClientCalls {
 public:
  ClientCalls(std::string client, prometheus::Family<prometheus::Counter>* family)
      : client_(std::move(client)), family_(*family) {}

  void Count(const MethodMetrics& method, absl::StatusCode code);

 private:
  const std::string client_;
  prometheus::Family<prometheus::Counter>& family_;
  std::array<std::atomic<prometheus::Counter*>, kMaxMethods* kCodeCount> counters_ = {};
};

// arbiter_client_calls_total. Thread-safe.
class ClientMetrics {
 public:
  static constexpr std::string_view kAnonymous = "anonymous";
  // So many clients have series of their own, further ones share those of kOther.
  static constexpr size_t kMaxClients = 200;
  static constexpr std::string_view kOther = "other";

  explicit ClientMetrics(prometheus::Registry* registry);

  // Valid as long as this is: to be looked up once a client, not once a call.
  ClientCalls& Of(std::string_view client);
  // Of(kAnonymous).
  ClientCalls& anonymous() { return anonymous_; }

 private:
  prometheus::Family<prometheus::Counter>& family_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<ClientCalls>, std::less<>> clients_;
  ClientCalls& anonymous_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_CLIENT_METRICS_H_
