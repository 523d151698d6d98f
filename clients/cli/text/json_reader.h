#ifndef ARBITER_CLIENTS_CLI_TEXT_JSON_READER_H_
#define ARBITER_CLIENTS_CLI_TEXT_JSON_READER_H_

#include <string_view>

#include "absl/status/status.h"
#include "google/protobuf/message.h"

namespace arbiter::cli {

// Parses proto JSON that has exactly one reading; Protobuf's own parser accepts more. The text must
// be UTF-8 and a JSON object (RFC 8259). Each field must be known to the type of `message`, appear
// once in either of its two spellings, and have a value of its type; null stands for a field that
// is not given. Otherwise, fails with BAD_FIELD: `record.actions: the field is repeated; …`.
// `message` must be empty. On error, it holds the fields that could be read.
absl::Status FromJson(std::string_view json, google::protobuf::Message* message);

// Returns whether the text is a JSON object, of any fields.
bool IsJsonObject(std::string_view text);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_JSON_READER_H_
