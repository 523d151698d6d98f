#ifndef ARBITER_SERVICE_CALLS_HEALTH_H_
#define ARBITER_SERVICE_CALLS_HEALTH_H_

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "service/calls/public_call.h"

namespace arbiter {

// The services, and whether each of them is serving, as gRPC's health service reports it. The empty
// name stands for the whole server. Thread-safe.
class Health {
 public:
  void Set(const std::string& service, bool serving) {
    const std::lock_guard lock(mutex_);
    serving_[service] = serving;
  }

  // Whether the service is serving; std::nullopt if it is unknown.
  std::optional<bool> IsServing(std::string_view service) const {
    const std::lock_guard lock(mutex_);
    const auto found = serving_.find(service);
    if (found == serving_.end()) return std::nullopt;
    return found->second;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, bool, std::less<>> serving_;
};

// A call of grpc.health.v1.Health/Check, which the queue's thread answers at once.
class HealthCheck final : public PublicCall {
 public:
  HealthCheck(const CallEnvironment* environment, MethodMetrics* method, const Health* health,
              std::unique_ptr<Rpc> rpc);

  // Begins a call. `environment`, `method` and `health` must outlive it.
  static void Start(const CallEnvironment* environment, MethodMetrics* method, const Health* health,
                    std::unique_ptr<Rpc> rpc);

  void OnReadDone(bool has_message) override;
  void OnWriteDone(bool /*ok*/) override {}
  void OnCancel() override {}
  void OnTick(Time now) override;

 private:
  const Health* const health_;
};

// A call of grpc.health.v1.Health/Watch, which reports every change within Rpc::kTick. When
// the server shuts down, it reports NOT_SERVING and then ends with CANCELLED.
class HealthWatch final : public PublicCall {
 public:
  HealthWatch(const CallEnvironment* environment, MethodMetrics* method, const Health* health,
              std::unique_ptr<Rpc> rpc);

  // Begins a call. `environment`, `method` and `health` must outlive it.
  static void Start(const CallEnvironment* environment, MethodMetrics* method, const Health* health,
                    std::unique_ptr<Rpc> rpc);

  void OnReadDone(bool has_message) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnTick(Time now) override;

 private:
  // Sends the status if it has changed and no write is pending.
  void WriteStatus();

  const Health* const health_;
  MethodMetrics* const method_;
  // The watched service; std::nullopt until the request has arrived.
  std::optional<std::string> service_;
  // The ServingStatus that was sent last; std::nullopt if none has been sent.
  std::optional<int> last_sent_;
  bool writing_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_HEALTH_H_
