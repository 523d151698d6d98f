#include "service/server.h"

#include <grpc/grpc.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "core/base/status_macros.h"
#include "core/search/query.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "service/access/access.h"
#include "service/cache/analysis_cache.h"
#include "service/cache/analysis_mac.h"
#include "service/cache/memory_store.h"
#include "service/cache/redis_store.h"
#include "service/calls/call_environment.h"
#include "service/calls/call_router.h"
#include "service/calls/health.h"
#include "service/grpc/connection_listener.h"
#include "service/grpc/grpc_rpc.h"
#include "service/grpc/server_limits.h"
#include "service/http/http_door.h"
#include "service/jobs/job_call.h"
#include "service/jobs/job_database.h"
#include "service/jobs/job_evaluation.h"
#include "service/jobs/job_methods.h"
#include "service/jobs/job_metrics.h"
#include "service/jobs/job_monitor.h"
#include "service/jobs/job_stream.h"
#include "service/jobs/job_watch.h"
#include "service/jobs/job_worker.h"
#include "service/net/address.h"
#include "service/ops/config_files.h"
#include "service/ops/file_watch.h"
#include "service/ops/http.h"
#include "service/ops/log.h"
#include "service/ops/process.h"
#include "service/ops/table_memory.h"
#include "service/scheduling/overload_manager.h"
#include "service/scheduling/table_cache.h"
#include "service/scheduling/work_review.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr char kConfigName[] = "config";
constexpr char kLivenessName[] = "arbiter.v1.liveness";
constexpr milliseconds kPollInterval(5);
// The index of the door for HTTP among those that were added to the listener.
constexpr size_t kHttpDoor = 0;
// How long to wait for clients to close their side of a half-closed connection.
constexpr milliseconds kCloseTimeout(300);
// A queue whose thread has missed its heartbeat for this long is stuck. High load also delays
// heartbeats, but by far less.
constexpr std::chrono::seconds kStuckThreshold(20);

std::string WithPort(Address address, int port) {
  address.port = port;
  return address.Text();
}

// Limits the threads of one analysis to the number that all analyses share.
ServerConfig ClampAnalysisThreads(ServerConfig config) {
  config.limits.max_analysis_threads = std::min(
      config.limits.max_analysis_threads, static_cast<uint32_t>(config.limits.analysis_threads));
  return config;
}

constexpr size_t MegaBytes(uint32_t count) { return size_t{count} << 20; }

// Returns an object that uses the keys; nullptr if there are none.
template <typename User>
std::unique_ptr<User> WithKeys(const std::vector<SnapshotKey>& keys) {
  return keys.empty() ? nullptr : std::make_unique<User>(keys);
}

std::unique_ptr<AnalysisStore> OpenStore(const AnalysisCacheConfig& config, const AnalysisMac* mac,
                                         Logger* log) {
  const std::optional<RedisAddress> redis = ParseRedisAddress(config.store);
  if (!redis) return std::make_unique<MemoryStore>(MegaBytes(config.megabytes));
  return std::make_unique<RedisStore>(
      *redis, std::chrono::milliseconds(config.timeout_ms), mac, [log](const absl::Status& status) {
        log->Write(LogLine(LogLevel::kError, "the analysis cache is failing")
                       .Add("cause", std::string(status.message())));
      });
}

// Opens the cache that `config` describes; returns nullptr if the cache is disabled. Does not wait
// for Redis. Failures of Redis are logged, and the result of each lookup is counted. `mac`, which
// may be nullptr, `metrics` and `log` must outlive the cache.
std::unique_ptr<AnalysisCache> OpenAnalysisCache(const AnalysisCacheConfig& config,
                                                 const AnalysisMac* mac, Metrics* metrics,
                                                 Logger* log) {
  if (config.store == "none") return nullptr;
  return std::make_unique<AnalysisCache>(
      OpenStore(config, mac, log), kVersion,
      [metrics](CacheResult answer) { metrics->cache_requests(answer).Increment(); });
}

FairScheduler::Options WorkOptions(const Limits& limits) {
  return {.slots = limits.work_threads,
          .max_waiting = static_cast<size_t>(limits.work_queue),
          .max_waiting_bytes = MegaBytes(32),
          .max_held_bytes = MegaBytes(32)};
}

// Returns the number of search threads that jobs may take. Interactive analyses keep a quarter of
// the threads, at least one, unless the server is only a worker.
int JobSlots(const ServerConfig& config) {
  const int threads = config.limits.analysis_threads;
  if (config.jobs.role == JobsConfig::Role::kWorker) return threads;
  return std::max(1, threads - std::max(1, threads / 4));
}

// Returns how much memory the tables of analyses that are never cut short take together.
size_t MaxFixedTables(const ServerConfig& config) { return TableMemory(config.memory) / 2; }

FairScheduler::Options AnalysisOptions(const ServerConfig& config) {
  const Limits& limits = config.limits;
  return {.slots = limits.analysis_threads,
          .max_batch_slots = JobSlots(config),
          .max_waiting = static_cast<size_t>(limits.analysis_queue),
          .priority = FairScheduler::Priority::kBackground,
          .turn = milliseconds(50),
          .first_turn = milliseconds(5),
          .max_held_bytes = TableMemory(config.memory),
          .max_held_slots = 64,
          .max_fixed_bytes = MaxFixedTables(config),
          .min_share = MegaBytes(limits.hash_mb),
          .max_stuck = milliseconds(1000)};
}

class ServerImpl final : public Server {
 public:
  ServerImpl(const ServerConfig& config, const std::vector<SnapshotKey>& snapshot_keys, Logger* log)
      : config_(ClampAnalysisThreads(config)),
        log_(*log),
        log_limit_(log),
        log_sample_(config.log_sample, std::chrono::milliseconds(config.log_slow_ms)),
        sealer_(WithKeys<SnapshotSealer>(snapshot_keys)),
        analysis_mac_(WithKeys<AnalysisMac>(snapshot_keys)),
        metrics_(kVersion),
        cache_(OpenAnalysisCache(config.analysis_cache, analysis_mac_.get(), &metrics_, log)),
        tables_(std::min(config.limits.analysis_threads * MegaBytes(config.limits.hash_mb) +
                             MegaBytes(config.limits.max_hash_mb),
                         TableMemory(config.memory)),
                MegaBytes(config.limits.hash_mb)),
        access_(AccessFilesOf(config.security)),
        work_(WorkOptions(config_.limits)),
        analyses_(AnalysisOptions(config_)),
        reloads_(&metrics_.registry(), log),
        watch_([this](const std::string& what, const absl::Status& status) {
          reloads_.Report(what, status);
        }) {}

  ~ServerImpl() override {
    Shutdown();
    // The overload manager uses the scheduler of long work, which is destroyed before it.
    overload_.reset();
  }

  // Starts everything. After an error, the server can only be destroyed.
  absl::Status Listen() {
    // The files are watched before they are read, so that no change is missed.
    WatchFiles();
    ARBITER_RETURN_IF_ERROR(OpenAccess());
    ARBITER_ASSIGN_OR_RETURN(
        listener_, ConnectionListener::Open(config_, &metrics_.registry(), &log_, &log_limit_,
                                            {.unreachable = [this] { ExitUnreachable(); }}));
    ARBITER_RETURN_IF_ERROR(OpenJobs());
    ARBITER_RETURN_IF_ERROR(StartGrpc());
    ARBITER_RETURN_IF_ERROR(OpenHttpDoor());
    if (!config_.metrics_listen.empty()) {
      ARBITER_ASSIGN_OR_RETURN(
          metrics_server_,
          HttpServer::Start(config_.metrics_listen, {.metrics = [this] { return MetricsText(); },
                                                     .ready = [this] { return ready_.load(); },
                                                     .lack = [this] { return LackOfJobs(); },
                                                     .alive = [this] { return is_alive(); }}));
    }
    listener_->Start();
    watch_.Start();
    if (job_worker_ != nullptr) job_worker_->Start();
    if (worker_database_ != nullptr) {
      job_monitor_ = std::make_unique<JobMonitor>(JobMonitor::Options(), worker_database_.get(),
                                                  &job_metrics_);
    }
    ready_ = true;
    return absl::OkStatus();
  }

  std::string listen() const override {
    return WithPort(*ParseAddress(config_.listen), listener_->port());
  }

  std::string metrics_listen() const override {
    if (metrics_server_ == nullptr) return "";
    return WithPort(*ParseAddress(config_.metrics_listen), metrics_server_->port());
  }

  std::string http_listen() const override {
    if (http_door_ == nullptr) return "";
    return WithPort(*ParseAddress(config_.http_listen), listener_->port(kHttpDoor));
  }

  bool is_alive() const override { return QueueDelay() < kStuckThreshold; }

  void Reload(const absl::StatusOr<ServerConfig>& config) override {
    reloads_.Count(kConfigName, config.ok());
    if (!config.ok()) return;
    log_.set_level(config->log_level);
    log_sample_.Set(config->log_sample, std::chrono::milliseconds(config->log_slow_ms));
    watch_.ReloadAll();
  }

  void Shutdown() override {
    if (grpc_ == nullptr || std::exchange(shut_down_, true)) return;
    const bool has_served = ready_;
    BeginDrain();
    if (has_served) std::this_thread::sleep_for(milliseconds(config_.drain_delay_ms));
    const milliseconds grace(config_.grace_period_ms);
    // The time that is reserved for an orderly end.
    const milliseconds reserve = std::min(grace / 5, milliseconds(1000));
    const Clock::time_point stop_work = Clock::now() + grace - reserve;
    const Clock::time_point cut = stop_work + reserve / 2;
    drain_.Begin();
    // Another worker goes on with the items that are not done.
    if (job_worker_ != nullptr) job_worker_->BeginStop();
    // The listener stays open until the calls have ended, so that health checks are answered: a
    // load balancer may take a server that it cannot connect to for dead, and end the calls that
    // still run here.
    WaitForCalls(stop_work, cut);
    StopJobs(cut);
    listener_->Stop();
    // gRPC would end calls that arrive from now on with CANCELLED, which clients do not retry. On a
    // closed connection they fail with UNAVAILABLE instead.
    listener_->HalfCloseConnections();
    EndConnections(cut, std::min(kCloseTimeout, reserve / 4));
    log_limit_.Report();
  }

 private:
  // Returns by how much the heartbeat of the slowest queue is late.
  std::chrono::nanoseconds QueueDelay() const {
    const Clock::time_point now = Clock::now();
    std::chrono::nanoseconds delay{0};
    for (const auto& queue : queues_) {
      delay = std::max<std::chrono::nanoseconds>(
          delay, now - queue->last_heartbeat() - RpcQueue::kHeartbeat);
    }
    if (http_door_ != nullptr) {
      delay = std::max<std::chrono::nanoseconds>(
          delay, now - http_door_->last_heartbeat() - HttpDoor::kHeartbeat);
    }
    return delay;
  }

  // Reads the keys of callers and the snapshot keys.
  absl::Status OpenAccess() {
    ARBITER_RETURN_IF_ERROR(access_.LoadApiKeys());
    ARBITER_RETURN_IF_ERROR(access_.LoadJwtKeys());
    // The snapshot keys were first read before they were watched, so they may have changed.
    if (sealer_ == nullptr) return absl::OkStatus();
    return ReloadSnapshotKeys();
  }

  absl::Status ReloadSnapshotKeys() {
    ARBITER_ASSIGN_OR_RETURN(const std::vector<SnapshotKey> keys,
                             LoadSnapshotKeys(config_.security.snapshot_keys));
    sealer_->SetKeys(keys);
    analysis_mac_->SetKeys(keys);
    return absl::OkStatus();
  }

  void WatchFiles() {
    reloads_.Expect(kConfigName);
    const SecurityConfig& files = config_.security;
    Watch("tls", {files.tls_cert, files.tls_key, files.tls_client_ca},
          [this] { return listener_->ReloadTls(); });
    Watch("snapshot_keys", {files.snapshot_keys}, [this] { return ReloadSnapshotKeys(); });
    Watch("api_keys", {files.api_keys}, [this] { return access_.LoadApiKeys(); });
    Watch("jwt_keys", {files.jwt_keys}, [this] { return access_.LoadJwtKeys(); });
  }

  void WatchOverload() {
    overload_ = std::make_unique<OverloadManager>(
        OverloadManager::Inputs{
            .connections = &listener_->connections(),
            .shares = &shares_,
            .work = &work_,
            .accounted =
                [this] { return CacheBytes() + buffered_.accounted() + tables_.heap_bytes(); },
            .limit = &HeapLimit},
        &metrics_.registry(), &log_);
  }

  // Starts gRPC with one completion queue, and one thread, for each processor that this process may
  // use.
  absl::Status StartGrpc() {
    grpc::ServerBuilder builder;
    queues_ = AddQueues(&builder, &service_, &listener_->connections(),
                        [this](std::unique_ptr<Rpc> rpc) { router_->Accept(std::move(rpc)); });
    WatchOverload();
    environment_.emplace(CallEnvironment{.limits = config_.limits,
                                         .drain = drain_,
                                         .admission = {.limits = config_.limits,
                                                       .drain = drain_,
                                                       .access = access_,
                                                       .shares = shares_,
                                                       .connections = listener_->connections(),
                                                       .overload = *overload_},
                                         .record = {.log = log_,
                                                    .log_limit = log_limit_,
                                                    .log_sample = log_sample_,
                                                    .metrics = metrics_,
                                                    .request_ids = request_ids_},
                                         .work = {.limits = config_.limits,
                                                  .drain = drain_,
                                                  .log = log_,
                                                  .answers = metrics_.answers(),
                                                  .scheduler = work_,
                                                  .analyses = analyses_,
                                                  .review = review_,
                                                  .tables = tables_,
                                                  .buffered = buffered_,
                                                  .sealer = sealer_.get(),
                                                  .analysis_cache = cache_.get()}});
    router_ = std::make_unique<CallRouter>(&*environment_, &health_);
    AddJobMethods();
    SetServerLimits(config_.limits, &builder);
    // Nothing is ever compressed, and nothing reads gRPC's statistics of calls.
    builder.AddChannelArgument(GRPC_ARG_ENABLE_PER_MESSAGE_COMPRESSION, 0);
    builder.AddChannelArgument(GRPC_ARG_ENABLE_CHANNELZ, 0);
    listener_->AddTo(&builder);
    grpc_ = builder.BuildAndStart();
    if (grpc_ == nullptr) return absl::UnavailableError("cannot start gRPC");
    for (const char* service : {"", kRulesServiceName, kAnalysisServiceName, kLivenessName}) {
      health_.Set(service, true);
    }
    for (const auto& queue : queues_) queue->Start(grpc_->c_server());
    return absl::OkStatus();
  }

  // Opens the database of jobs, if there is one, and makes the worker.
  absl::Status OpenJobs() {
    const JobsConfig& jobs = config_.jobs;
    job_service_.emplace(JobService{.limits = config_.limits,
                                    .is_for_anyone = jobs.are_for_anyone,
                                    .quota = {.max_jobs = jobs.max_per_client,
                                              .max_waiting_items = jobs.max_waiting_items,
                                              .max_bytes = jobs.max_mb_per_client << 20},
                                    .engine_version = std::to_string(kEngineVersion)});
    if (jobs.database.empty()) return absl::OkStatus();
    job_availability_.emplace([this](bool is_available) { ReportJobs(is_available); },
                              &job_metrics_, &log_);
    // The largest message must fit into the queue several times.
    const size_t max_message = static_cast<size_t>(config_.limits.max_message_bytes);
    const JobDatabase::Options options = {
        .postgres = {.url = jobs.database,
                     .password_file = jobs.password_file,
                     .accept_loss = jobs.accept_loss},
        .max_waiting_bytes = std::max(MegaBytes(32), 4 * max_message)};
    job_database_ = std::make_unique<JobDatabase>(options, &*job_availability_, &job_metrics_);
    ARBITER_RETURN_IF_ERROR(job_database_->Check());
    job_database_->Start();
    // What the worker does never waits behind the calls of clients.
    JobDatabase::Options of_worker = options;
    of_worker.connections = jobs.role == JobsConfig::Role::kService ? 1 : 2;
    of_worker.max_running_per_client = static_cast<size_t>(of_worker.connections);
    worker_database_ = std::make_unique<JobDatabase>(of_worker, &*job_availability_, &job_metrics_);
    worker_database_->Start();
    job_watch_ = std::make_unique<JobWatch>(job_database_.get());
    job_service_->database = job_database_.get();
    job_service_->watch = job_watch_.get();
    if (jobs.role == JobsConfig::Role::kService) return absl::OkStatus();
    job_evaluation_.emplace(JobEvaluationResources{.limits = config_.limits,
                                                   .answers = metrics_.answers(),
                                                   .tables = tables_,
                                                   .sealer = sealer_.get(),
                                                   .access = access_});
    job_worker_ = std::make_unique<JobWorker>(
        JobWorker::Options{.name = request_ids_.Choose(""),
                           .slots = static_cast<size_t>(JobSlots(config_)),
                           .max_table_bytes = MaxFixedTables(config_) / 2,
                           .lease = milliseconds(jobs.lease_ms),
                           .on_hang = [this] { EndHungProcess(); }},
        &*job_evaluation_, worker_database_.get(), &analyses_, &job_metrics_, &log_);
    return absl::OkStatus();
  }

  // Takes note of whether the database of jobs can be reached. Everything else is served without
  // it.
  void ReportJobs(bool are_available) {
    const std::lock_guard lock(jobs_mutex_);
    are_jobs_available_ = are_available;
    if (!is_draining_) health_.Set(kJobServiceName, are_available);
  }

  // What /readyz says about jobs.
  std::string LackOfJobs() {
    if (config_.jobs.database.empty()) return "";
    const std::lock_guard lock(jobs_mutex_);
    return are_jobs_available_ ? "" : "but the database of jobs is not available";
  }

  // Gives the chunks of the worker back, no later than `cut`, and ends the use of the database.
  void StopJobs(Clock::time_point cut) {
    if (job_database_ == nullptr) return;
    if (job_worker_ != nullptr) {
      const std::future<void> stopped =
          std::async(std::launch::async, [this] { job_worker_->Stop(); });
      // If the database does not answer, the leases run out by themselves.
      if (stopped.wait_until(cut) != std::future_status::ready) worker_database_->Stop();
      stopped.wait();
    }
    worker_database_->Stop();
    job_database_->Stop();
    job_watch_->Stop();
  }

  void AddJobMethods() {
    for (const JobMethod& method : JobMethods()) {
      MethodMetrics* const metrics =
          metrics_.AddMethod(CallType::kUnary, kJobServiceName, method.name);
      router_->Add(
          kJobServiceName, method.name, [this, &method, metrics](std::unique_ptr<Rpc> rpc) {
            JobCall::Start(&*environment_, &method, metrics, &*job_service_, std::move(rpc));
          });
    }
#define ARBITER_JOB_STREAM_METHOD(name, call, cost)                                          \
  router_->Add(kJobServiceName, #name,                                                       \
               [this, metrics = metrics_.AddMethod(CallType::kServerStream, kJobServiceName, \
                                                   #name)](std::unique_ptr<Rpc> rpc) {       \
                 call::Start(&*environment_, metrics, &*job_service_, std::move(rpc));       \
               });
#include "service/methods.def"
  }

  // Opens the port for calls through HTTP/1.1, if there is one.
  absl::Status OpenHttpDoor() {
    if (config_.http_listen.empty()) return absl::OkStatus();
    const SecurityConfig& security = config_.security;
    std::vector<std::string> origins = absl::StrSplit(config_.http_origins, ',', absl::SkipEmpty());
    const bool has_secrets =
        !security.api_keys.empty() || !security.jwt_keys.empty() || !security.tls_client_ca.empty();
    http_door_ = std::make_unique<HttpDoor>(
        HttpDoor::Options{.site = {.services = {kRulesServiceName, kAnalysisServiceName,
                                                kJobServiceName, kHealthServiceName},
                                   .origins = std::move(origins),
                                   .has_secrets = has_secrets},
                          .tls = listener_->tls()},
        &config_.limits, [this](std::unique_ptr<Rpc> rpc) { router_->Accept(std::move(rpc)); });
    ARBITER_RETURN_IF_ERROR(listener_->AddDoor(config_.http_listen, "HTTP",
                                               [this](int fd, const ConnectionPtr& connection) {
                                                 http_door_->Serve(Fd(fd), connection);
                                               }));
    http_door_->Start();
    return absl::OkStatus();
  }

  // Watches the files, unless the first one is not configured.
  void Watch(const std::string& what, std::vector<std::string> paths, FileWatch::Reload reload) {
    if (paths.front().empty()) return;
    reloads_.Expect(what);
    watch_.Add(what, std::move(paths), std::move(reload));
  }

  // Reports NOT_SERVING, while calls are still served.
  void BeginDrain() {
    ready_ = false;
    // Clients that keep a connection open between requests have to go elsewhere.
    if (http_door_ != nullptr) http_door_->BeginDrain();
    listener_->StopProbing();
    for (const char* service : {"", kRulesServiceName, kAnalysisServiceName}) {
      health_.Set(service, false);
    }
    const std::lock_guard lock(jobs_mutex_);
    is_draining_ = true;
    if (job_database_ != nullptr) health_.Set(kJobServiceName, false);
  }

  // Waits until every call has been answered, but no later than `cut`. Stops running work at
  // `stop_work`.
  void WaitForCalls(Clock::time_point stop_work, Clock::time_point cut) {
    while (drain_.has_calls() && Clock::now() < cut) {
      if (Clock::now() >= stop_work) drain_.StopWork();
      std::this_thread::sleep_for(kPollInterval);
    }
    // gRPC needs a moment to end the last call.
    std::this_thread::sleep_for(kPollInterval);
  }

  // Ends gRPC once the clients have closed their connections, and cancels all calls of clients that
  // have not done so within `timeout`.
  void EndConnections(Clock::time_point cut, milliseconds timeout) {
    const auto now = std::chrono::system_clock::now();
    std::future<void> ended =
        std::async(std::launch::async,
                   [this, deadline = now + (cut - Clock::now())] { grpc_->Shutdown(deadline); });
    if (ended.wait_for(timeout) != std::future_status::ready) {
      grpc_server_cancel_all_calls(grpc_->c_server());
    }
    ended.wait();
    for (const auto& queue : queues_) queue->Shutdown();
    if (http_door_ != nullptr) http_door_->Shutdown();
  }

  // Returns how much memory of this process the cache of analyses may take, in bytes.
  size_t CacheBytes() const {
    return config_.analysis_cache.store == "memory" ? MegaBytes(config_.analysis_cache.megabytes)
                                                    : 0;
  }

  // Ends the process, which its supervisor then restarts.
  [[noreturn]] void ExitUnreachable() {
    log_.Write(LogLine(LogLevel::kError, "exiting because the server cannot reach itself"));
    log_.Flush(milliseconds(100));
    _exit(EXIT_FAILURE);
  }

  // Shuts the process down as a signal does, because nothing else gets a thread back that has hung.
  // Its supervisor then restarts it.
  void EndHungProcess() {
    log_.Write(LogLine(LogLevel::kError, "shutting down because an item of a job has hung"));
    kill(getpid(), SIGTERM);
  }

  std::string MetricsText() {
    listener_->UpdateMetrics();
    metrics_.work_queue().Set(static_cast<double>(work_.waiting()));
    const FairScheduler::Load analyses = analyses_.load();
    metrics_.analysis_queue().Set(static_cast<double>(analyses.waiting));
    metrics_.analyses_running().Set(static_cast<double>(analyses.running));
    metrics_.analyses_paused().Set(static_cast<double>(analyses.paused));
    metrics_.unsent_bytes().Set(static_cast<double>(buffered_.unsent_bytes()));
    std::vector<prometheus::MetricFamily> others = ProcessMetrics();
    others.push_back(CounterFamily("arbiter_log_lines_dropped_total",
                                   "Log lines dropped because they could not be written.",
                                   static_cast<double>(log_.dropped())));
    others.push_back(
        CounterFamily("arbiter_log_lines_limited_total",
                      "Log lines of refused calls left out because there were too many.",
                      static_cast<double>(log_limit_.limited())));
    return metrics_.Text(others);
  }

  const ServerConfig config_;
  Logger& log_;
  LogLimit log_limit_;
  LogSample log_sample_;
  const std::unique_ptr<SnapshotSealer> sealer_;
  const std::unique_ptr<AnalysisMac> analysis_mac_;
  Metrics metrics_;
  JobMetrics job_metrics_{&metrics_.registry()};
  const std::unique_ptr<AnalysisCache> cache_;
  Drain drain_;
  BufferedBytes buffered_;
  ClientShares shares_;
  RequestIds request_ids_;
  TableCache tables_;
  Access access_;
  std::atomic<bool> ready_ = false;
  bool shut_down_ = false;
  Health health_;
  std::mutex jobs_mutex_;
  bool are_jobs_available_ = false;
  bool is_draining_ = false;
  std::unique_ptr<ConnectionListener> listener_;
  std::unique_ptr<OverloadManager> overload_;
  std::optional<CallEnvironment> environment_;
  std::optional<JobService> job_service_;
  std::optional<JobEvaluationResources> job_evaluation_;
  std::unique_ptr<CallRouter> router_;
  std::optional<JobAvailability> job_availability_;
  std::unique_ptr<JobDatabase> job_database_;
  std::unique_ptr<JobWatch> job_watch_;
  std::unique_ptr<JobDatabase> worker_database_;
  // The schedulers run their last tasks when they are destroyed, so everything that tasks use is
  // declared above.
  WorkReview review_;
  FairScheduler work_;
  FairScheduler analyses_;
  std::unique_ptr<JobWorker> job_worker_;
  std::unique_ptr<JobMonitor> job_monitor_;
  grpc::AsyncGenericService service_;
  std::vector<std::unique_ptr<RpcQueue>> queues_;
  std::unique_ptr<grpc::Server> grpc_;
  std::unique_ptr<HttpDoor> http_door_;
  std::unique_ptr<HttpServer> metrics_server_;
  Reloads reloads_;
  // Declared last, so that it is destroyed before everything that it reloads.
  FileWatch watch_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerConfig& config, Logger* log) {
  ARBITER_ASSIGN_OR_RETURN(const std::vector<SnapshotKey> snapshot_keys,
                           LoadSnapshotKeys(config.security.snapshot_keys));
  auto server = std::make_unique<ServerImpl>(config, snapshot_keys, log);
  ARBITER_RETURN_IF_ERROR(server->Listen());
  return server;
}

}  // namespace arbiter
