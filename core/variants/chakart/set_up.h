#ifndef ARBITER_CORE_VARIANTS_CHAKART_SET_UP_H_
#define ARBITER_CORE_VARIANTS_CHAKART_SET_UP_H_

#include <cstdint>

#include "core/rules/draws.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// The ways to set up the back ranks (H1).
enum class SetUp : uint8_t { kStandard, kSymmetric, kAsymmetric };

// Returns the starting position. The candidates of its random draws are squares of White's back
// rank and then, with kAsymmetric, of Black's.
Position MakeStart(SetUp set_up, const DrawFunction& draw);

// Returns whether MakeStart() can return the position.
bool CanMakeStart(SetUp set_up, const Position& position);

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_SET_UP_H_
