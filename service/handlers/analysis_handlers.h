#ifndef ARBITER_SERVICE_HANDLERS_ANALYSIS_HANDLERS_H_
#define ARBITER_SERVICE_HANDLERS_ANALYSIS_HANDLERS_H_

#include <cstddef>
#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "core/search/limits.h"
#include "core/search/transposition_table.h"
#include "service/handlers/answer_observer.h"
#include "service/handlers/limits.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {

class AnalysisCache;

// What an analysis needs beside its request.
struct AnalysisContext {
  const Limits* limits;
  // Ends the analysis soon, which then answers with what it has found.
  const StopToken* stop;
  // Its own while it runs.
  TranspositionTable* table;
  // As in CallContext.
  const SnapshotSealer* sealer = nullptr;
  AnswerObserver* observer = nullptr;
  // Where Analyze() keeps what it finds, and looks first; null: nowhere.
  AnalysisCache* cache = nullptr;
};

// As the handlers of service/handlers/handlers.h, for answers that come in several messages: `send`
// is called for each of them in order, by the calling thread, before the handler returns.

// `progress` as the search reports it, or once with `cached` where the cache has the answer; then
// one `best_move`; for a finished game only that, with
// the adjudication and no move. Stopped, it still ends with a best move; but CANCELLED where a
// record of more than 1,000 actions was still being read. HIDDEN_INFORMATION at `viewer` while
// something is hidden from him.
using AnalyzeSink = std::function<void(const v1::AnalyzeResponse&)>;
absl::Status Analyze(const AnalysisContext& context, const v1::AnalyzeRequest& request,
                     const AnalyzeSink& send);

// A `ply` for each move of the record, then the `summary`. The whole record is read first, so that
// an error in it comes before any ply. CANCELLED where it is stopped, LIMIT_EXCEEDED at `limits`
// where it takes longer than a review may.
using ReviewSink = std::function<void(const v1::ReviewGameResponse&)>;
absl::Status ReviewGame(const AnalysisContext& context, const v1::ReviewGameRequest& request,
                        const ReviewSink& send);

// Bytes of the table that a request asks for, within the limits; LIMIT_EXCEEDED at `hash_mb`.
absl::StatusOr<size_t> TableBytesFor(const Limits& limits, const v1::AnalyzeRequest& request);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_ANALYSIS_HANDLERS_H_
