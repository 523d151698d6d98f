#ifndef ARBITER_CLIENTS_CLI_BATCH_ITEM_H_
#define ARBITER_CLIENTS_CLI_BATCH_ITEM_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "arbiter/v1/rules_service.pb.h"

namespace arbiter::cli {

// The request on a line of a batch; for a line that holds none, the answer that
// says so, with the request's id where one can be read.
std::variant<v1::BatchRequest, v1::BatchResponse> ParseItem(std::string_view line);

// The answer to a line that is longer than `max_bytes`.
v1::BatchResponse TooLongAnswer(size_t max_bytes);

// An answer as a line, without its end.
std::string AnswerLine(const v1::BatchResponse& response);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BATCH_ITEM_H_
