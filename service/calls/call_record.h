#ifndef ARBITER_SERVICE_CALLS_CALL_RECORD_H_
#define ARBITER_SERVICE_CALLS_CALL_RECORD_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "service/calls/call_admission.h"
#include "service/calls/call_environment.h"
#include "service/calls/call_ids.h"
#include "service/calls/rpc.h"

namespace arbiter {

// The request id, the metrics and the log line of one call.
class CallRecord {
 public:
  using Clock = std::chrono::steady_clock;

  // Counts the start of the call. All arguments must outlive the record.
  CallRecord(const RecordResources* resources, MethodMetrics* method, Rpc* rpc);
  CallRecord(const CallRecord&) = delete;
  CallRecord& operator=(const CallRecord&) = delete;

  Clock::time_point start() const { return start_; }

  // Adds the request id to the initial metadata. Called by streams, which send that metadata before
  // they end.
  void AddRequestId();

  void CountReceived() { method_->received.Increment(); }
  void CountSent() { method_->sent.Increment(); }
  // Adds to the number of items of the stream, which is logged only if this has been called.
  void CountItems(int64_t items) { items_ = items_.value_or(0) + items; }

  // Counts and logs the end of the call, and returns the status for the RPC. Adds the request id
  // unless it has been sent already. If `status` is an error, the id becomes trailing metadata,
  // unless clients may retry a call that has sent initial metadata. `locale` is the locale that the
  // caller has requested. Must be called once, before the RPC is finished.
  RpcStatus Finish(const absl::Status& status, std::string_view locale,
                   const CallAdmission& admission);

 private:
  // Whether the call is logged even if it succeeds.
  bool IsSampled() const;
  void Log(const absl::Status& status, std::chrono::nanoseconds duration,
           const CallAdmission& admission) const;

  const RecordResources& resources_;
  MethodMetrics* const method_;
  Rpc* const rpc_;
  const Clock::time_point start_;
  const std::string request_id_;
  const std::optional<TraceContext> trace_;
  const bool sampled_;
  std::optional<int64_t> items_;
  bool request_id_added_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CALL_RECORD_H_
