#ifndef ARBITER_TESTS_SUPPORT_CALL_HANDLER_H_
#define ARBITER_TESTS_SUPPORT_CALL_HANDLER_H_

#include <string>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "service/handlers/handlers.h"

namespace arbiter::testing {

template <typename Request, typename Response>
using Handler = absl::Status (*)(const CallContext&, const Request&, Response*);

// Returns every byte that a caller receives from a handler: the response, or the error with its
// reason and field.
template <typename Request, typename Response>
std::string Ask(Handler<Request, Response> handler, const Request& request) {
  static const Limits limits;
  Response response;
  const absl::Status status = handler({&limits, nullptr}, request, &response);
  if (status.ok()) return "OK " + response.SerializeAsString();
  // ToString() would print reason and field in an unspecified order.
  return StrCat(static_cast<int>(status.code()), " ", ReasonName(ReasonOf(status)), " at ",
                FieldOf(status), ": ", std::string(status.message()));
}

inline bool IsAccepted(const std::string& answer) { return answer.starts_with("OK "); }

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_CALL_HANDLER_H_
