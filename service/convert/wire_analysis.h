#ifndef ARBITER_SERVICE_CONVERT_WIRE_ANALYSIS_H_
#define ARBITER_SERVICE_CONVERT_WIRE_ANALYSIS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "core/game/analysis.h"
#include "core/search/limits.h"
#include "service/handlers/limits.h"

// What service/convert/wire.h does not have of the messages of an analysis.
namespace arbiter {

// --- Requests to core values.

// Whether `infinite` is among the limits that a request may have.
enum class Infinite : uint8_t { kRefused, kAllowed };

// An infinite analysis takes the server's greatest movetime. BAD_FIELD where none is set or
// `infinite` is set against the rules, LIMIT_EXCEEDED past the server's limits; paths begin with
// `limits`.
absl::StatusOr<SearchLimits> ReadSearchLimits(const Limits& limits, const v1::AnalysisLimits& asked,
                                              Infinite infinite);

// 0 is 1. LIMIT_EXCEEDED at `threads`.
absl::StatusOr<int> ReadThreads(const Limits& limits, uint32_t threads);

// The query of a request, whose moves are not looked at. LIMIT_EXCEEDED, BAD_FIELD.
absl::StatusOr<AnalysisQuery> ReadAnalysisQuery(const Limits& limits,
                                                const v1::AnalyzeRequest& request);

// CANCELLED once `stop` says so.
absl::Status Unstopped(const StopToken& stop);

// --- Core values to answers.

void WriteScore(const Score& score, v1::Score* answer);
void WriteProgress(const AnalysisProgress& progress, v1::AnalysisProgress* answer);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_WIRE_ANALYSIS_H_
