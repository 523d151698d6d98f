#ifndef ARBITER_SERVICE_HANDLERS_ANSWER_FROM_WIRE_H_
#define ARBITER_SERVICE_HANDLERS_ANSWER_FROM_WIRE_H_

#include <cstddef>
#include <string_view>
#include <type_traits>

#include "absl/status/status.h"
#include "core/base/error.h"
#include "service/convert/received_message.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"

namespace arbiter {

// Answers a serialised request: writes the fields of the response.
using WireHandler = absl::Status(const CallContext& context, std::string_view wire,
                                 WireWriter* answer);

// Implements WireHandler with a handler. The answer is the same whether the request comes
// alone, in a Batch or in a bundle. BAD_FIELD without a path if the bytes are not valid.
template <typename Request, Handler<Request> handler>
absl::Status AnswerFromWire(const CallContext& context, std::string_view wire, WireWriter* answer) {
  if constexpr (std::is_same_v<Request, v1::LegalMovesRequest>) {
    const size_t begin = answer->size();
    if (AnswerLegalTexts(context, wire, answer)) return absl::OkStatus();
    answer->Truncate(begin);
  }
  ReceivedMessage<Request> request;
  if (!request.Parse(wire)) {
    return MakeError(ErrorReason::kBadField, "the message is not a valid request of this method");
  }
  ObserveRequest(context.observer, *request);
  return handler(context, *request, answer);
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_ANSWER_FROM_WIRE_H_
