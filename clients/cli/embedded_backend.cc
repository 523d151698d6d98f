#include "clients/cli/embedded_backend.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/time/clock.h"
#include "clients/cli/embedded_analyst.h"
#include "core/rules/error.h"
#include "service/handlers/analysis_handlers.h"
#include "service/handlers/handlers.h"

namespace arbiter::cli {

EmbeddedBackend::EmbeddedBackend(absl::Duration timeout) : timeout_(timeout) {
  // The machine is the caller's own: there is nobody to protect it for.
  limits_.max_perft_nodes = UINT64_MAX;
  limits_.max_message_bytes = INT32_MAX;
  limits_.max_movetime_ms = INT32_MAX;
  limits_.max_analysis_threads = kMostThreads;
  limits_.max_hash_mb = kMostHashMb;
  limits_.max_review_actions = limits_.max_record_actions;
  limits_.max_review_time_ms = UINT32_MAX;
}

void EmbeddedBackend::Call(const v1::BatchRequest& request, v1::BatchResponse* response) {
  const absl::Time deadline = absl::Now() + timeout_;
  const CallContext context = {.limits = &limits_, .stop_test = [deadline] {
                                 if (absl::Now() < deadline) return absl::OkStatus();
                                 return MakeError(ErrorReason::kCancelled,
                                                  absl::StatusCode::kDeadlineExceeded,
                                                  "the call took longer than --timeout allows");
                               }};
  HandleBatchItem(context, request, response);
}

absl::Status EmbeddedBackend::CallAll(const Source& source, const Sink& sink) {
  while (const std::optional<v1::BatchRequest> request = source()) {
    v1::BatchResponse response;
    Call(*request, &response);
    sink(response);
  }
  return absl::OkStatus();
}

std::unique_ptr<Analyst> EmbeddedBackend::MakeAnalyst() {
  return std::make_unique<EmbeddedAnalyst>(&limits_);
}

absl::Status EmbeddedBackend::ReviewGame(const v1::ReviewGameRequest& request,
                                         const ReviewSink& sink) {
  const StopToken never;
  TranspositionTable table(size_t{limits_.hash_mb} << 20);
  return arbiter::ReviewGame({.limits = &limits_, .stop = &never, .table = &table}, request, sink);
}

}  // namespace arbiter::cli
