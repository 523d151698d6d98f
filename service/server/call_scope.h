#ifndef ARBITER_SERVICE_SERVER_CALL_SCOPE_H_
#define ARBITER_SERVICE_SERVER_CALL_SCOPE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/rules/budget.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/status.h"
#include "service/handlers.h"
#include "service/limits.h"
#include "service/server/admission.h"
#include "service/server/drain.h"
#include "service/server/log.h"
#include "service/server/log_sample.h"
#include "service/server/metrics.h"
#include "service/server/request_id.h"
#include "service/server/table_store.h"
#include "service/server/waiting_bytes.h"
#include "service/server/work_pool.h"
#include "service/trace_context.h"

namespace arbiter {

class AnalysisCache;

// What all calls share; outlives them.
struct CallEnvironment {
  const Limits& limits;
  Logger& log;
  Metrics& metrics;
  WorkPool& pool;
  WorkPool& analysis_pool;
  TableStore& tables;
  Drain& drain;
  WaitingBytes& waiting;
  RequestIds& request_ids;
  Access& access;
  const LogSample& log_sample;
  // Null: snapshots are not sealed.
  const SnapshotSealer* sealer;
  // Null: none.
  AnalysisCache* analysis_cache;
};

// The bookkeeping of one call from start to end: request id, metrics, log line.
class CallScope {
 public:
  // Counts the start. All three outlive the scope, `context` at least until Finish().
  CallScope(const CallEnvironment* environment, const MethodMetrics* method,
            grpc::CallbackServerContext* context);

  // Answers the request id as initial metadata, for a stream that sends it before it ends.
  void AnswerRequestId();

  // Counts and logs the end; answers what to hand to gRPC. The request id goes with it where it has
  // not gone yet: to an error as trailing metadata, since clients try no call again of which they
  // have had the initial. Called once, before
  // the call is finished there. `locale` as the caller asked for it.
  grpc::Status Finish(const absl::Status& status, std::string_view locale);

  // OK, or the status that the call must end with before it has begun: the server ends, or the
  // caller is refused. Nothing is answered then but this, so that clients may try again.
  absl::Status Admitted() const;

  // Items of the stream, for the log line.
  void set_items(int64_t items) { items_ = items; }

  // OK, or why work should not begin: DEADLINE_EXCEEDED / CANCELLED, CANCELLED /
  // CANCELLED, or UNAVAILABLE / OVERLOADED where the server ends.
  absl::Status CheckStart() const;
  // Why the client can't be answered any more: as CheckStart(), and CANCELLED / CANCELLED where
  // nothing else is known.
  absl::Status BrokenOff() const;
  // LIMIT_EXCEEDED for an answer of more bytes than one message may have.
  absl::Status CheckSize(size_t bytes) const;
  // Calls `work`. An exception (out of memory) becomes RESOURCE_EXHAUSTED.
  absl::Status Run(absl::FunctionRef<absl::Status()> work) const;
  // Runs `work`, which answers the bytes of its answer, unless CheckStart() fails, and checks
  // their number. The context is valid until the call is finished.
  absl::Status Answer(absl::FunctionRef<absl::StatusOr<size_t>(const CallContext&)> work) const;

  // Who calls, and what he may do; where it has an error, the call must end with that.
  Admission& admission() { return admission_; }

  const CallEnvironment& environment() const { return *environment_; }
  const MethodMetrics& method() const { return *method_; }

 private:
  // As CheckStart() for work under way; there a passed deadline is the fault of
  // the request: DEADLINE_EXCEEDED / LIMIT_EXCEEDED.
  Budget::StopTest stop_test() const;
  // Whose calls these are.
  ClientCalls& client_calls() const;
  // Whether the call is logged though it has no error.
  bool IsSampled() const;
  void Log(const absl::Status& status, std::chrono::nanoseconds duration) const;

  const CallEnvironment* environment_;
  const MethodMetrics* method_;
  grpc::CallbackServerContext* context_;
  const std::chrono::steady_clock::time_point start_;
  const std::string request_id_;
  const std::optional<TraceContext> trace_;
  const bool sampled_;
  // Kept where it will be logged, since gRPC forgets it when the connection breaks.
  const std::string peer_;
  std::optional<int64_t> items_;
  bool request_id_answered_ = false;
  Admission admission_;
};

// The work queue is full: RESOURCE_EXHAUSTED / OVERLOADED.
absl::Status OverloadedError();
// The server ends: UNAVAILABLE / OVERLOADED.
absl::Status ShuttingDownError();

// Whether reading a request of so many bytes is long work, whatever it asks.
bool IsLargeRequest(size_t bytes);
// Whether a request is answered on the work pool, not on gRPC's own threads: it
// may run long, or reading its `bytes` does.
bool BelongsOnPool(v1::BatchRequest::RequestCase method, size_t bytes);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_CALL_SCOPE_H_
