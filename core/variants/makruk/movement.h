#ifndef ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_

#include "core/variants/makruk/position.h"

namespace arbiter::makruk {

// How the pieces move and attack (ruling M1), whatever becomes of the khun.

// Where the piece on `from` (occupied) may go, khuns left in check included.
Squares Targets(const MakrukBoard& board, Sq from);

// The pieces of `by` that attack `square`.
Squares Attackers(const MakrukBoard& board, Sq square, Color by);

// Each side has exactly one khun.
inline Sq RoyalOf(const MakrukBoard& board, Color color) {
  return board.Of(color, Kind::kKhun).First();
}

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_
