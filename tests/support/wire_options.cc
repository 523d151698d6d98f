#include "tests/support/wire_options.h"

#include "absl/strings/ascii.h"
#include "core/rules/strings.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace arbiter::testing {
namespace {

// Sets the enum field to the value that ends in `_MANUAL` for `manual`.
void SetEnum(google::protobuf::Message* message, const google::protobuf::FieldDescriptor* field,
             const std::string& value) {
  const std::string ending = StrCat("_", absl::AsciiStrToUpper(value));
  for (int i = 0; i < field->enum_type()->value_count(); ++i) {
    const auto* candidate = field->enum_type()->value(i);
    if (!candidate->name().ends_with(ending)) continue;
    message->GetReflection()->SetEnum(message, field, candidate);
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
    SetEnum(message, message->GetDescriptor()->FindFieldByName(name), value);
  }
  return wire;
}

}  // namespace arbiter::testing
