#ifndef ARBITER_CORE_RULES_ROLES_H_
#define ARBITER_CORE_RULES_ROLES_H_

#include <cstdint>

namespace arbiter {

// What the two players are called. While colours are not known yet, Color::kWhite stands for
// the one who begins, the Challenger, and Color::kBlack for the Opponent (ruling P1).
enum class Roles : uint8_t { kColors, kBidders };

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_ROLES_H_
