#include "service/convert/options.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"

namespace arbiter {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

absl::Status OutOfRange(std::string_view message) {
  return MakeError(ErrorReason::kOptionOutOfRange, message);
}

std::vector<std::string_view> NamesOf(const Descriptor& type) {
  std::vector<std::string_view> names;
  for (int i = 0; i < type.field_count(); ++i) {
    if (type.field(i)->message_type() == nullptr) names.emplace_back(type.field(i)->name());
  }
  return names;
}

// `auto` for COUNTING_AUTO.
std::string WordOf(const EnumValueDescriptor& value) {
  return LowerCase(std::string_view(value.name()).substr(EnumPrefix(*value.type()).size()));
}

absl::Status SetEnum(const FieldDescriptor* field, const std::string& value, Message* message) {
  const std::string word = ReplaceAll(LowerCase(value), {{"-", "_"}});
  std::vector<std::string> words;
  // The first value is that of a field that is not set.
  for (int i = 1; i < field->enum_type()->value_count(); ++i) {
    const EnumValueDescriptor* known = field->enum_type()->value(i);
    words.push_back(WordOf(*known));
    if (words.back() != word) continue;
    message->GetReflection()->SetEnum(message, field, known);
    return absl::OkStatus();
  }
  const std::vector<std::string_view> names(words.begin(), words.end());
  return OutOfRange(
      StrCat("unknown value ", Quoted(value), " of ", field->name(), KnownNames(value, names)));
}

// Sets `field` to a value as people write it: `auto` for COUNTING_AUTO, and
// `width=10,undo=2,hill` for a field that holds others.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the messages, which is two.
absl::Status SetField(const FieldDescriptor* field, const std::string& value, Message* message) {
  if (field->type() == FieldDescriptor::TYPE_STRING) {
    message->GetReflection()->SetString(message, field, value);
    return absl::OkStatus();
  }
  if (field->message_type() != nullptr) {
    Message* inner = message->GetReflection()->MutableMessage(message, field);
    if (value == "-") return absl::OkStatus();
    for (const absl::string_view item : absl::StrSplit(value, ',')) {
      const std::pair<std::string, std::string> parts =
          absl::StrSplit(item, absl::MaxSplits('=', 1));
      const FieldDescriptor* named = field->message_type()->FindFieldByName(parts.first);
      if (named == nullptr) {
        return OutOfRange(StrCat("unknown part ", Quoted(parts.first), " of ", field->name(),
                                 KnownNames(parts.first, NamesOf(*field->message_type()))));
      }
      const bool is_switch = item.find('=') == absl::string_view::npos;
      ARBITER_RETURN_IF_ERROR(SetField(named, is_switch ? "true" : parts.second, inner));
    }
    return absl::OkStatus();
  }
  if (field->enum_type() != nullptr) return SetEnum(field, value, message);
  if (google::protobuf::TextFormat::ParseFieldValueFromString(value, field, message)) {
    return absl::OkStatus();
  }
  return OutOfRange(StrCat(field->name(), " cannot be ", Quoted(value)));
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
    if (field == nullptr) {
      std::vector<std::string_view> known = NamesOf(*options->GetDescriptor());
      if (has_own) {
        const auto& fields = *own->message_type();
        for (int i = 0; i < fields.field_count(); ++i) known.emplace_back(fields.field(i)->name());
      }
      return OutOfRange(
          StrCat("unknown option ", Quoted(name), " of ", variant, KnownNames(name, known)));
    }
    holder = options->GetReflection()->MutableMessage(options, own);
  }
  return SetField(field, value, holder);
}

}  // namespace arbiter
