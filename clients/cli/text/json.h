#ifndef ARBITER_CLIENTS_CLI_TEXT_JSON_H_
#define ARBITER_CLIENTS_CLI_TEXT_JSON_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/message.h"

namespace arbiter::cli {

// A message in proto JSON, on one line without its end. Fails only for details of a status whose
// type this program does not know.
absl::StatusOr<std::string> ToJson(const google::protobuf::Message& message);

// Writes the same, and the end of the line, to standard output.
absl::Status PrintJson(const google::protobuf::Message& message);

// Reads proto JSON; fails with BAD_FIELD for what is not JSON or does not fit the message, unknown
// fields included.
absl::Status FromJson(std::string_view json, google::protobuf::Message* message);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_JSON_H_
