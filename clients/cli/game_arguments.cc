#include "clients/cli/game_arguments.h"

#include <utility>

#include "absl/strings/str_split.h"
#include "clients/cli/completion.h"
#include "clients/cli/enum_words.h"
#include "clients/cli/failure.h"
#include "core/rules/strings.h"
#include "service/convert/option_text.h"

namespace arbiter::cli {

absl::Status SetGameOption(const std::string& variant, const std::string& assignment,
                           v1::GameOptions* options) {
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(assignment, absl::MaxSplits('=', 1));
  const absl::Status status = SetOption(variant, parts.first, parts.second, options);
  return status.ok() ? status : UsageError(std::string(status.message()));
}

void GameArguments::AddTo(CLI::App* command) {
  Add(command, kVariantType, "Variant id, e.g. chak; see `arbiter variants`");
}

void GameArguments::AddWithFile(CLI::App* command, const std::string& help) {
  Add(command, kVariantOrFileType, help);
}

void GameArguments::Add(CLI::App* command, const std::string& type, const std::string& help) {
  command->add_option("variant", variant_, help)->type_name(type)->required();
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
