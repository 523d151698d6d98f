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

// Which services serve, as gRPC's health service tells it. The empty name stands for the whole
// server. Thread-safe.
class Health {
 public:
  void Set(const std::string& service, bool serving) {
    const std::lock_guard lock(mutex_);
    serving_[service] = serving;
  }

  // std::nullopt for an unknown service.
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

// grpc.health.v1.Health/Check: answered by the thread of the queue, without waiting for anything.
class HealthCheck final : public PublicCall {
 public:
  HealthCheck(const CallEnvironment* environment, const MethodMetrics* method, const Health* health,
              std::unique_ptr<Rpc> rpc);

  // Begins a call. The first three outlive it.
  static void Start(const CallEnvironment* environment, const MethodMetrics* method,
                    const Health* health, std::unique_ptr<Rpc> rpc);

  void OnRead(bool has_message) override;
  void OnWritten(bool /*ok*/) override {}
  void OnCancelled() override {}
  void OnTick(Time now) override;

 private:
  const Health* const health_;
};

// grpc.health.v1.Health/Watch: tells every change within RpcQueue::kTick. Ends CANCELLED when the
// server shuts down, after it has told that it does not serve any more.
class HealthWatch final : public PublicCall {
 public:
  HealthWatch(const CallEnvironment* environment, const MethodMetrics* method, const Health* health,
              std::unique_ptr<Rpc> rpc);

  // Begins a call. The first three outlive it.
  static void Start(const CallEnvironment* environment, const MethodMetrics* method,
                    const Health* health, std::unique_ptr<Rpc> rpc);

  void OnRead(bool has_message) override;
  void OnWritten(bool ok) override;
  void OnCancelled() override;
  void OnTick(Time now) override;

 private:
  // Tells the status if it is not what was told last.
  void Tell();

  const Health* const health_;
  const MethodMetrics* const method_;
  // std::nullopt until the request is there.
  std::optional<std::string> service_;
  // A ServingStatus.
  std::optional<int> told_;
  bool writing_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_HEALTH_H_
