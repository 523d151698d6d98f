#ifndef ARBITER_SERVICE_OPS_CLIENT_METRICS_H_
#define ARBITER_SERVICE_OPS_CLIENT_METRICS_H_

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
#include "service/access/methods.h"

namespace arbiter {

class Client;
struct MethodMetrics;

inline constexpr int kCodeCount = 17;

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
  // Each client of the key file has series of its own, and so many others have; further ones share
  // those of kOther. No client is called so, or kAnonymous.
  static constexpr size_t kMaxClients = 200;
  static constexpr std::string_view kOther = "other";

  explicit ClientMetrics(prometheus::Registry* registry);

  // Valid as long as this is. Looked up at the client's first call, and remembered in `client`,
  // which may therefore be counted here only.
  ClientCalls& Of(const Client& client);
  ClientCalls& anonymous() { return anonymous_; }

 private:
  ClientCalls& LookUp(const Client& client);

  prometheus::Family<prometheus::Counter>& family_;
  ClientCalls anonymous_;
  ClientCalls other_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<ClientCalls>, std::less<>> clients_;
  // Of clients_, those that no key file had when they came.
  size_t unlisted_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_CLIENT_METRICS_H_
