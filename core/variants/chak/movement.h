#ifndef ARBITER_CORE_VARIANTS_CHAK_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_CHAK_MOVEMENT_H_

#include "core/variants/chak/position.h"

namespace arbiter::chak {

// How the pieces move and attack (rulings K2–K11), whatever becomes of the royal.

// Where the piece on `from` (occupied) may go, kings left in check included.
Squares Targets(const ChakBoard& board, Sq from);

// The pieces of `by` that attack `square`.
Squares Attackers(const ChakBoard& board, Sq square, Color by);

// The king or divine king of `color`; each side has exactly one (K12).
Sq RoyalOf(const ChakBoard& board, Color color);

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_MOVEMENT_H_
