#include "core/rules/options.h"

#include <algorithm>
#include <vector>

#include "core/rules/error.h"
#include "core/rules/nearest_name.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"

namespace arbiter {

absl::StatusOr<std::string_view> OptionValue(const VariantInfo& info, const OptionMap& options,
                                             std::string_view name) {
  const auto option = std::find_if(info.options.begin(), info.options.end(),
                                   [name](const OptionInfo& known) { return known.name == name; });
  const auto given = options.find(name);
  if (given == options.end()) return option->values.front();
  const auto value = std::find(option->values.begin(), option->values.end(), given->second);
  if (value != option->values.end()) return *value;
  return AtField(MakeError(ErrorReason::kOptionOutOfRange,
                           StrCat("unknown value ", Quoted(given->second), " of option ", name,
                                  KnownNames(given->second, option->values))),
                 name);
}

absl::StatusOr<DrawPolicy> DrawPolicyIn(const VariantInfo& info, const OptionMap& options) {
  ARBITER_ASSIGN_OR_RETURN(const std::string_view name, OptionValue(info, options, "draw_policy"));
  return name == NameOf(DrawPolicy::kClaim) ? DrawPolicy::kClaim : DrawPolicy::kAutomatic;
}

std::string_view NameOf(DrawPolicy policy) {
  return policy == DrawPolicy::kClaim ? "claim" : "automatic";
}

absl::Status CheckOptionNames(const VariantInfo& info, const OptionMap& options) {
  for (const auto& given : options) {
    const std::string& name = given.first;
    const bool known = std::any_of(info.options.begin(), info.options.end(),
                                   [&](const OptionInfo& option) { return option.name == name; });
    if (!known) {
      std::vector<std::string_view> names;
      for (const OptionInfo& option : info.options) names.push_back(option.name);
      return AtField(
          MakeError(ErrorReason::kOptionOutOfRange, StrCat("unknown option ", Quoted(name), " of ",
                                                           info.id, KnownNames(name, names))),
          name);
    }
  }
  return absl::OkStatus();
}

}  // namespace arbiter
