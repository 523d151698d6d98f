#ifndef ARBITER_SERVICE_HANDLERS_HANDLERS_H_
#define ARBITER_SERVICE_HANDLERS_HANDLERS_H_

#include <string>

#include "absl/status/status.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/rules/budget.h"
#include "service/handlers/answer_observer.h"
#include "service/handlers/limits.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {

// What a handler needs beside its request.
struct CallContext {
  const Limits* limits;
  // Asked once in a while during long work; OK, or CANCELLED or DEADLINE_EXCEEDED.
  Budget::StopTest stop_test;
  // Seals and opens snapshots; null: they are not sealed.
  const SnapshotSealer* sealer = nullptr;
  // Null: nobody counts.
  AnswerObserver* observer = nullptr;
};

// One pure function a method: the answer follows from the request alone. They
// know no gRPC. On error `response` is unspecified, and the status carries a
// reason and a field path (core/rules/error.h). Thread-safe.
absl::Status ListVariants(const CallContext& context, const v1::ListVariantsRequest& request,
                          v1::ListVariantsResponse* response);
absl::Status StartGame(const CallContext& context, const v1::StartGameRequest& request,
                       v1::StartGameResponse* response);
absl::Status LegalMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                        v1::LegalMovesResponse* response);
// The same; appends the response as it goes over the wire. On error `bytes` is unspecified.
absl::Status EncodeLegalMoves(const CallContext& context, const v1::LegalMovesRequest& request,
                              std::string* bytes);
absl::Status ApplyMoves(const CallContext& context, const v1::ApplyMovesRequest& request,
                        v1::ApplyMovesResponse* response);
absl::Status EnumerateOutcomes(const CallContext& context,
                               const v1::EnumerateOutcomesRequest& request,
                               v1::EnumerateOutcomesResponse* response);
absl::Status Adjudicate(const CallContext& context, const v1::AdjudicateRequest& request,
                        v1::AdjudicateResponse* response);
absl::Status ValidateGame(const CallContext& context, const v1::ValidateGameRequest& request,
                          v1::ValidateGameResponse* response);
absl::Status ConvertMoves(const CallContext& context, const v1::ConvertMovesRequest& request,
                          v1::ConvertMovesResponse* response);
absl::Status RenderBoard(const CallContext& context, const v1::RenderBoardRequest& request,
                         v1::RenderBoardResponse* response);
absl::Status Perft(const CallContext& context, const v1::PerftRequest& request,
                   v1::PerftResponse* response);
absl::Status ReadPgn(const CallContext& context, const v1::ReadPgnRequest& request,
                     v1::ReadPgnResponse* response);
absl::Status WritePgn(const CallContext& context, const v1::WritePgnRequest& request,
                      v1::WritePgnResponse* response);

// One item of a batch: calls the handler that the item names, and appends the BatchResponse as it
// goes over the wire. Never fails; an error becomes its `status`. The id is echoed unless it is
// too long.
void AnswerBatchItem(const CallContext& context, const v1::BatchRequest& request,
                     std::string* bytes);
// The same as a message.
void HandleBatchItem(const CallContext& context, const v1::BatchRequest& request,
                     v1::BatchResponse* response);

// Whether a method may take long for a small request; the others take time by the bytes of theirs.
bool MayRunLong(v1::BatchRequest::RequestCase method);

// Appends the answer of an item that failed with `status`.
void FailBatchItem(const absl::Status& status, const v1::BatchRequest& request, std::string* bytes);

// The locale that the caller asked for, in a batch item that of the request in it;
// "" if none.
std::string LocaleOf(const google::protobuf::Message& request);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_HANDLERS_H_
