#ifndef ARBITER_SERVICE_HANDLERS_HANDLERS_H_
#define ARBITER_SERVICE_HANDLERS_HANDLERS_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/search/limits.h"
#include "core/search/transposition_table.h"
#include "service/access/methods.h"
#include "service/convert/call_context.h"
#include "service/handlers/answer_observer.h"
#include "service/limits.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {

class AnalysisCache;
class WireWriter;

// Answers a request: writes the fields of the response to `answer`. On error it may have written
// some of them.
template <typename Request>
using Handler = absl::Status (*)(const CallContext& context, const Request& request,
                                 WireWriter* answer);

// The handlers: one pure function for each unary method, declared for every row of
// service/methods.def:
//
//   absl::Status StartGame(const CallContext& context, const v1::StartGameRequest& request,
//                          WireWriter* answer);
//
// The response depends only on the request. An error has a reason and a field path
// (core/base/error.h). Handlers do not depend on gRPC. Thread-safe.
#define ARBITER_UNARY_METHOD(name, ...)                                           \
  absl::Status name(const CallContext& context, const v1::name##Request& request, \
                    WireWriter* answer);
#include "service/methods.def"

// Answers a serialised LegalMoves request that sets nothing but a FEN without building its message,
// which would take about as long as finding the moves: the floor of positions per second in
// docs/benchmarks.md depends on it. Returns false if the request sets anything else or LegalMoves()
// refuses it. Then it may have written some fields.
bool AnswerLegalTexts(const CallContext& context, std::string_view request, WireWriter* answer);

// Reads a PGN that contains one game; `variant` is that of a game without the tag `Variant`, and
// may be empty. Writes the game, or what was read of it before an error: that of its fault at
// `pgn`, with the line and the column in its message, or BAD_FIELD at `pgn` if there is not exactly
// one game.
absl::Status ReadPgnGame(const CallContext& context, std::string_view text,
                         std::string_view variant, v1::PgnGame* game);

// The following functions take an item of a batch, a serialised BatchRequest, which must be valid.

// Answers an item: calls the handler of each request in it, and appends the serialised
// BatchResponse. Never fails; an error becomes the `status` of the response. The id is echoed
// unless it is too long.
void AnswerBatchItem(const CallContext& context, std::string_view item, std::string* bytes);

// Returns the methods that an item needs in addition to Batch itself, and their cost; for a bundle,
// those of all its items together.
WorkNeeds NeedsOf(std::string_view item);

// Returns the locale of the request in an item; empty if there is none.
std::string LocaleOf(std::string_view item);

// Appends the serialised response to an item with this id that failed with `status`.
void FailBatchItem(const absl::Status& status, std::string_view id, std::string_view locale,
                   std::string* bytes);

// Whether an item of a bundle is allowed to call this method. Methods that can take a long time
// even for a small request are excluded.
bool CanBeBundled(v1::BatchRequest::RequestCase method);

// What an analysis needs in addition to its request.
struct AnalysisContext {
  const Limits* limits;
  // Once it is stopped, the analysis ends soon; see Analyze() and ReviewGame().
  const StopToken* stop;
  // The number of search threads.
  int threads = 1;
  // The transposition table, for exclusive use while the analysis runs.
  TranspositionTable* table;
  // Seals and opens snapshots; nullptr if snapshots are not sealed.
  const SnapshotSealer* sealer = nullptr;
  // Counts searches; may be nullptr.
  AnswerObserver* observer = nullptr;
  // The cache in which Analyze() looks up and stores results; may be nullptr.
  AnalysisCache* cache = nullptr;
};

// The handlers of analyses respond with several messages. They call `send` for each message in
// order, on the calling thread, before they return. Otherwise they are like the handlers above.

// Sends each `progress` that the search reports, or a single one, marked as `cached`, if the cache
// has the result. Then sends one `best_move`. Stores the result in the cache if every equal request
// has the same. For a finished game it sends only a `best_move`, with
// the adjudication and no move. A stopped analysis still ends with a best move, unless it was still
// reading a record of more than 1,000 actions: then it returns CANCELLED. HIDDEN_INFORMATION at
// `viewer` while something is hidden from the viewer.
using AnalyzeSink = std::function<void(const v1::AnalyzeResponse&)>;
absl::Status Analyze(const AnalysisContext& context, const v1::AnalyzeRequest& request,
                     const AnalyzeSink& send);

// Sends a `ply` for each ply of the record, then the `summary`. It checks the complete record
// first, so that an error in the record comes before any ply. CANCELLED if the review is stopped;
// LIMIT_EXCEEDED at `limits` if the review takes longer than the server allows.
using ReviewSink = std::function<void(const v1::ReviewGameResponse&)>;
absl::Status ReviewGame(const AnalysisContext& context, const v1::ReviewGameRequest& request,
                        const ReviewSink& send);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_HANDLERS_H_
