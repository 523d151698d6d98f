#ifndef ARBITER_SERVICE_HANDLERS_HANDLERS_H_
#define ARBITER_SERVICE_HANDLERS_HANDLERS_H_

#include <string>

#include "absl/status/status.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/rules/budget.h"
#include "service/access/methods.h"
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

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_HANDLERS_H_
