#ifndef ARBITER_CORE_GAME_COMMON_RULINGS_H_
#define ARBITER_CORE_GAME_COMMON_RULINGS_H_

#include <span>
#include <string_view>

#include "core/rules/variant_info.h"

namespace arbiter {

// The rulings that hold in every variant.
std::span<const RulingInfo> CommonRulings();

// The id of a ruling of any variant as text that lives as long as the program;
// empty where there is none of this id.
std::string_view RulingNamed(std::string_view id);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_COMMON_RULINGS_H_
