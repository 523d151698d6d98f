#include "service/server/server.h"

#include <grpc/grpc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/impl/service_type.h"
#include "grpcpp/resource_quota.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "service/access/access.h"
#include "service/server/address.h"
#include "service/server/analysis_service.h"
#include "service/server/call_scope.h"
#include "service/server/file_watch.h"
#include "service/server/http.h"
#include "service/server/rules_service.h"
#include "service/server/server_limits.h"
#include "service/server/table_store.h"
#include "service/server/version.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr char kLivenessName[] = "arbiter.v1.liveness";
constexpr milliseconds kPollInterval(5);
// Watch streams of the health service never end by themselves: so long after
// the last call of ours they are cut.
constexpr milliseconds kIdleBeforeCut(300);

void EnablePlugins() {
  static const bool enabled = [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    return true;
  }();
  static_cast<void>(enabled);
}

std::string WithPort(Address address, int port) {
  address.port = port;
  return address.Text();
}

// An analysis can't have more threads than there are for all of them.
ServerConfig WithThreadsThatExist(ServerConfig config) {
  config.limits.max_analysis_threads = std::min(
      config.limits.max_analysis_threads, static_cast<uint32_t>(config.limits.analysis_threads));
  return config;
}

void LogReload(const std::string& what, const absl::Status& status, Logger* log) {
  if (status.ok()) {
    log->Write(LogLine(LogLevel::kInfo, "reloaded").Add("what", what));
  } else {
    log->Write(LogLine(LogLevel::kError, "can't reload; what was read before stays in use")
                   .Add("what", what)
                   .Add("cause", std::string(status.message())));
  }
}

constexpr size_t MegaBytes(uint32_t count) { return size_t{count} << 20; }

class ServerImpl final : public Server {
 public:
  ServerImpl(const ServerConfig& config, Logger* log)
      : config_(WithThreadsThatExist(config)),
        metrics_(kVersion),
        pool_(config.limits.work_threads, config.limits.work_queue),
        analysis_pool_(config.limits.analysis_threads, config.limits.analysis_queue,
                       WorkPool::Priority::kBackground),
        tables_(config.limits.analysis_threads * MegaBytes(config.limits.hash_mb) +
                    MegaBytes(config.limits.max_hash_mb),
                MegaBytes(config.limits.hash_mb)),
        access_(AccessFilesOf(config.security)),
        environment_{config_.limits, *log,   metrics_,     pool_,  analysis_pool_,
                     tables_,        drain_, request_ids_, access_},
        rules_(MakeRulesService(&environment_)),
        analysis_(MakeAnalysisService(&environment_)),
        watch_([log](const std::string& what, const absl::Status& status) {
          LogReload(what, status, log);
        }) {}

  ~ServerImpl() override { Shutdown(); }

  // Answers what went wrong. Destroyed only, after an error.
  absl::Status Listen() {
    if (absl::Status status = OpenAccess(); !status.ok()) return status;
    if (!config_.metrics_listen.empty()) {
      auto http = HttpServer::Start(
          config_.metrics_listen,
          {.metrics = [this] { return MetricsText(); }, .ready = [this] { return ready_.load(); }});
      if (!http.ok()) return http.status();
      http_ = *std::move(http);
    }
    grpc::ServerBuilder builder;
    SetServerLimits(config_.limits, &builder);
    builder.AddListeningPort(config_.listen, grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(rules_.get());
    builder.RegisterService(analysis_.get());
    grpc_ = builder.BuildAndStart();
    if (grpc_ == nullptr) {
      return absl::UnavailableError(absl::StrCat("can't serve gRPC on ", config_.listen,
                                                 ": in use, or no address of this machine"));
    }
    grpc_->GetHealthCheckService()->SetServingStatus(kRulesServiceName, true);
    grpc_->GetHealthCheckService()->SetServingStatus(kAnalysisServiceName, true);
    grpc_->GetHealthCheckService()->SetServingStatus(kLivenessName, true);
    ready_ = true;
    return absl::OkStatus();
  }

  std::string listen() const override { return WithPort(*ParseAddress(config_.listen), port_); }

  std::string metrics_listen() const override {
    if (http_ == nullptr) return "";
    return WithPort(*ParseAddress(config_.metrics_listen), http_->port());
  }

  void Reload(const ServerConfig& config) override {
    environment_.log.set_level(config.log_level);
    watch_.ReloadAll();
  }

  void Shutdown() override {
    if (grpc_ == nullptr || std::exchange(shut_down_, true)) return;
    BeginDrain();
    std::this_thread::sleep_for(milliseconds(config_.drain_delay_ms));
    const milliseconds grace(config_.grace_period_ms);
    // Time to end in good order.
    const milliseconds reserve = std::min(grace / 5, milliseconds(1000));
    const Clock::time_point stop_work = Clock::now() + grace - reserve;
    drain_.Begin();
    const auto cut = std::chrono::system_clock::now() + grace - reserve / 2;
    std::future<void> ended = std::async(std::launch::async, [&] { grpc_->Shutdown(cut); });
    WaitForEnd(ended, stop_work);
  }

 private:
  // Reads who may call, and again when that changes.
  absl::Status OpenAccess() {
    if (absl::Status status = access_.LoadApiKeys(); !status.ok()) return status;
    if (absl::Status status = access_.LoadJwtKeys(); !status.ok()) return status;
    const SecurityConfig& files = config_.security;
    if (!files.api_keys.empty()) {
      watch_.Add("api_keys", {files.api_keys}, [this] { return access_.LoadApiKeys(); });
    }
    if (!files.jwt_keys.empty()) {
      watch_.Add("jwt_keys", {files.jwt_keys}, [this] { return access_.LoadJwtKeys(); });
    }
    return absl::OkStatus();
  }

  // Health NOT_SERVING and `/readyz` 503, calls still served.
  void BeginDrain() {
    ready_ = false;
    grpc_->GetHealthCheckService()->SetServingStatus("", false);
    grpc_->GetHealthCheckService()->SetServingStatus(kRulesServiceName, false);
    grpc_->GetHealthCheckService()->SetServingStatus(kAnalysisServiceName, false);
  }

  void WaitForEnd(const std::future<void>& ended, Clock::time_point stop_work) {
    Clock::time_point last_busy = Clock::now();
    bool cut = false;
    while (ended.wait_for(kPollInterval) != std::future_status::ready) {
      const Clock::time_point now = Clock::now();
      if (now >= stop_work) drain_.StopWork();
      if (metrics_.in_flight().Value() > 0) last_busy = now;
      if (!cut && now - last_busy >= kIdleBeforeCut) {
        cut = true;
        grpc_server_cancel_all_calls(grpc_->c_server());
      }
    }
  }

  std::string MetricsText() {
    metrics_.work_queue().Set(static_cast<double>(pool_.queued()));
    metrics_.analysis_queue().Set(static_cast<double>(analysis_pool_.queued()));
    metrics_.analyses_running().Set(static_cast<double>(analysis_pool_.running()));
    return metrics_.Text();
  }

  const ServerConfig config_;
  Metrics metrics_;
  Drain drain_;
  RequestIds request_ids_;
  WorkPool pool_;
  WorkPool analysis_pool_;
  TableStore tables_;
  Access access_;
  const CallEnvironment environment_;
  const std::unique_ptr<grpc::Service> rules_;
  const std::unique_ptr<grpc::Service> analysis_;
  std::atomic<bool> ready_ = false;
  bool shut_down_ = false;
  int port_ = 0;
  std::unique_ptr<HttpServer> http_;
  std::unique_ptr<grpc::Server> grpc_;
  // Last: it ends before what it reloads.
  FileWatch watch_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerConfig& config, Logger* log) {
  EnablePlugins();
  auto server = std::make_unique<ServerImpl>(config, log);
  if (absl::Status status = server->Listen(); !status.ok()) return status;
  return server;
}

}  // namespace arbiter
