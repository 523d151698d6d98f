#include "core/variants/chpok/board/position.h"

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

Position StartPosition(const Features& features, const HomeRow& row) {
  Position position;
  position.features = features;
  for (int file = 0; file < features.width; ++file) {
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      const bool white = color == Color::kWhite;
      position.board.Put(Sq(file, white ? 0 : Geo::kRanks - 1), {row[file], color});
      position.board.Put(Sq(file, white ? 1 : Geo::kRanks - 2), {Kind::kPawn, color});
    }
  }
  position.castlings.fill(features.castlings);
  position.undos.fill(features.undo);
  position.newborn.fill(features.Has(Switch::kNewborn));
  position.history.Push(0);
  return position;
}

}  // namespace arbiter::chpok
