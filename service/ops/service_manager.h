#ifndef ARBITER_SERVICE_OPS_SERVICE_MANAGER_H_
#define ARBITER_SERVICE_OPS_SERVICE_MANAGER_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "absl/status/statusor.h"
#include "service/ops/config.h"

namespace arbiter {

// Reports the state of the process to the service manager that started it, with the protocol of
// sd_notify(3). The service manager can be systemd, with `Type=notify` and `WatchdogSec`, or
// anything else that sets NOTIFY_SOCKET. Reports are datagrams; one that cannot be sent is dropped,
// because the service manager acts on missing reports. The functions are not thread-safe. The
// watchdog runs on its own thread.
class ServiceManager {
 public:
  // Whether the process makes progress. Called from the watchdog's thread, several times in each
  // watchdog interval; must not block.
  using Liveness = std::function<bool()>;

  // Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID. If NOTIFY_SOCKET is not set, returns a
  // manager whose functions do nothing. Returns INVALID_ARGUMENT with the name of the variable if
  // one of them cannot be used.
  static absl::StatusOr<std::unique_ptr<ServiceManager>> Connect(const Environment& environment);
  // Stops the watchdog.
  ~ServiceManager();
  ServiceManager(const ServiceManager&) = delete;
  ServiceManager& operator=(const ServiceManager&) = delete;

  // Reports that the process is ready to serve. If the service manager requested a watchdog, also
  // starts it: four times per watchdog interval, it reports that the process is alive, provided
  // that `is_alive` returns true. The service manager kills a process that sends no such report for
  // a whole interval. Must be called at most once.
  void ReportReady(Liveness is_alive);
  // Reports that the process is shutting down. The watchdog continues, because a shutdown can hang.
  void ReportStopping();

  // Zero if the service manager requested no watchdog.
  std::chrono::microseconds watchdog_interval() const { return watchdog_interval_; }

 private:
  ServiceManager(std::string socket_name, std::chrono::microseconds watchdog_interval);

  void Send(std::string_view report) const;
  void RunWatchdog(const Liveness& is_alive);

  // A path, or `@` followed by an abstract name; empty if there is no service manager.
  const std::string socket_name_;
  const std::chrono::microseconds watchdog_interval_;

  std::mutex mutex_;
  std::condition_variable ended_;
  bool ending_ = false;
  std::thread watchdog_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_SERVICE_MANAGER_H_
