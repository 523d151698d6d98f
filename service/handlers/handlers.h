#ifndef ARBITER_SERVICE_HANDLERS_HANDLERS_H_
#define ARBITER_SERVICE_HANDLERS_HANDLERS_H_

#include <cstddef>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/search/limits.h"
#include "core/search/transposition_table.h"
#include "service/access/methods.h"
#include "service/convert/call_context.h"
#include "service/handlers/answer_observer.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {

class AnalysisCache;

// The handlers, one pure function a unary method, declared here for every row of
// service/methods.def:
//
//   absl::Status StartGame(const CallContext& context, const v1::StartGameRequest& request,
//                          v1::StartGameResponse* response);
//
// The answer follows from the request alone. On error `response` is unspecified, and the status
// carries a reason and a field path (core/rules/error.h). They know no gRPC. Thread-safe.
#define ARBITER_UNARY_METHOD(name, ...)                                           \
  absl::Status name(const CallContext& context, const v1::name##Request& request, \
                    v1::name##Response* response);
#include "service/methods.def"

// LegalMoves(), which appends the response as it goes over the wire. On error `bytes` is
// unspecified.
absl::Status EncodeLegalMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                              std::string* bytes);

// One item of a batch: calls the handler that the item names, and appends the BatchResponse as it
// goes over the wire. Never fails; an error becomes its `status`. The id is echoed unless it is
// too long.
void AnswerBatchItem(const CallContext& context, const v1::BatchRequest& request,
                     std::string* bytes);
// The same as a message.
void HandleBatchItem(const CallContext& context, const v1::BatchRequest& request,
                     v1::BatchResponse* response);

// Whether an item of a bundle may ask for this method: not for those that may take long for a small
// request.
bool MayBeBundled(v1::BatchRequest::RequestCase method);

// The methods that an item of a Batch needs beside Batch itself, and what they cost; for a bundle,
// those of all its items.
WorkNeeds NeedsOf(const v1::BatchRequest& item);

// Appends the answer of an item that failed with `status`.
void FailBatchItem(const absl::Status& status, const v1::BatchRequest& request, std::string* bytes);

// The locale that the caller asked for, in a batch item that of the request in it;
// "" if none.
std::string LocaleOf(const google::protobuf::Message& request);

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

// The handlers of analyses answer with several messages: `send` is called for each of them in
// order, by the calling thread, before the handler returns. Otherwise what is said of the others
// holds.

// `progress` as the search reports it, or once with `cached` where the cache has the answer; then
// one `best_move`; for a finished game only that, with the adjudication and no move. Stopped, it
// still ends with a best move; but CANCELLED where a record of more than 1,000 actions was still
// being read. HIDDEN_INFORMATION at `viewer` while something is hidden from him.
using AnalyzeSink = std::function<void(const v1::AnalyzeResponse&)>;
absl::Status Analyze(const AnalysisContext& context, const v1::AnalyzeRequest& request,
                     const AnalyzeSink& send);

// A `ply` for each move of the record, then the `summary`. The whole record is read first, so that
// an error in it comes before any ply. CANCELLED where it is stopped, LIMIT_EXCEEDED at `limits`
// where it takes longer than a review may.
using ReviewSink = std::function<void(const v1::ReviewGameResponse&)>;
absl::Status ReviewGame(const AnalysisContext& context, const v1::ReviewGameRequest& request,
                        const ReviewSink& send);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_HANDLERS_H_
