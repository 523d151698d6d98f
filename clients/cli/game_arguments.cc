#include "clients/cli/game_arguments.h"

#include <utility>

#include "absl/strings/str_split.h"
#include "clients/cli/completion.h"
#include "clients/cli/enum_words.h"
#include "clients/cli/failure.h"
#include "core/rules/strings.h"
#include "google/protobuf/text_format.h"

namespace arbiter::cli {
namespace {

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
  const int number = EnumNumber(field->enum_type(), value);
  if (number != 0) message->GetReflection()->SetEnumValue(message, field, number);
  return number != 0;
}

}  // namespace

absl::Status SetGameOption(const std::string& variant, const std::string& assignment,
                           v1::GameOptions* options) {
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(assignment, absl::MaxSplits('=', 1));
  const auto& [name, value] = parts;
  Message* holder = options;
  const FieldDescriptor* field = options->GetDescriptor()->FindFieldByName(name);
  if (field == nullptr || field->message_type() != nullptr) {
    const FieldDescriptor* own = options->GetDescriptor()->FindFieldByName(variant);
    const bool has_own = own != nullptr && own->message_type() != nullptr;
    field = has_own ? own->message_type()->FindFieldByName(name) : nullptr;
    if (field == nullptr) {
      return UsageError(StrCat(variant, " has no option ", name));
    }
    holder = options->GetReflection()->MutableMessage(options, own);
  }
  if (SetField(field, value, holder)) return absl::OkStatus();
  return UsageError(StrCat(name, " cannot be ", value));
}

void GameArguments::AddTo(CLI::App* command) {
  command->add_option("variant", variant_, "Variant id, e.g. chak; see `arbiter variants`")
      ->type_name(kVariantType)
      ->required();
  AddEnumOption(command, "--draw-policy", &draw_policy_,
                "Whether draws by rule are claimed or come by themselves");
  command
      ->add_option("--option", options_,
                   "An option of the variant, e.g. counting=manual; may be repeated")
      ->type_name(kGameOptionType)
      ->allow_extra_args(false);
}

absl::Status GameArguments::SetOptions(v1::GameOptions* options) const {
  options->set_draw_policy(draw_policy_);
  for (const std::string& assignment : options_) {
    const absl::Status status = SetGameOption(variant_, assignment, options);
    if (!status.ok()) return UsageError(StrCat("--option: ", status.message()));
  }
  return absl::OkStatus();
}

}  // namespace arbiter::cli
