#ifndef ARBITER_SERVICE_ACCESS_JOSE_H_
#define ARBITER_SERVICE_ACCESS_JOSE_H_

#include <optional>
#include <string>
#include <string_view>

#include "google/protobuf/struct.pb.h"

namespace arbiter {

// Decodes base64url without padding (RFC 7515, section 2). std::nullopt if `text` is not the one
// canonical encoding of its bytes.
std::optional<std::string> FromBase64Url(std::string_view text);

// Parses a JSON object; std::nullopt for any other text, and for an object that is nested too
// deeply.
std::optional<google::protobuf::Struct> ParseJsonObject(const std::string& json);

// Returns the value of a field, which belongs to `object`; nullptr if the field is absent or null.
const google::protobuf::Value* FindField(const google::protobuf::Struct& object,
                                         const std::string& name);

// Return the string or number of a field; nullptr or std::nullopt if the field is absent or has
// another type.
const std::string* FindText(const google::protobuf::Struct& object, const std::string& name);
std::optional<double> FindNumber(const google::protobuf::Struct& object, const std::string& name);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_JOSE_H_
