#ifndef ARBITER_TESTS_SUPPORT_CALL_HANDLER_H_
#define ARBITER_TESTS_SUPPORT_CALL_HANDLER_H_

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"

namespace arbiter::testing {

// Calls a handler and parses its response.
template <typename Request, typename Response>
absl::Status CallHandler(Handler<std::type_identity_t<Request>> handler, const CallContext& context,
                         const Request& request, Response* response) {
  std::string bytes;
  {
    WireWriter answer(&bytes);
    ARBITER_RETURN_IF_ERROR(handler(context, request, &answer));
  }
  EXPECT_TRUE(response->ParseFromString(bytes));
  return absl::OkStatus();
}

// Answers an item of a batch.
inline v1::BatchResponse AnswerItem(const CallContext& context, const v1::BatchRequest& item) {
  std::string bytes;
  AnswerBatchItem(context, item.SerializeAsString(), &bytes);
  v1::BatchResponse response;
  EXPECT_TRUE(response.ParseFromString(bytes));
  return response;
}

// Returns every byte that a caller receives from a handler: the response, or the error with its
// reason and field.
template <typename Request>
std::string Ask(Handler<Request> handler, const Request& request) {
  static const Limits limits;
  std::string bytes = "OK ";
  const absl::Status status = [&] {
    WireWriter answer(&bytes);
    return handler({&limits, nullptr}, request, &answer);
  }();
  if (status.ok()) return bytes;
  // ToString() would print reason and field in an unspecified order.
  return StrCat(static_cast<int>(status.code()), " ", ReasonName(ReasonOf(status)), " at ",
                FieldOf(status), ": ", std::string(status.message()));
}

inline bool IsAccepted(const std::string& answer) { return answer.starts_with("OK "); }

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_CALL_HANDLER_H_
