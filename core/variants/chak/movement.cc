#include "core/variants/chak/movement.h"

#include "core/board/attacks.h"

namespace arbiter::chak {
namespace {

constexpr Step kShamanSteps[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {0, 1}, {0, -1}};
constexpr Step kPawnSteps[] = {{0, 1}, {1, 0}, {-1, 0}};
constexpr Step kPawnCaptureSteps[] = {{1, 1}, {-1, 1}};
// The 8 squares at distance two on a line, beside those at distance one.
constexpr Step kTwoSteps[] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1},
                              {0, 2}, {2, 2}, {2, 0}, {2, -2}, {0, -2}, {-2, -2}, {-2, 0}, {-2, 2}};

constexpr auto kKing = LeaperTable<Geo>(kKingSteps);
constexpr auto kVulture = LeaperTable<Geo>(kKnightSteps);
constexpr auto kShaman = LeaperTable<Geo>(kShamanSteps);
constexpr auto kTwoReach = LeaperTable<Geo>(kTwoSteps);
constexpr auto kPawnMoves = LeaperTables<Geo>(kPawnSteps);
constexpr auto kPawnCaptures = LeaperTables<Geo>(kPawnCaptureSteps);

// One or two squares in a straight line without jumping (K3).
Squares DivineKingReach(Sq from, const Squares& occupied) {
  Squares reach;
  for (int direction = 0; direction < 8; ++direction) {
    reach |= RayAttacks<Geo>(direction, from, occupied);
  }
  return reach & kTwoReach[from.index()];
}

// Where a quetzal on `from` gets beyond its mounts (K7), own pieces included.
Squares QuetzalAttacks(Sq from, const Squares& occupied) {
  Squares attacks;
  for (int direction = 0; direction < 8; ++direction) {
    const Squares mounts = kRays<Geo>[direction][from.index()] & occupied;
    if (!mounts) continue;
    attacks |= RayAttacks<Geo>(direction, NearestOn<Geo>(direction, mounts), occupied);
  }
  return attacks;
}

}  // namespace

Squares Targets(const ChakBoard& board, Sq from) {
  const Piece<Kind> piece = *board.At(from);
  const Squares own = board.Of(piece.color);
  const int i = from.index();
  switch (piece.kind) {
    case Kind::kKing:
      return kKing[i] - own;
    case Kind::kDivineKing:
      return (DivineKingReach(from, board.Occupied()) & kFarSide[Index(piece.color)]) - own;
    case Kind::kJaguar:
      return (kKing[i] | kVulture[i]) - own;
    case Kind::kQuetzal:
      return QuetzalAttacks(from, board.Occupied()) - own;
    case Kind::kShaman:
      return kShaman[i] - own;
    case Kind::kVulture:
      return kVulture[i] - own;
    case Kind::kSerpent:
      return RookAttacks<Geo>(from, board.Occupied()) - own;
    case Kind::kPawn:
      return (kPawnMoves[Index(piece.color)][i] - board.Occupied()) |
             (kPawnCaptures[Index(piece.color)][i] & board.Of(!piece.color));
    case Kind::kWarrior:
      return (kShaman[i] & kFarSide[Index(piece.color)]) - own;
    case Kind::kOffering:
    case Kind::kCount:
      break;
  }
  return {};
}

Squares Attackers(const ChakBoard& board, Sq square, Color by) {
  const int i = square.index();
  const Squares occupied = board.Occupied();
  const Squares jaguars = board.Of(Kind::kJaguar);
  Squares attackers = kKing[i] & (board.Of(Kind::kKing) | jaguars);
  attackers |= kVulture[i] & (board.Of(Kind::kVulture) | jaguars);
  attackers |= kShaman[i] & board.Of(Kind::kShaman);
  // A pawn of `by` attacks this square from where a pawn of the other side would attack.
  attackers |= kPawnCaptures[Index(!by)][i] & board.Of(Kind::kPawn);
  if (const Squares serpents = board.Of(by, Kind::kSerpent) & kRookLines<Geo>[i]) {
    attackers |= RookAttacks<Geo>(square, occupied) & serpents;
  }
  if (const Squares quetzals = board.Of(by, Kind::kQuetzal) & kQueenLines<Geo>[i]) {
    // A hop over exactly one piece is the same from both ends.
    attackers |= QuetzalAttacks(square, occupied) & quetzals;
  }
  // Promoted pieces attack nothing outside their far side (K11).
  if (IsFarSide(square, by)) {
    attackers |= kShaman[i] & board.Of(Kind::kWarrior);
    const Squares divine_king = board.Of(by, Kind::kDivineKing) & kTwoReach[i];
    if (divine_king) attackers |= DivineKingReach(square, occupied) & divine_king;
  }
  return attackers & board.Of(by);
}

Sq RoyalOf(const ChakBoard& board, Color color) {
  return ((board.Of(Kind::kKing) | board.Of(Kind::kDivineKing)) & board.Of(color)).First();
}

}  // namespace arbiter::chak
