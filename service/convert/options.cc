#include "service/convert/options.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/clocks.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"

namespace arbiter {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

absl::Status OutOfRange(std::string_view message) {
  return MakeError(ErrorReason::kOptionOutOfRange, message);
}

// Returns the names of the fields that are not in a oneof.
std::vector<std::string_view> OptionNames(const Descriptor& type) {
  std::vector<std::string_view> names;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.real_containing_oneof() == nullptr) names.emplace_back(field.name());
  }
  return names;
}

// Converts a time control to a message.
v1::TimeControl ToWire(const TimeControl& control) {
  const auto [white, black] = control.base;
  v1::TimeControl clock;
  clock.set_base_seconds(white);
  clock.set_bonus_seconds(control.bonus);
  if (black != white) clock.set_black_base_seconds(black);
  return clock;
}

// Formats the option `clock`.
absl::StatusOr<std::string> FormatClock(const v1::TimeControl& clock) {
  const auto check = [](std::string_view name, uint32_t seconds, uint32_t min, uint32_t max) {
    if (seconds >= min && seconds <= max) return absl::OkStatus();
    return AtField(OutOfRange(StrCat(name, " is ", seconds, "; it must be from ", min, " to ", max,
                                     " seconds (C17)")),
                   name);
  };
  constexpr uint32_t kMin = TimeControl::kMinBase;
  constexpr uint32_t kMax = TimeControl::kMaxBase;
  ARBITER_RETURN_IF_ERROR(check("base_seconds", clock.base_seconds(), kMin, kMax));
  ARBITER_RETURN_IF_ERROR(check("bonus_seconds", clock.bonus_seconds(), 0, TimeControl::kMaxBonus));
  TimeControl control = {{clock.base_seconds(), clock.base_seconds()}, clock.bonus_seconds()};
  if (clock.has_black_base_seconds()) {
    control.base[1] = clock.black_base_seconds();
    ARBITER_RETURN_IF_ERROR(check("black_base_seconds", control.base[1], kMin, kMax));
  }
  return FormatTimeControl(control);
}

absl::Status SetEnum(const FieldDescriptor* field, const std::string& value, Message* message) {
  const std::string word = ReplaceAll(LowerCase(value), {{"-", "_"}});
  std::vector<std::string> words;
  // Skips the first value, which means that the field is not set.
  for (int i = 1; i < field->enum_type()->value_count(); ++i) {
    const EnumValueDescriptor* known = field->enum_type()->value(i);
    words.push_back(EnumWord(*known));
    if (words.back() != word) continue;
    message->GetReflection()->SetEnum(message, field, known);
    return absl::OkStatus();
  }
  const std::vector<std::string_view> names(words.begin(), words.end());
  return OutOfRange(
      StrCat("unknown value ", Quoted(value), " of ", field->name(), KnownNames(value, names)));
}

// Sets `field` to a value in text form: `auto` for COUNTING_AUTO, `300+3` for a time control, and
// `width=10,undo=2,hill` for another message.
// NOLINTNEXTLINE(misc-no-recursion): at most as deep as the messages, two levels.
absl::Status SetField(const FieldDescriptor* field, const std::string& value, Message* message) {
  if (field->type() == FieldDescriptor::TYPE_STRING) {
    message->GetReflection()->SetString(message, field, value);
    return absl::OkStatus();
  }
  if (field->message_type() != nullptr) {
    const Reflection* reflection = message->GetReflection();
    if (field->message_type() == v1::TimeControl::descriptor()) {
      reflection->ClearField(message, field);
      if (value == kNoClocks) return absl::OkStatus();
      ARBITER_ASSIGN_OR_RETURN(const TimeControl control, ParseTimeControl(value));
      reflection->MutableMessage(message, field)->CopyFrom(ToWire(control));
      return absl::OkStatus();
    }
    Message* inner = reflection->MutableMessage(message, field);
    if (value == "-") return absl::OkStatus();
    for (const absl::string_view item : absl::StrSplit(value, ',')) {
      const std::pair<std::string, std::string> parts =
          absl::StrSplit(item, absl::MaxSplits('=', 1));
      const FieldDescriptor* named = field->message_type()->FindFieldByName(parts.first);
      if (named == nullptr) {
        return OutOfRange(StrCat("unknown part ", Quoted(parts.first), " of ", field->name(),
                                 KnownNames(parts.first, OptionNames(*field->message_type()))));
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
  const bool is_bool = field->cpp_type() == FieldDescriptor::CPPTYPE_BOOL;
  return OutOfRange(StrCat(field->name(), " cannot be ", Quoted(value), "; it must be ",
                           is_bool ? "true or false" : "a number"));
}

// Formats an option that is a message: `width=10,undo=2,hill`, in the order of the fields.
absl::StatusOr<std::string> FormatMessageOption(const Message& message) {
  std::string text;
  const auto* reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    StrAppend(&text, text.empty() ? "" : ",", std::string_view(field->name()));
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
      StrAppend(&text, "=", reflection->GetUInt32(message, field));
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      const std::string value = reflection->GetString(message, field);
      // A value with one of these characters could be read as another option.
      if (value.find_first_of(",=") != std::string::npos) {
        return AtField(MakeError(ErrorReason::kOptionOutOfRange,
                                 StrCat(field->name(), " cannot be ", Quoted(value),
                                        "; a value must not contain ',' or '='")),
                       field->name());
      }
      StrAppend(&text, "=", value);
    }
  }
  return text;
}

// Formats a value of an enum, such as `manual` for COUNTING_MANUAL. The text is empty for the zero
// value, which means the default.
absl::StatusOr<std::string> FormatEnumOption(const EnumDescriptor& type, int number) {
  const EnumValueDescriptor* value = type.FindValueByNumber(number);
  if (value == nullptr) {
    return MakeError(ErrorReason::kOptionOutOfRange,
                     StrCat(number, " is not a value of ", type.name()));
  }
  if (number == 0) return std::string();
  return EnumWord(*value);
}

// Formats the value of a field that is set; the text is empty if the value means the default.
absl::StatusOr<std::string> FormatOption(const Message& message, const FieldDescriptor* field) {
  const auto* reflection = message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return FormatEnumOption(*field->enum_type(), reflection->GetEnumValue(message, field));
    case FieldDescriptor::CPPTYPE_UINT32:
      return StrCat(reflection->GetUInt32(message, field));
    case FieldDescriptor::CPPTYPE_BOOL:
      return std::string("true");
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection->GetString(message, field);
    case FieldDescriptor::CPPTYPE_MESSAGE: {
      const Message& value = reflection->GetMessage(message, field);
      if (field->message_type() == v1::TimeControl::descriptor()) {
        return FormatClock(static_cast<const v1::TimeControl&>(value));
      }
      return FormatMessageOption(value);
    }
    default:
      return std::string();
  }
}

// Adds every field of `message` that is set, except for those of a oneof.
absl::Status AddOptions(const Message& message, OptionMap* options) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->real_containing_oneof() != nullptr) continue;
    ARBITER_ASSIGN_OR_RETURN(std::string text,
                             AtField(FormatOption(message, field), field->name()));
    if (!text.empty()) (*options)[field->name()] = std::move(text);
  }
  return absl::OkStatus();
}

}  // namespace

std::string EnumWord(const EnumValueDescriptor& value) {
  // The common prefix of the names of the values, such as DRAW_POLICY_ in DrawPolicy.
  std::string_view prefix = value.type()->FindValueByNumber(0)->name();
  ConsumeSuffix(&prefix, "UNSPECIFIED");
  return LowerCase(std::string_view(value.name()).substr(prefix.size()));
}

absl::StatusOr<OptionMap> ReadOptions(std::string_view variant, const v1::GameOptions& options) {
  OptionMap map;
  const auto* reflection = options.GetReflection();
  ARBITER_RETURN_IF_ERROR(AddOptions(options, &map));
  const FieldDescriptor* own = reflection->GetOneofFieldDescriptor(
      options, v1::GameOptions::descriptor()->FindOneofByName("variant"));
  if (own == nullptr) return map;
  if (own->name() != variant) {
    return AtField(
        MakeError(ErrorReason::kOptionOutOfRange, StrCat("these are options of ", own->name(),
                                                         ", but the variant is ", Quoted(variant))),
        own->name());
  }
  ARBITER_RETURN_IF_ERROR(
      AtField(AddOptions(reflection->GetMessage(options, own), &map), own->name()));
  return map;
}

absl::Status SetOption(std::string_view variant, std::string_view name, const std::string& value,
                       v1::GameOptions* options) {
  Message* holder = options;
  const FieldDescriptor* field = options->GetDescriptor()->FindFieldByName(std::string(name));
  if (field == nullptr || field->real_containing_oneof() != nullptr) {
    const FieldDescriptor* own = options->GetDescriptor()->FindFieldByName(std::string(variant));
    const bool has_own = own != nullptr && own->real_containing_oneof() != nullptr;
    field = has_own ? own->message_type()->FindFieldByName(std::string(name)) : nullptr;
    if (field == nullptr) {
      std::vector<std::string_view> known = OptionNames(*options->GetDescriptor());
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
