#include "core/variants/chpok/position.h"

namespace arbiter::chpok {

uint64_t Position::key() const {
  uint64_t key = board.key();
  const auto mix = [&key](uint64_t value) { key = Mix64(key ^ value); };
  if (turn == Color::kBlack) key ^= kBlackToMoveKey;
  mix(en_passant ? 1 + static_cast<uint64_t>(en_passant->index()) : 0);
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const int side = Index(color);
    mix(castlings[side] | uint64_t{undos[side]} << 8 | uint64_t{newborn[side]} << 16);
  }
  return key;
}

}  // namespace arbiter::chpok
