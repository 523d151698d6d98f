#include "service/access/jose.h"

#include "absl/strings/escaping.h"
#include "core/base/strings.h"
#include "google/protobuf/util/json_util.h"

namespace arbiter {

using google::protobuf::Struct;
using google::protobuf::Value;

std::optional<std::string> FromBase64Url(std::string_view text) {
  std::string bytes;
  if (!absl::WebSafeBase64Unescape(ForAbsl(text), &bytes)) return std::nullopt;
  if (absl::WebSafeBase64Escape(bytes) != ForAbsl(text)) return std::nullopt;
  return bytes;
}

std::optional<Struct> ParseJsonObject(const std::string& json) {
  Struct object;
  if (!google::protobuf::util::JsonStringToMessage(json, &object).ok()) return std::nullopt;
  return object;
}

const Value* FindField(const Struct& object, const std::string& name) {
  const auto found = object.fields().find(name);
  if (found == object.fields().end() || found->second.has_null_value()) return nullptr;
  return &found->second;
}

const std::string* FindText(const Struct& object, const std::string& name) {
  const Value* value = FindField(object, name);
  return value != nullptr && value->has_string_value() ? &value->string_value() : nullptr;
}

std::optional<double> FindNumber(const Struct& object, const std::string& name) {
  const Value* value = FindField(object, name);
  if (value == nullptr || !value->has_number_value()) return std::nullopt;
  return value->number_value();
}

}  // namespace arbiter
