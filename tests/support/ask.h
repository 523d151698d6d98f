#ifndef ARBITER_TESTS_SUPPORT_ASK_H_
#define ARBITER_TESTS_SUPPORT_ASK_H_

#include <string>

#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "service/handlers/handlers.h"

namespace arbiter::testing {

template <typename Request, typename Response>
using Handler = absl::Status (*)(const CallContext&, const Request&, Response*);

// Every byte that a caller gets of a handler: the answer, or the error with its reason and
// field.
template <typename Request, typename Response>
std::string Ask(Handler<Request, Response> handler, const Request& request) {
  static const Limits limits;
  Response response;
  const absl::Status status = handler({&limits, nullptr}, request, &response);
  if (status.ok()) return "OK " + response.SerializeAsString();
  // Not ToString, which gives reason and field in any order.
  return StrCat(static_cast<int>(status.code()), " ", ReasonName(ReasonOf(status)), " at ",
                FieldOf(status), ": ", std::string(status.message()));
}

inline bool IsAccepted(const std::string& answer) { return answer.starts_with("OK "); }

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_ASK_H_
