#ifndef ARBITER_SERVICE_JSON_JSON_READER_H_
#define ARBITER_SERVICE_JSON_JSON_READER_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "google/protobuf/message.h"

namespace arbiter {

// Texts of hexadecimal digits, by the paths of their fields, such as `record.seed`.
using HexTexts = std::map<std::string, std::string>;

// Parses proto JSON that has exactly one reading; Protobuf's own parser accepts more. Appends a
// message of this type to `wire`, in the wire format, of at most about four times the size of the
// text. The text must be UTF-8 and a JSON object (RFC 8259). Each field must be known, appear once
// in either of its two spellings, and have a value of its type; null stands for a field that is not
// given. Otherwise, fails with BAD_FIELD at the field: `record.actions: the field is repeated; …`.
//
// Bytes are in base64. People write seeds in hexadecimal digits, which are nearly always valid
// base64 as well, but of other bytes. Therefore, a text of at least 22 hexadecimal digits and
// nothing else is refused. If `hex_texts` is not nullptr, such a text is stored there instead, and
// its field is not set.
//
// On error, `wire` has the fields that could be read, unless the text is not JSON.
absl::Status JsonToWire(std::string_view json, const google::protobuf::Descriptor& type,
                        std::string* wire, HexTexts* hex_texts = nullptr);

// Parses proto JSON into `message`, which must be empty, in the same way. The errors have no path.
absl::Status FromJson(std::string_view json, google::protobuf::Message* message,
                      HexTexts* hex_texts = nullptr);

// Decodes standard or URL-safe base64, with or without padding. Returns std::nullopt if the text
// is invalid.
std::optional<std::string> DecodeBase64(std::string_view text);

// Returns whether the text is a JSON object, of any fields.
bool IsJsonObject(std::string_view text);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JSON_JSON_READER_H_
