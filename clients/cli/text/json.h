#ifndef ARBITER_CLIENTS_CLI_TEXT_JSON_H_
#define ARBITER_CLIENTS_CLI_TEXT_JSON_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/message.h"

namespace arbiter::cli {

// Formats a message as one line of proto JSON, without a newline. Fails only for status details of
// a type that is not linked into the program.
absl::StatusOr<std::string> ToJson(const google::protobuf::Message& message);

// Prints a message as one line of proto JSON to standard output.
absl::Status PrintJson(const google::protobuf::Message& message);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_JSON_H_
