#ifndef ARBITER_SERVICE_ACCESS_JOSE_H_
#define ARBITER_SERVICE_ACCESS_JOSE_H_

#include <optional>
#include <string>
#include <string_view>

#include "google/protobuf/struct.pb.h"

namespace arbiter {

// Base64url without padding (RFC 7515, 2): one spelling for each text. nullopt for what is none.
std::optional<std::string> FromBase64Url(std::string_view text);

// A JSON object; nullopt for other text, and for one that is nested too deeply.
std::optional<google::protobuf::Struct> ParseJsonObject(const std::string& json);

// The value of a field; null where there is none, or null.
const google::protobuf::Value* FindField(const google::protobuf::Struct& object,
                                         const std::string& name);

// The text or number of a field; null and nullopt where there is none, or it is something else.
const std::string* FindText(const google::protobuf::Struct& object, const std::string& name);
std::optional<double> FindNumber(const google::protobuf::Struct& object, const std::string& name);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_JOSE_H_
