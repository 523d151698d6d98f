#include "service/server/server.h"

#include <grpc/grpc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <thread>
#include <utility>
#include <vector>

#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/impl/service_type.h"
#include "grpcpp/resource_quota.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "service/access/access.h"
#include "service/server/address.h"
#include "service/server/analysis_service.h"
#include "service/server/call_scope.h"
#include "service/server/entrance.h"
#include "service/server/file_watch.h"
#include "service/server/http.h"
#include "service/server/log_sample.h"
#include "service/server/open_analysis_cache.h"
#include "service/server/process_metrics.h"
#include "service/server/reloads.h"
#include "service/server/rules_service.h"
#include "service/server/server_limits.h"
#include "service/server/snapshot_sealing.h"
#include "service/server/table_store.h"
#include "service/server/version.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr char kConfigName[] = "config";
constexpr char kLivenessName[] = "arbiter.v1.liveness";
constexpr milliseconds kPollInterval(5);
// With clients that do not close their side of a closed connection. Their Watch streams of the
// health service would never end.
constexpr milliseconds kPatience(300);

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

constexpr size_t MegaBytes(uint32_t count) { return size_t{count} << 20; }

class ServerImpl final : public Server {
 public:
  ServerImpl(const ServerConfig& config, std::unique_ptr<SnapshotSealer> sealer, Logger* log)
      : config_(WithThreadsThatExist(config)),
        log_sample_(config.log_sample),
        sealer_(std::move(sealer)),
        metrics_(kVersion),
        cache_(OpenAnalysisCache(config.analysis_cache, &metrics_, log)),
        pool_(config.limits.work_threads, config.limits.work_queue),
        analysis_pool_(config.limits.analysis_threads, config.limits.analysis_queue,
                       WorkPool::Priority::kBackground),
        tables_(config.limits.analysis_threads * MegaBytes(config.limits.hash_mb) +
                    MegaBytes(config.limits.max_hash_mb),
                MegaBytes(config.limits.hash_mb)),
        access_(AccessFilesOf(config.security)),
        environment_{config_.limits, *log,          metrics_,    pool_,        analysis_pool_,
                     tables_,        drain_,        waiting_,    request_ids_, access_,
                     log_sample_,    sealer_.get(), cache_.get()},
        rules_(MakeRulesService(&environment_)),
        analysis_(MakeAnalysisService(&environment_)),
        reloads_(&metrics_.registry(), log),
        watch_([this](const std::string& what, const absl::Status& status) {
          reloads_.Report(what, status);
        }) {}

  ~ServerImpl() override { Shutdown(); }

  // Answers what went wrong. Destroyed only, after an error.
  absl::Status Listen() {
    // Before what they hold is read, so that no change is missed.
    WatchFiles();
    if (absl::Status status = OpenAccess(); !status.ok()) return status;
    auto entrance =
        Entrance::Open(config_, &metrics_.registry(), &environment_.log,
                       {.unreachable = [this] { Die(); },
                        .heap_in_order = [this] { return CacheBytes() + waiting_.in_order(); }});
    if (!entrance.ok()) return entrance.status();
    entrance_ = *std::move(entrance);
    if (!config_.metrics_listen.empty()) {
      auto http = HttpServer::Start(
          config_.metrics_listen,
          {.metrics = [this] { return MetricsText(); }, .ready = [this] { return ready_.load(); }});
      if (!http.ok()) return http.status();
      http_ = *std::move(http);
    }
    grpc::ServerBuilder builder;
    SetServerLimits(config_.limits, &builder);
    entrance_->AddTo(&builder);
    builder.RegisterService(rules_.get());
    builder.RegisterService(analysis_.get());
    grpc_ = builder.BuildAndStart();
    if (grpc_ == nullptr) return absl::UnavailableError("can't start gRPC");
    grpc_->GetHealthCheckService()->SetServingStatus(kRulesServiceName, true);
    grpc_->GetHealthCheckService()->SetServingStatus(kAnalysisServiceName, true);
    grpc_->GetHealthCheckService()->SetServingStatus(kLivenessName, true);
    entrance_->Start();
    watch_.Start();
    ready_ = true;
    return absl::OkStatus();
  }

  std::string listen() const override {
    return WithPort(*ParseAddress(config_.listen), entrance_->port());
  }

  std::string metrics_listen() const override {
    if (http_ == nullptr) return "";
    return WithPort(*ParseAddress(config_.metrics_listen), http_->port());
  }

  void Reload(const absl::StatusOr<ServerConfig>& config) override {
    reloads_.Count(kConfigName, config.ok());
    if (!config.ok()) return;
    environment_.log.set_level(config->log_level);
    log_sample_.set_share(config->log_sample);
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
    const Clock::time_point cut = stop_work + reserve / 2;
    entrance_->Stop();
    drain_.Begin();
    WaitForCalls(stop_work, cut);
    // gRPC would end the calls that come in meanwhile as CANCELLED, which nobody tries again. On a
    // connection that is closed they are UNAVAILABLE.
    entrance_->HalfCloseConnections();
    EndConnections(cut, std::min(kPatience, reserve / 4));
  }

 private:
  // Reads who may call, and what seals snapshots.
  absl::Status OpenAccess() {
    if (absl::Status status = access_.LoadApiKeys(); !status.ok()) return status;
    if (absl::Status status = access_.LoadJwtKeys(); !status.ok()) return status;
    // They may have changed since they were read for the first time, before they were watched.
    if (sealer_ == nullptr) return absl::OkStatus();
    return ReloadSealer(config_.security.snapshot_keys, sealer_.get());
  }

  void WatchFiles() {
    reloads_.Expect(kConfigName);
    const SecurityConfig& files = config_.security;
    Watch("tls", {files.tls_cert, files.tls_key, files.tls_client_ca},
          [this] { return entrance_->ReloadTls(); });
    Watch("snapshot_keys", {files.snapshot_keys},
          [this] { return ReloadSealer(config_.security.snapshot_keys, sealer_.get()); });
    Watch("api_keys", {files.api_keys}, [this] { return access_.LoadApiKeys(); });
    Watch("jwt_keys", {files.jwt_keys}, [this] { return access_.LoadJwtKeys(); });
  }

  // Not where the first file is not used.
  void Watch(const std::string& what, std::vector<std::string> paths, FileWatch::Reload reload) {
    if (paths.front().empty()) return;
    reloads_.Expect(what);
    watch_.Add(what, std::move(paths), std::move(reload));
  }

  // Health NOT_SERVING and `/readyz` 503, calls still served.
  void BeginDrain() {
    ready_ = false;
    entrance_->StopProbing();
    grpc_->GetHealthCheckService()->SetServingStatus("", false);
    grpc_->GetHealthCheckService()->SetServingStatus(kRulesServiceName, false);
    grpc_->GetHealthCheckService()->SetServingStatus(kAnalysisServiceName, false);
  }

  // Until the answers of all calls are sent, those that come in being refused; till `cut` at most.
  // Work is told to end at `stop_work`.
  void WaitForCalls(Clock::time_point stop_work, Clock::time_point cut) {
    while (drain_.has_calls() && Clock::now() < cut) {
      if (Clock::now() >= stop_work) drain_.StopWork();
      std::this_thread::sleep_for(kPollInterval);
    }
    // Time for gRPC to end the last.
    std::this_thread::sleep_for(kPollInterval);
  }

  // Ends gRPC, once the clients have seen that the connections are closed; those that do not
  // look, `patience` later.
  void EndConnections(Clock::time_point cut, milliseconds patience) {
    const auto now = std::chrono::system_clock::now();
    std::future<void> ended =
        std::async(std::launch::async,
                   [this, deadline = now + (cut - Clock::now())] { grpc_->Shutdown(deadline); });
    if (ended.wait_for(patience) != std::future_status::ready) {
      grpc_server_cancel_all_calls(grpc_->c_server());
    }
  }

  // What the cache may fill.
  size_t CacheBytes() const {
    return config_.analysis_cache.store == "memory" ? MegaBytes(config_.analysis_cache.megabytes)
                                                    : 0;
  }

  // Who supervises the process starts it again.
  [[noreturn]] void Die() {
    environment_.log.Write(
        LogLine(LogLevel::kError, "exit, since clients can't reach this process either"));
    environment_.log.Flush(milliseconds(100));
    _exit(EXIT_FAILURE);
  }

  std::string MetricsText() {
    entrance_->UpdateMetrics();
    metrics_.work_queue().Set(static_cast<double>(pool_.queued()));
    metrics_.analysis_queue().Set(static_cast<double>(analysis_pool_.queued()));
    metrics_.analyses_running().Set(static_cast<double>(analysis_pool_.running()));
    std::vector<prometheus::MetricFamily> others = ProcessMetrics();
    others.push_back(CounterFamily("arbiter_log_lines_dropped_total",
                                   "Log lines dropped because nobody read those before them.",
                                   static_cast<double>(environment_.log.dropped())));
    return metrics_.Text(others);
  }

  const ServerConfig config_;
  LogSample log_sample_;
  const std::unique_ptr<SnapshotSealer> sealer_;
  Metrics metrics_;
  const std::unique_ptr<AnalysisCache> cache_;
  Drain drain_;
  WaitingBytes waiting_;
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
  std::unique_ptr<Entrance> entrance_;
  std::unique_ptr<HttpServer> http_;
  std::unique_ptr<grpc::Server> grpc_;
  Reloads reloads_;
  // Last: it ends before what it reloads.
  FileWatch watch_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerConfig& config, Logger* log) {
  EnablePlugins();
  auto sealer = LoadSealer(config.security.snapshot_keys);
  if (!sealer.ok()) return sealer.status();
  auto server = std::make_unique<ServerImpl>(config, *std::move(sealer), log);
  if (absl::Status status = server->Listen(); !status.ok()) return status;
  return server;
}

}  // namespace arbiter
