#include "clients/cli/text/json.h"

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/util/json_util.h"
#include "google/rpc/error_details.pb.h"

namespace arbiter::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// Shortens a syntax error to one line. Protobuf writes a sentence, the text around the error, and a
// line with a mark below the error.
std::string OnOneLine(const std::string& message) {
  const std::vector<std::string> lines = absl::StrSplit(message, '\n');
  return lines.size() < 2 ? message : StrCat(lines[0], " Near: ", lines[1]);
}

// Returns the type of the object at a path such as `position.options` in the JSON of `type`, or
// nullptr if the path names no object.
const Descriptor* FindObject(const Descriptor* type, std::string_view path) {
  while (type != nullptr && !path.empty()) {
    const size_t end = std::min(path.find('.'), path.size());
    // The step may be an element of a list, such as `items[3]`.
    const std::string_view step = path.substr(0, end);
    const std::string name(step.substr(0, step.find('[')));
    const FieldDescriptor* field = type->FindFieldByCamelcaseName(name);
    if (field == nullptr) field = type->FindFieldByName(name);
    type = field == nullptr ? nullptr : field->message_type();
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return type;
}

// Removes the path in parentheses with which most protobuf messages begin, and returns it.
std::string_view ConsumePath(std::string_view* message) {
  if (!ConsumePrefix(message, "(")) return {};
  const std::string_view path = message->substr(0, message->find(')'));
  message->remove_prefix(std::min(path.size() + 1, message->size()));
  return path;
}

// Adds the known fields to protobuf's message for an unknown field,
// `(position) fem: Cannot find field.`. Returns any other message unchanged.
std::string WithKnownFields(const Descriptor* type, std::string message) {
  std::string_view rest = message;
  const std::string_view path = ConsumePath(&rest);
  ConsumePrefix(&rest, " ");
  if (!ConsumeSuffix(&rest, ": Cannot find field.")) return message;
  const Descriptor* object = FindObject(type, path);
  if (object == nullptr) return message;
  std::vector<std::string_view> known;
  known.reserve(object->field_count());
  for (int i = 0; i < object->field_count(); ++i) known.emplace_back(object->field(i)->json_name());
  return StrCat(path, path.empty() ? "" : ".", rest, ": unknown field", KnownNames(rest, known));
}

// Adds the known values to protobuf's message for an unknown enum value, `(detail): invalid value
// "FULL" for type type.googleapis.com/arbiter.v1.Detail`. Returns any other message unchanged.
std::string WithKnownValues(std::string message) {
  std::string_view rest = message;
  const std::string_view path = ConsumePath(&rest);
  constexpr std::string_view kType = "\" for type type.googleapis.com/";
  if (!ConsumePrefix(&rest, ": invalid value \"")) return message;
  const size_t type = rest.rfind(kType);
  if (type == std::string_view::npos) return message;
  const auto* values = google::protobuf::DescriptorPool::generated_pool()->FindEnumTypeByName(
      std::string(rest.substr(type + kType.size())));
  if (values == nullptr) return message;
  const std::string_view value = rest.substr(0, type);
  std::vector<std::string_view> known;
  known.reserve(values->value_count());
  for (int i = 0; i < values->value_count(); ++i) known.emplace_back(values->value(i)->name());
  return StrCat(path, ": unknown value ", Quoted(value), KnownNames(value, known));
}

}  // namespace

absl::StatusOr<std::string> ToJson(const google::protobuf::Message& message) {
  // Status details are of these types, so their descriptors must be linked in.
  google::protobuf::LinkMessageReflection<google::rpc::ErrorInfo>();
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(message, &json);
  if (status.ok()) return json;
  return absl::InternalError(StrCat("the answer cannot be written as JSON: ", status.ToString()));
}

absl::Status PrintJson(const google::protobuf::Message& message) {
  const absl::StatusOr<std::string> json = ToJson(message);
  if (json.ok()) std::cout << *json << '\n';
  return json.status();
}

absl::Status FromJson(std::string_view json, google::protobuf::Message* message) {
  const auto status =
      google::protobuf::util::JsonStringToMessage({json.data(), json.size()}, message);
  if (status.ok()) return absl::OkStatus();
  const std::string why = OnOneLine(status.message().ToString());
  return MakeError(ErrorReason::kBadField,
                   WithKnownValues(WithKnownFields(message->GetDescriptor(), why)));
}

}  // namespace arbiter::cli
