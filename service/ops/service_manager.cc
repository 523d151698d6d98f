#include "service/ops/service_manager.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"
#include "service/net/address.h"
#include "service/net/fd.h"

namespace arbiter {
namespace {

using std::chrono::microseconds;

// Returns the watchdog interval of this process, or zero if the service manager requests none.
absl::StatusOr<microseconds> WatchdogInterval(const Environment& environment) {
  const char* interval = environment("WATCHDOG_USEC");
  if (interval == nullptr) return microseconds::zero();
  uint32_t pid = 0;
  const char* watched = environment("WATCHDOG_PID");
  if (watched != nullptr && !absl::SimpleAtoi(watched, &pid)) {
    return absl::InvalidArgumentError(
        absl::StrCat("WATCHDOG_PID: '", watched, "' is not a process id"));
  }
  // The watchdog is meant for another process, usually the parent.
  if (watched != nullptr && pid != static_cast<uint32_t>(getpid())) return microseconds::zero();
  int64_t count = 0;
  if (!absl::SimpleAtoi(interval, &count) || count <= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("WATCHDOG_USEC: '", interval, "' is not a number of microseconds above 0"));
  }
  return microseconds(count);
}

absl::StatusOr<std::string> SocketName(const Environment& environment) {
  const char* name = environment("NOTIFY_SOCKET");
  if (name == nullptr || *name == '\0') return std::string();
  if (*name != '/' && *name != '@') {
    return absl::InvalidArgumentError(absl::StrCat(
        "NOTIFY_SOCKET: '", name, "' is neither an absolute path nor @ followed by a name"));
  }
  if (!SocketAddress::FitsUnix(name)) {
    return absl::InvalidArgumentError("NOTIFY_SOCKET: the path is too long");
  }
  return std::string(name);
}

SocketAddress ToAddress(std::string_view name) {
  const bool abstract = name.starts_with('@');
  return SocketAddress::Unix(name.substr(abstract ? 1 : 0), abstract);
}

}  // namespace

absl::StatusOr<std::unique_ptr<ServiceManager>> ServiceManager::Connect(
    const Environment& environment) {
  ARBITER_ASSIGN_OR_RETURN(std::string name, SocketName(environment));
  ARBITER_ASSIGN_OR_RETURN(const microseconds interval, WatchdogInterval(environment));
  return std::unique_ptr<ServiceManager>(new ServiceManager(std::move(name), interval));
}

ServiceManager::ServiceManager(std::string socket_name, microseconds watchdog_interval)
    : socket_name_(std::move(socket_name)), watchdog_interval_(watchdog_interval) {}

ServiceManager::~ServiceManager() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  ended_.notify_all();
  if (watchdog_.joinable()) watchdog_.join();
}

void ServiceManager::ReportReady(Liveness is_alive) {
  Send("READY=1");
  if (socket_name_.empty() || watchdog_interval_ == microseconds::zero()) return;
  watchdog_ = std::thread([this, is_alive = std::move(is_alive)] { RunWatchdog(is_alive); });
}

void ServiceManager::ReportStopping() { Send("STOPPING=1"); }

void ServiceManager::RunWatchdog(const Liveness& is_alive) {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    lock.unlock();
    if (is_alive()) Send("WATCHDOG=1");
    lock.lock();
    ended_.wait_for(lock, watchdog_interval_ / 4, [this] { return ending_; });
  }
}

void ServiceManager::Send(std::string_view report) const {
  if (socket_name_.empty()) return;
  const Fd fd(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  SocketAddress address = ToAddress(socket_name_);
  sendto(fd.get(), report.data(), report.size(), MSG_NOSIGNAL, address.get(), address.length);
}

}  // namespace arbiter
