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
#include "grpcpp/support/status.h"
#include "service/access/call_authorization.h"
#include "service/calls/buffered_bytes.h"
#include "service/calls/call_ids.h"
#include "service/calls/client_share.h"
#include "service/calls/fair_scheduler.h"
#include "service/calls/rpc.h"
#include "service/calls/table_store.h"
#include "service/calls/work_review.h"
#include "service/convert/call_context.h"
#include "service/handlers/handlers.h"
#include "service/net/connections.h"
#include "service/ops/log.h"
#include "service/ops/metrics.h"

namespace arbiter {

class AnalysisCache;
class OverloadManager;

// How the shutdown of the server reaches its calls, which look at it at least once a tick
// (RpcQueue::kTick). Thread-safe.
class Drain {
 public:
  // A call begins; all of its answer is sent, or can't be any more.
  void Enter() { calls_.fetch_add(1, std::memory_order_relaxed); }
  void Leave() { calls_.fetch_sub(1, std::memory_order_relaxed); }
  bool has_calls() const { return calls_.load(std::memory_order_relaxed) > 0; }

  // From now on calls that come in are refused, and streams end when they have answered what they
  // have read.
  void Begin() { begun_.store(true, std::memory_order_relaxed); }
  bool begun() const { return begun_.load(std::memory_order_relaxed); }
  // Ends running work too: its stop tests fail from now on.
  void StopWork() { work_stopped_.store(true, std::memory_order_relaxed); }
  bool work_stopped() const { return work_stopped_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> begun_ = false;
  std::atomic<bool> work_stopped_ = false;
  std::atomic<int64_t> calls_ = 0;
};

// What all calls share; outlives them.
struct CallEnvironment {
  const Limits& limits;
  Logger& log;
  LogLimit& log_limit;
  const LogSample& log_sample;
  Metrics& metrics;
  // Work of more than a fraction of a millisecond, and analyses, in fair turns by client.
  FairScheduler& work;
  FairScheduler& analyses;
  WorkReview& review;
  TableStore& tables;
  Drain& drain;
  BufferedBytes& buffered;
  ClientShares& shares;
  Connections& connections;
  const OverloadManager& overload;
  RequestIds& request_ids;
  Access& access;
  // Null if snapshots are not sealed.
  const SnapshotSealer* sealer;
  // Null if results of analyses are not kept.
  AnalysisCache* analysis_cache;
};

// The bookkeeping of one call from its headers to its end: who makes it and what that client
// holds, request id, metrics, log line.
class CallScope {
 public:
  using Clock = std::chrono::steady_clock;

  // Counts the start. All three outlive the scope.
  CallScope(const CallEnvironment* environment, const MethodMetrics* method, Rpc* rpc);
  ~CallScope();
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

  // OK, or the status that the call must end with at its headers: the server shuts down, the
  // caller is refused, or already has as many calls open as one client may. Nothing is answered
  // but this, so that clients may try again.
  const absl::Status& admitted() const { return admitted_; }

  // Adds the request id to the initial metadata, for a stream that sends them before it ends.
  void AddRequestId();

  // Counts and logs the end, and returns what to hand to gRPC. The request id goes along unless it
  // has gone already: with an error as trailing metadata, since clients do not try a call again
  // after its initial metadata. Called once, before the call is finished there. `locale` is the
  // one that the caller asked for.
  grpc::Status Finish(const absl::Status& status, std::string_view locale);

  // Adds to the number of items of the stream, which the log line has once this was called.
  void CountItems(int64_t items) { items_ = items_.value_or(0) + items; }
  // Notes that a message of this many bytes has arrived.
  void CountMessage(size_t bytes);

  // When work that has arrived now has taken as long as any may. Whether the deadline of the call
  // itself passes before is part of CheckStart().
  Clock::time_point WorkDeadline() const;

  // Whether a request that has not arrived by `now` is late.
  bool IsLate(Clock::time_point now) const {
    return now - start_ >= std::chrono::milliseconds(environment_->limits.request_timeout_ms);
  }
  // Why a call ends that has brought no request.
  absl::Status NoRequest() const;

  // OK, or why work should not begin: DEADLINE_EXCEEDED / CANCELLED, CANCELLED / CANCELLED, or
  // UNAVAILABLE / OVERLOADED when the server shuts down.
  absl::Status CheckStart() const;
  // Why the client can't be answered any more: like CheckStart(), or CANCELLED / CANCELLED.
  absl::Status BrokenOff() const;
  // LIMIT_EXCEEDED for an answer of more bytes than one message may have.
  absl::Status CheckSize(size_t bytes) const;
  // Counts the answer until the client has taken it. RESOURCE_EXHAUSTED / OVERLOADED if the client
  // leaves too many answers unread.
  absl::StatusOr<BufferedBytes::Answer> Buffer(size_t bytes) const;

  // Calls `work`. An exception (out of memory) becomes RESOURCE_EXHAUSTED.
  absl::Status Run(absl::FunctionRef<absl::Status()> work) const;

  // On what terms an answer is made.
  struct Work {
    // Pays for it; settled when it is made.
    Charge* charge;
    // The methods that the caller has to be allowed beside the call's own.
    MethodSet needed = MethodSet();
    // Whose turn it is made in; null if that takes a fraction of a millisecond.
    FairScheduler::Turn* turn = nullptr;
    // When work in a turn has to be over.
    std::optional<Clock::time_point> deadline = std::nullopt;
  };
  // Calls `make`, which returns the size of its answer, unless CheckStart() fails, and checks that
  // size. An answer in a turn is stopped when it may not go on (RunningWork).
  absl::Status Answer(const Work& work,
                      absl::FunctionRef<absl::StatusOr<size_t>(const CallContext&)> make);

  // Calls `run` in a turn of the client's, for a request of this many bytes, which count as waiting
  // until its answer is delivered. Calls `shed` instead if the client has too much work waiting, at
  // once or later. Returns the ticket to withdraw it by; 0 if it was shed at once.
  FairScheduler::Ticket Schedule(size_t bytes,
                                 std::function<FairScheduler::Delivery(FairScheduler::Turn&)> run,
                                 std::function<void()> shed) const;

  // Who calls, what this client may do, and what it pays.
  CallAuthorization& authorization() { return authorization_; }
  // What the client holds of the server.
  const ClientSharePtr& share() const { return share_; }

  const CallEnvironment& environment() const { return *environment_; }
  const MethodMetrics& method() const { return *method_; }

 private:
  absl::Status Admit();
  // The metrics of whoever calls.
  ClientCalls& client_calls() const;
  // Whether the call is logged even if it succeeds.
  bool IsSampled() const;
  void Log(const absl::Status& status, std::chrono::nanoseconds duration) const;

  const CallEnvironment* const environment_;
  const MethodMetrics* const method_;
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

// The client has more work waiting than its share: RESOURCE_EXHAUSTED / OVERLOADED.
absl::Status OverloadedError();
// The server shuts down: UNAVAILABLE / OVERLOADED.
absl::Status ShuttingDownError();
// The client has not sent a request in time: DEADLINE_EXCEEDED / CANCELLED.
absl::Status NoRequestError();
// A stream was idle for too long: DEADLINE_EXCEEDED / CANCELLED.
absl::Status IdleError();
// The client has too many calls open: RESOURCE_EXHAUSTED / OVERLOADED.
absl::Status TooManyCallsError();
// The client leaves too many answers unread: RESOURCE_EXHAUSTED / OVERLOADED.
absl::Status TooManyUnreadError();

// A call of this service: an RPC with the bookkeeping around it.
class OpenCall : public KeptRpc {
 public:
  void OnDone() override {
    environment().drain.Leave();
    KeptRpc::OnDone();
  }

 protected:
  OpenCall(const CallEnvironment* environment, const MethodMetrics* method,
           std::unique_ptr<Rpc> rpc)
      : KeptRpc(std::move(rpc)), scope_(environment, method, &this->rpc()) {
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
