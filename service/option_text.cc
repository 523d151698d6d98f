#include "service/option_text.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"
#include "service/enum_prefix.h"

namespace arbiter {
namespace {

using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Sets `field` to a value as people write it: `auto` for COUNTING_AUTO, and
// `width=10,undo=2,hill` for a field that holds others.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the messages, which is two.
bool SetField(const FieldDescriptor* field, const std::string& value, Message* message) {
  if (field->type() == FieldDescriptor::TYPE_STRING) {
    message->GetReflection()->SetString(message, field, value);
    return true;
  }
  if (field->message_type() != nullptr) {
    Message* inner = message->GetReflection()->MutableMessage(message, field);
    if (value == "-") return true;
    for (const absl::string_view item : absl::StrSplit(value, ',')) {
      const std::pair<std::string, std::string> parts =
          absl::StrSplit(item, absl::MaxSplits('=', 1));
      const FieldDescriptor* named = field->message_type()->FindFieldByName(parts.first);
      const bool is_switch = item.find('=') == absl::string_view::npos;
      if (named == nullptr || !SetField(named, is_switch ? "true" : parts.second, inner)) {
        return false;
      }
    }
    return true;
  }
  if (field->enum_type() == nullptr) {
    return google::protobuf::TextFormat::ParseFieldValueFromString(value, field, message);
  }
  const std::string word = ReplaceAll(absl::AsciiStrToUpper(value), {{"-", "_"}});
  const EnumValueDescriptor* found =
      field->enum_type()->FindValueByName(StrCat(EnumPrefix(*field->enum_type()), word));
  if (found == nullptr || found->number() == 0) return false;
  message->GetReflection()->SetEnum(message, field, found);
  return true;
}

absl::Status OutOfRange(std::string_view message) {
  return MakeError(ErrorReason::kOptionOutOfRange, message);
}

}  // namespace

absl::Status SetOption(std::string_view variant, std::string_view name, const std::string& value,
                       v1::GameOptions* options) {
  Message* holder = options;
  const FieldDescriptor* field = options->GetDescriptor()->FindFieldByName(std::string(name));
  if (field == nullptr || field->message_type() != nullptr) {
    const FieldDescriptor* own = options->GetDescriptor()->FindFieldByName(std::string(variant));
    const bool has_own = own != nullptr && own->message_type() != nullptr;
    field = has_own ? own->message_type()->FindFieldByName(std::string(name)) : nullptr;
    if (field == nullptr) return OutOfRange(StrCat(variant, " has no option ", Quoted(name)));
    holder = options->GetReflection()->MutableMessage(options, own);
  }
  if (SetField(field, value, holder)) return absl::OkStatus();
  return OutOfRange(StrCat(name, " cannot be ", Quoted(value)));
}

}  // namespace arbiter
