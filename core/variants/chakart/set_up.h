#ifndef ARBITER_CORE_VARIANTS_CHAKART_SET_UP_H_
#define ARBITER_CORE_VARIANTS_CHAKART_SET_UP_H_

#include <cstdint>

#include "core/rules/draws.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// How the back ranks are set up (H1).
enum class SetUp : uint8_t { kStandard, kSymmetric, kAsymmetric };

// The first position. Draws candidates are squares of White's back rank, for the second
// of two back ranks of Black's.
Position MakeStart(SetUp set_up, const DrawFunction& draw);

// Whether MakeStart() can make the position.
bool CanMakeStart(SetUp set_up, const Position& position);

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_SET_UP_H_
