#include "tests/support/wire_options.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "core/base/strings.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace arbiter::testing {
namespace {

// Sets the enum field to the value whose name ends in the option's value, for example `…_MANUAL`
// for `manual`.
void SetEnum(google::protobuf::Message* message, const google::protobuf::FieldDescriptor* field,
             const std::string& value) {
  const std::string ending = StrCat("_", absl::AsciiStrToUpper(value));
  for (int i = 0; i < field->enum_type()->value_count(); ++i) {
    const auto* candidate = field->enum_type()->value(i);
    if (!candidate->name().ends_with(ending)) continue;
    message->GetReflection()->SetEnum(message, field, candidate);
  }
}

// Sets the field to the value of an option. The value of a message field lists the fields of that
// message, for example `width=10,hill`, or is a time control such as `300,180+3`.
void SetField(google::protobuf::Message* message, const google::protobuf::FieldDescriptor* field,
              const std::string& value) {
  using google::protobuf::FieldDescriptor;
  const auto* reflection = message->GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return SetEnum(message, field, value);
    case FieldDescriptor::CPPTYPE_UINT32:
      return reflection->SetUInt32(message, field, static_cast<uint32_t>(std::stoul(value)));
    case FieldDescriptor::CPPTYPE_BOOL:
      return reflection->SetBool(message, field, value != "false");
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection->SetString(message, field, value);
    default:
      break;
  }
  if (field->name() == "clock" && value == "-") return;
  google::protobuf::Message* inner = reflection->MutableMessage(message, field);
  if (auto* clock = dynamic_cast<v1::TimeControl*>(inner)) {
    const std::pair<std::string, std::string> parts = absl::StrSplit(value, '+');
    const std::vector<std::string> bases = absl::StrSplit(parts.first, ',');
    clock->set_base_seconds(static_cast<uint32_t>(std::stoul(bases.front())));
    if (bases.size() > 1) {
      clock->set_black_base_seconds(static_cast<uint32_t>(std::stoul(bases.back())));
    }
    clock->set_bonus_seconds(static_cast<uint32_t>(std::stoul(parts.second)));
    return;
  }
  if (value == "-") return;
  for (const absl::string_view item : absl::StrSplit(value, ',')) {
    const std::pair<std::string, std::string> parts = absl::StrSplit(item, absl::MaxSplits('=', 1));
    SetField(inner, inner->GetDescriptor()->FindFieldByName(parts.first), parts.second);
  }
}

}  // namespace

v1::GameOptions ToWire(const GameCase& game_case) {
  v1::GameOptions wire;
  const std::string variant(game_case.variant->info().id);
  for (const auto& [name, value] : game_case.options) {
    google::protobuf::Message* message = &wire;
    if (v1::GameOptions::descriptor()->FindFieldByName(name) == nullptr) {
      message = wire.GetReflection()->MutableMessage(
          &wire, v1::GameOptions::descriptor()->FindFieldByName(variant));
    }
    SetField(message, message->GetDescriptor()->FindFieldByName(name), value);
  }
  return wire;
}

}  // namespace arbiter::testing
