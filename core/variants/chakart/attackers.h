#ifndef ARBITER_CORE_VARIANTS_CHAKART_ATTACKERS_H_
#define ARBITER_CORE_VARIANTS_CHAKART_ATTACKERS_H_

#include "core/board/color.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// What the piece on `from` could capture, its own side's pieces among it, where `blockers` stop
// lines.
Squares AttacksFrom(const Position& position, Sq from, const Squares& blockers);

// The pieces of `color`, not immobilised, that could capture on `square`.
Squares AttackersOf(const Position& position, Sq square, Color color, const Squares& blockers);

// Whether `by`, to act on this board, could take the other side's only king at once, by a capture
// or with the shell (H7); false where there are several kings.
bool CanTakeLastKing(const Position& position, Color by, const Squares& blockers);

// What stops lines once the player to move has acted (H3, H23).
inline Squares BlockersAfterwards(const Position& position) {
  return position.board.Occupied() | position.Of(Object::kBanana) | position.Of(Object::kBomb);
}

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_ATTACKERS_H_
