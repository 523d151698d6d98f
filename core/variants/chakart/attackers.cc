#include "core/variants/chakart/attackers.h"

#include "core/board/attacks.h"

namespace arbiter::chakart {
namespace {

constexpr auto kKing = LeaperTable<Geo>(kKingSteps);
constexpr auto kKnight = LeaperTable<Geo>(kKnightSteps);
constexpr Step kPawnCaptureSteps[] = {{1, 1}, {-1, 1}};
constexpr auto kPawnCaptures = LeaperTables<Geo>(kPawnCaptureSteps);

}  // namespace

Squares AttacksFrom(const Position& position, Sq from, const Squares& blockers) {
  switch (position.board.KindAt(from)) {
    case Kind::kKing:
      return kKing[from.index()];
    case Kind::kKnight:
      return kKnight[from.index()];
    case Kind::kQueen:
      return RookAttacks<Geo>(from, blockers) | BishopAttacks<Geo>(from, blockers);
    case Kind::kRook:
      return RookAttacks<Geo>(from, blockers);
    case Kind::kBishop:
      return BishopAttacks<Geo>(from, blockers);
    case Kind::kPawn: {
      const bool white = position.board.Of(Color::kWhite).Has(from);
      return kPawnCaptures[white ? 0 : 1][from.index()];
    }
    case Kind::kCount:
      break;
  }
  return {};
}

Squares AttackersOf(const Position& position, Sq square, Color color, const Squares& blockers) {
  const ChakartBoard& board = position.board;
  const int index = square.index();
  Squares attackers = (kKing[index] & board.Of(Kind::kKing)) |
                      (kKnight[index] & board.Of(Kind::kKnight)) |
                      (kPawnCaptures[Index(!color)][index] & board.Of(Kind::kPawn));
  const Squares straight = board.Of(Kind::kRook) | board.Of(Kind::kQueen);
  const Squares diagonal = board.Of(Kind::kBishop) | board.Of(Kind::kQueen);
  if (kRookLines<Geo>[index] & straight & board.Of(color)) {
    attackers |= RookAttacks<Geo>(square, blockers) & straight;
  }
  if (kRayUnion<Geo, 1>[index] & diagonal & board.Of(color)) {
    attackers |= BishopAttacks<Geo>(square, blockers) & diagonal;
  }
  return (attackers & board.Of(color)) - position.immobilised;
}

bool CanTakeLastKing(const Position& position, Color by, const Squares& blockers) {
  const Squares kings = position.board.Of(!by, Kind::kKing);
  if (kings.size() != 1) return false;
  const Sq king = kings.First();
  if (AttackersOf(position, king, by, blockers)) return true;
  if (!position.HasPower(by, Power::kShell)) return false;
  const Squares throwers =
      (position.board.Of(by, Kind::kKing) - position.immobilised) & kQueenLines<Geo>[king.index()];
  if (!throwers) return false;
  const Squares lines = RookAttacks<Geo>(king, blockers) | BishopAttacks<Geo>(king, blockers);
  return static_cast<bool>(lines & throwers);
}

}  // namespace arbiter::chakart
