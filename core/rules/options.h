#ifndef ARBITER_CORE_RULES_OPTIONS_H_
#define ARBITER_CORE_RULES_OPTIONS_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// Whether a rule that ends the game by claim does so by itself (ruling C8).
enum class DrawPolicy : uint8_t { kClaim, kAutomatic };

// The value of the option `name` among those that `info` lists, or its default;
// OPTION_OUT_OF_RANGE for another value.
absl::StatusOr<std::string_view> OptionValue(const VariantInfo& info, const OptionMap& options,
                                             std::string_view name);

// The value of the option `draw_policy`, which every variant has, and its name.
absl::StatusOr<DrawPolicy> DrawPolicyIn(const VariantInfo& info, const OptionMap& options);
std::string_view NameOf(DrawPolicy policy);

// OPTION_OUT_OF_RANGE if `options` has a name that `info` does not list.
absl::Status CheckOptionNames(const VariantInfo& info, const OptionMap& options);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_OPTIONS_H_
