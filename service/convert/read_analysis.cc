#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
#include "service/convert/wire.h"
#include "service/convert/wire_analysis.h"
#include "service/handlers/analysis_handlers.h"

namespace arbiter {
namespace {

constexpr size_t kMegabyte = size_t{1} << 20;

absl::Status CheckMost(uint64_t asked, uint64_t most, std::string_view field) {
  if (asked <= most) return absl::OkStatus();
  return AtField(
      MakeError(ErrorReason::kLimitExceeded, StrCat(field, " is ", asked, "; ", most, " at most")),
      field);
}

}  // namespace

absl::StatusOr<SearchLimits> ReadSearchLimits(const Limits& limits, const v1::AnalysisLimits& asked,
                                              Infinite infinite) {
  const bool limited = asked.depth() != 0 || asked.nodes() != 0 || asked.movetime_ms() != 0;
  if (asked.infinite() && infinite == Infinite::kRefused) {
    return BadField("limits.infinite", "each search needs a depth, nodes or movetime_ms");
  }
  if (asked.infinite() && limited) {
    return BadField("limits.infinite", "infinite excludes depth, nodes and movetime_ms");
  }
  if (!asked.infinite() && !limited) {
    return BadField("limits", infinite == Infinite::kAllowed
                                  ? "one of depth, nodes, movetime_ms and infinite must be set"
                                  : "one of depth, nodes and movetime_ms must be set");
  }
  absl::Status status = CheckMost(asked.depth(), kMostDepth, "depth");
  if (status.ok()) status = CheckMost(asked.movetime_ms(), limits.max_movetime_ms, "movetime_ms");
  if (!status.ok()) return AtField(std::move(status), "limits");
  const uint32_t movetime_ms = asked.infinite() ? limits.max_movetime_ms : asked.movetime_ms();
  return SearchLimits{.depth = static_cast<int>(asked.depth()),
                      .nodes = asked.nodes(),
                      .movetime = std::chrono::milliseconds(movetime_ms)};
}

absl::StatusOr<int> ReadThreads(const Limits& limits, uint32_t threads) {
  ARBITER_RETURN_IF_ERROR(CheckMost(threads, limits.max_analysis_threads, "threads"));
  return static_cast<int>(std::max(threads, 1U));
}

absl::StatusOr<AnalysisQuery> ReadAnalysisQuery(const Limits& limits,
                                                const v1::AnalyzeRequest& request) {
  ARBITER_ASSIGN_OR_RETURN(const SearchLimits search,
                           ReadSearchLimits(limits, request.limits(), Infinite::kAllowed));
  ARBITER_ASSIGN_OR_RETURN(const int threads, ReadThreads(limits, request.threads()));
  absl::Status status = CheckMost(request.multi_pv(), kMostLines, "multi_pv");
  if (status.ok()) {
    status = CheckCount(request.search_moves_size(), kMaxSearchMoves, "search_moves");
  }
  if (status.ok()) status = TableBytesFor(limits, request).status();
  if (!status.ok()) return status;
  return AnalysisQuery{
      .limits = search,
      .multi_pv = static_cast<int>(std::max(request.multi_pv(), 1U)),
      .search_moves = {request.search_moves().begin(), request.search_moves().end()},
      .threads = threads};
}

absl::Status Unstopped(const StopToken& stop) {
  if (!stop.stopped()) return absl::OkStatus();
  return MakeError(ErrorReason::kCancelled, "the analysis was stopped");
}

absl::StatusOr<size_t> TableBytesFor(const Limits& limits, const v1::AnalyzeRequest& request) {
  ARBITER_RETURN_IF_ERROR(CheckMost(request.hash_mb(), limits.max_hash_mb, "hash_mb"));
  return kMegabyte * (request.hash_mb() != 0 ? request.hash_mb() : limits.hash_mb);
}

}  // namespace arbiter
