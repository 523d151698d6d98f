#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "service/grpc/library_log.h"
#include "service/ops/config.h"
#include "service/ops/log.h"
#include "service/ops/service_manager.h"
#include "service/server.h"

namespace arbiter {
namespace {

constexpr int kFailed = 1;

// Blocks SIGTERM, SIGINT and SIGHUP and returns them. Called before any thread starts, so that
// every thread inherits the mask and the signals go to sigwait().
sigset_t BlockSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// Starts a thread that ends the process on a second signal, or if Shutdown() takes too long.
void WatchShutdown(sigset_t signals, const ServerConfig& config, Logger* log) {
  sigdelset(&signals, SIGHUP);
  std::thread([signals, log, ms = config.drain_delay_ms + config.grace_period_ms] {
    const timespec limit = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1'000'000L};
    const bool second_signal = sigtimedwait(&signals, nullptr, &limit) > 0;
    log->Write(LogLine(LogLevel::kError, "exiting without waiting for running calls")
                   .Add("cause", second_signal ? "second signal" : "grace period over"));
    log->Flush(std::chrono::milliseconds(100));
    _exit(kFailed);
  }).detach();
}

// Says which calls have a line in the log.
std::string CallsLoggedText(const ServerConfig& config) {
  if (config.log_level < LogLevel::kInfo) return "only faults of the server; see --log-level";
  if (config.log_sample == 1) return "all";
  return absl::StrCat("failures, those of ", config.log_slow_ms, " ms and more, and ",
                      config.log_sample * 100, " % of the others; --log-sample 1 logs all");
}

using ReadSettings = std::function<std::variant<ServerConfig, EarlyExit>()>;

void Reload(const ReadSettings& read, Server* server, const LibraryLog& library_log, Logger* log) {
  const auto config = read();
  if (const auto* exit = std::get_if<EarlyExit>(&config)) {
    log->Write(
        LogLine(LogLevel::kError, "cannot reload the settings; the previous ones stay in use")
            .Add("cause", exit->text));
    server->Reload(absl::InvalidArgumentError(exit->text));
    return;
  }
  server->Reload(std::get<ServerConfig>(config));
  library_log.UpdateLevel();
  log->Write(LogLine(LogLevel::kInfo, "settings reloaded")
                 .Add("calls_logged", CallsLoggedText(std::get<ServerConfig>(config))));
}

// Serves until a signal ends the process. Returns only if the server cannot start.
int Serve(const ServerConfig& config, const sigset_t& signals, const ReadSettings& read) {
  // Debian's Abseil maintains a lock graph for deadlock detection, which costs time at every lock
  // that gRPC takes.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  Logger log(STDERR_FILENO, config.log_level);
  const LibraryLog library_log(&log);
  auto manager = ServiceManager::Connect([](const char* name) { return getenv(name); });
  if (!manager.ok()) {
    log.Write(LogLine(LogLevel::kError, "cannot start")
                  .Add("cause", std::string(manager.status().message())));
    return kFailed;
  }
  auto server = Server::Start(config, &log);
  if (!server.ok()) {
    log.Write(LogLine(LogLevel::kError, "cannot start")
                  .Add("cause", std::string(server.status().message())));
    return kFailed;
  }
  log.Write(LogLine(LogLevel::kInfo, "serving")
                .Add("listen", (*server)->listen())
                .Add("http", (*server)->http_listen())
                .Add("metrics", (*server)->metrics_listen())
                .Add("version", kVersion)
                .Add("calls_logged", CallsLoggedText(config))
                .Add("pid", getpid()));
  (*manager)->ReportReady([&server] { return (*server)->is_alive(); });
  int signal = 0;
  while (sigwait(&signals, &signal) == 0 && signal == SIGHUP) {
    Reload(read, server->get(), library_log, &log);
  }
  (*manager)->ReportStopping();
  log.Write(LogLine(LogLevel::kInfo, "shutting down").Add("signal", strsignal(signal)));
  WatchShutdown(signals, config, &log);
  (*server)->Shutdown();
  log.Write(LogLine(LogLevel::kInfo, "stopped"));
  log.Flush(std::chrono::milliseconds(100));
  // All calls have ended. The HTTP port answers until the very end, so nothing is destroyed.
  _exit(EXIT_SUCCESS);
}

int Main(int argc, char** argv) {
  const ReadSettings read = [arguments = std::vector<std::string>(argv + 1, argv + argc)] {
    return ReadConfig(arguments, [](const char* name) { return getenv(name); });
  };
  const auto config = read();
  if (const auto* exit = std::get_if<EarlyExit>(&config)) {
    fputs(exit->text.c_str(), exit->code == EXIT_SUCCESS ? stdout : stderr);
    return exit->code;
  }
  // A closed standard error must not end the service.
  signal(SIGPIPE, SIG_IGN);
  return Serve(std::get<ServerConfig>(config), BlockSignals(), read);
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) { return arbiter::Main(argc, argv); }
