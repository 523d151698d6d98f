#include "core/rules/options.h"

#include <algorithm>

#include "core/rules/error.h"
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
  std::string allowed;
  for (const std::string_view known : option->values) {
    StrAppend(&allowed, allowed.empty() ? "" : ", ", known);
  }
  return AtField(MakeError(ErrorReason::kOptionOutOfRange,
                           StrCat("option ", name, " is ", Quoted(given->second),
                                  "; it must be one of ", allowed)),
                 name);
}

absl::StatusOr<DrawPolicy> DrawPolicyIn(const VariantInfo& info, const OptionMap& options) {
  const absl::StatusOr<std::string_view> name = OptionValue(info, options, "draw_policy");
  if (!name.ok()) return name.status();
  return *name == NameOf(DrawPolicy::kClaim) ? DrawPolicy::kClaim : DrawPolicy::kAutomatic;
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
      return AtField(MakeError(ErrorReason::kOptionOutOfRange,
                               StrCat(info.id, " has no option ", Quoted(name))),
                     name);
    }
  }
  return absl::OkStatus();
}

}  // namespace arbiter
