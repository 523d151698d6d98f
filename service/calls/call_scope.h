#ifndef ARBITER_SERVICE_CALLS_CALL_SCOPE_H_
#define ARBITER_SERVICE_CALLS_CALL_SCOPE_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/access/call_authorization.h"
#include "service/calls/call_ids.h"
#include "service/calls/rpc.h"
#include "service/convert/call_context.h"
#include "service/handlers/handlers.h"
#include "service/limits.h"
#include "service/net/connections.h"
#include "service/ops/log.h"
#include "service/ops/metrics.h"
#include "service/scheduling/buffered_bytes.h"
#include "service/scheduling/client_share.h"
#include "service/scheduling/fair_scheduler.h"
#include "service/scheduling/table_cache.h"
#include "service/scheduling/work_review.h"

namespace arbiter {

class AnalysisCache;
class OverloadManager;

// Tells calls that the server is shutting down. Calls check this at least once per Rpc::kTick.
// Thread-safe.
class Drain {
 public:
  // Counts a call from its beginning until its answer has been sent or cannot be sent any more.
  void Enter() { calls_.fetch_add(1, std::memory_order_relaxed); }
  void Leave() { calls_.fetch_sub(1, std::memory_order_relaxed); }
  bool has_calls() const { return calls_.load(std::memory_order_relaxed) > 0; }

  // From now on, new calls are refused, and streams end when they have answered every request that
  // they have read.
  void Begin() { begun_.store(true, std::memory_order_relaxed); }
  bool has_begun() const { return begun_.load(std::memory_order_relaxed); }
  // Stops running work too: from now on, its stop tests fail.
  void StopWork() { work_stopped_.store(true, std::memory_order_relaxed); }
  bool has_stopped_work() const { return work_stopped_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> begun_ = false;
  std::atomic<bool> work_stopped_ = false;
  std::atomic<int64_t> calls_ = 0;
};

// The objects that all calls share. They must outlive the calls.
struct CallEnvironment {
  const Limits& limits;
  Logger& log;
  LogLimit& log_limit;
  const LogSample& log_sample;
  Metrics& metrics;
  // The schedulers of work that takes more than a fraction of a millisecond, and of analyses.
  FairScheduler& work;
  FairScheduler& analyses;
  WorkReview& review;
  TableCache& tables;
  Drain& drain;
  BufferedBytes& buffered;
  ClientShares& shares;
  Connections& connections;
  const OverloadManager& overload;
  RequestIds& request_ids;
  Access& access;
  // nullptr if snapshots are not sealed.
  const SnapshotSealer* sealer;
  // nullptr if analyses are not cached.
  AnalysisCache* analysis_cache;
};

// The bookkeeping of one call, from its headers to its end: authorization, the share of the client,
// request id, metrics and log line.
class CallScope {
 public:
  using Clock = std::chrono::steady_clock;

  // Counts the start of the call. All arguments must outlive the scope.
  CallScope(const CallEnvironment* environment, MethodMetrics* method, Rpc* rpc);
  ~CallScope();
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

  // OK, or the status with which the call must end at its headers: the server is shutting down, or
  // the caller is refused or has too many open calls. A call that is not admitted must send only
  // this status, so that clients can retry it.
  const absl::Status& admitted() const { return admitted_; }

  // Adds the request id to the initial metadata. Called by streams, which send that metadata before
  // they end.
  void AddRequestId();

  // Counts and logs the end of the call, and returns the status for the RPC. Adds the request id
  // unless it has been sent already. If `status` is an error, the id becomes trailing metadata,
  // because clients do not retry a call that has sent initial metadata. `locale` is the locale that
  // the caller has requested. Must be called once, before the RPC is finished.
  RpcStatus Finish(const absl::Status& status, std::string_view locale);

  // Adds to the number of items of the stream, which is logged only if this has been called.
  void CountItems(int64_t items) { items_ = items_.value_or(0) + items; }
  // Counts a message that has arrived.
  void CountMessage();

  // Returns the time by which work that begins now must be done, according to Limits::max_call_ms.
  // The deadline of the call itself is checked by CheckStart().
  Clock::time_point WorkDeadline() const;

  // Whether a request that has not arrived by `now` is late.
  bool IsLate(Clock::time_point now) const {
    return now - start_ >= std::chrono::milliseconds(environment_->limits.request_timeout_ms);
  }
  // Returns the error with which a call without a request ends: that of CheckStart(), or else
  // BAD_FIELD.
  absl::Status MissingRequestError() const;

  // Returns OK, or why work must not begin: DEADLINE_EXCEEDED / CANCELLED, CANCELLED / CANCELLED,
  // or UNAVAILABLE / OVERLOADED if the server is shutting down.
  absl::Status CheckStart() const;
  // Returns the error of a call whose client cannot be reached any more: that of CheckStart(), or
  // else CANCELLED / CANCELLED.
  absl::Status DisconnectedError() const;
  // Returns LIMIT_EXCEEDED if an answer of this many bytes is too large for one message.
  absl::Status CheckSize(size_t bytes) const;
  // Counts an answer until the client has received it. RESOURCE_EXHAUSTED / OVERLOADED if too many
  // answers are unread.
  absl::StatusOr<BufferedBytes::Answer> Buffer(size_t bytes) const;

  // Calls `work`. An exception, such as std::bad_alloc, becomes RESOURCE_EXHAUSTED.
  absl::Status Run(absl::FunctionRef<absl::Status()> work) const;

  struct AnswerOptions {
    // The charge for the answer, which is settled when the answer is made.
    Charge* charge;
    // The methods that the caller must be allowed to call, in addition to that of the call.
    MethodSet needed = MethodSet();
    // The turn in which the answer is made; nullptr for short work, outside of the scheduler.
    FairScheduler::Turn* turn = nullptr;
    // The time by which an answer in a turn must be made.
    std::optional<Clock::time_point> deadline = std::nullopt;
  };
  // Unless CheckStart() fails, calls `make`, which returns the size of its answer in bytes, and
  // checks that size. The stop test of an answer in a turn fails once RunningWork::verdict() does.
  absl::Status Answer(const AnswerOptions& options,
                      absl::FunctionRef<absl::StatusOr<size_t>(const CallContext&)> make);

  // Calls `run` in a turn of the client, for a request of this many bytes, which count as buffered
  // until the answer is delivered. Calls `shed` instead, at once or later, if the scheduler has no
  // place for it. Returns a ticket for FairScheduler::Withdraw(), or 0 after calling `shed`.
  FairScheduler::Ticket Schedule(size_t bytes,
                                 std::function<FairScheduler::Completion(FairScheduler::Turn&)> run,
                                 const std::function<void(FairScheduler::Refusal)>& shed) const;

  // The identity, the permissions and the charges of the caller.
  CallAuthorization& authorization() { return authorization_; }
  // The resources that the client holds.
  const ClientSharePtr& share() const { return share_; }

  const CallEnvironment& environment() const { return *environment_; }
  MethodMetrics& method() const { return *method_; }

 private:
  absl::Status Admit();
  // Returns the metrics of the caller.
  ClientCalls& client_calls() const;
  // Whether the call is logged even if it succeeds.
  bool IsSampled() const;
  void Log(const absl::Status& status, std::chrono::nanoseconds duration) const;

  const CallEnvironment* const environment_;
  MethodMetrics* const method_;
  Rpc* const rpc_;
  const Clock::time_point start_;
  const std::string request_id_;
  const std::optional<TraceContext> trace_;
  const bool sampled_;
  const ConnectionPtr connection_;
  CallAuthorization authorization_;
  const ClientSharePtr share_;
  const absl::Status admitted_;
  std::optional<int64_t> items_;
  bool request_id_added_ = false;
};

// Each of the following functions returns an error, whose status code and reason its comment gives.

// A scheduler has refused or shed work: RESOURCE_EXHAUSTED / OVERLOADED.
absl::Status OverloadedError(FairScheduler::Refusal why);
// The server is shutting down: UNAVAILABLE / OVERLOADED.
absl::Status ShuttingDownError();
// The request did not arrive in time: DEADLINE_EXCEEDED / CANCELLED.
absl::Status RequestTimeoutError();
// The stream was idle for too long: DEADLINE_EXCEEDED / CANCELLED.
absl::Status IdleError();
// The client has too many open calls: RESOURCE_EXHAUSTED / OVERLOADED.
absl::Status TooManyCallsError();
// Too many answers are unread: RESOURCE_EXHAUSTED / OVERLOADED.
absl::Status TooManyUnreadError();

// A call of this service: an RPC and its bookkeeping.
class OpenCall : public SelfOwnedRpc {
 public:
  void OnDone() override {
    environment().drain.Leave();
    SelfOwnedRpc::OnDone();
  }

 protected:
  OpenCall(const CallEnvironment* environment, MethodMetrics* method, std::unique_ptr<Rpc> rpc)
      : SelfOwnedRpc(std::move(rpc)), scope_(environment, method, &this->rpc()) {
    environment->drain.Enter();
  }

  CallScope& scope() { return scope_; }
  const CallScope& scope() const { return scope_; }
  const CallEnvironment& environment() const { return scope_.environment(); }

 private:
  CallScope scope_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CALL_SCOPE_H_
