#ifndef ARBITER_SERVICE_HANDLERS_ENCODE_H_
#define ARBITER_SERVICE_HANDLERS_ENCODE_H_

#include <cassert>
#include <string>
#include <type_traits>

#include "absl/status/status.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "google/protobuf/arena.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"

namespace arbiter {

// A handler that writes the fields of its response. On error it may have written some of them.
template <typename Request>
using Encoder = absl::Status (*)(const CallContext& context, const Request& request,
                                 WireWriter* answer);

template <typename Handler>
struct ResponseOf;
template <typename Request, typename Response>
struct ResponseOf<absl::Status (*)(const CallContext&, const Request&, Response*)> {
  using Type = Response;
};

// Calls a handler that fills a message, and writes the fields of the message. LIMIT_EXCEEDED if the
// message cannot be serialised because of its size.
template <auto handler, typename Request>
absl::Status Encode(const CallContext& context, const Request& request, WireWriter* answer) {
  // The first block of the arena, which is large enough for a typical response.
  alignas(8) char block[4096];
  google::protobuf::Arena arena(block, sizeof(block));
  using Response = typename ResponseOf<decltype(handler)>::Type;
  auto* response = google::protobuf::Arena::CreateMessage<Response>(&arena);
  ARBITER_RETURN_IF_ERROR(handler(context, request, response));
  if (!answer->Fields(*response)) {
    return MakeError(ErrorReason::kLimitExceeded,
                     "the answer is too large for one message; ask for less");
  }
  return absl::OkStatus();
}

// Calls an encoder and parses the response that it writes.
template <typename Request, typename Response>
absl::Status AnswerWithMessage(Encoder<std::type_identity_t<Request>> encoder,
                               const CallContext& context, const Request& request,
                               Response* response) {
  std::string bytes;
  {
    WireWriter answer(&bytes);
    ARBITER_RETURN_IF_ERROR(encoder(context, request, &answer));
  }
  const bool parsed = response->ParseFromString(bytes);
  assert(parsed);
  return absl::OkStatus();
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_ENCODE_H_
