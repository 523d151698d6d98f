#ifndef ARBITER_CORE_VARIANTS_CHAK_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_CHAK_MOVEMENT_H_

#include "core/board/attacks.h"
#include "core/variants/chak/position.h"

// How the pieces move and attack (rulings K2–K11), whatever becomes of the royal. Everything is
// inline: generation and search spend most of their time here.
namespace arbiter::chak {

inline constexpr Step kShamanSteps[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {0, 1}, {0, -1}};
inline constexpr Step kPawnSteps[] = {{0, 1}, {1, 0}, {-1, 0}};
inline constexpr Step kPawnCaptureSteps[] = {{1, 1}, {-1, 1}};
// The 8 squares at distance two on a line, beside those at distance one.
inline constexpr Step kTwoSteps[] = {{0, 1},  {1, 1},   {1, 0},  {1, -1}, {0, -1}, {-1, -1},
                                     {-1, 0}, {-1, 1},  {0, 2},  {2, 2},  {2, 0},  {2, -2},
                                     {0, -2}, {-2, -2}, {-2, 0}, {-2, 2}};

inline constexpr auto kKingAttacks = LeaperTable<Geo>(kKingSteps);
inline constexpr auto kVultureAttacks = LeaperTable<Geo>(kKnightSteps);
inline constexpr auto kShamanAttacks = LeaperTable<Geo>(kShamanSteps);
inline constexpr auto kTwoReach = LeaperTable<Geo>(kTwoSteps);
inline constexpr auto kPawnMoves = LeaperTables<Geo>(kPawnSteps);
inline constexpr auto kPawnAttacks = LeaperTables<Geo>(kPawnCaptureSteps);

// One or two squares in a straight line without jumping (K3).
inline Squares DivineKingReach(Sq from, const Squares& occupied) {
  Squares reach;
  for (int direction = 0; direction < 8; ++direction) {
    reach |= RayAttacks<Geo>(direction, from, occupied);
  }
  return reach & kTwoReach[from.index()];
}

// Where a quetzal on `from` gets beyond its mounts (K7), own pieces included.
inline Squares QuetzalAttacks(Sq from, const Squares& occupied) {
  Squares attacks;
  for (int direction = 0; direction < 8; ++direction) {
    const Squares mounts = kRays<Geo>[direction][from.index()] & occupied;
    if (!mounts) continue;
    attacks |= RayAttacks<Geo>(direction, NearestOn<Geo>(direction, mounts), occupied);
  }
  return attacks;
}

// What a piece attacks, whoever stands there.
inline Squares AttacksFrom(Piece<Kind> piece, Sq from, const Squares& occupied) {
  const int i = from.index();
  switch (piece.kind) {
    case Kind::kKing:
      return kKingAttacks[i];
    case Kind::kDivineKing:
      return DivineKingReach(from, occupied) & kFarSide[Index(piece.color)];
    case Kind::kJaguar:
      return kKingAttacks[i] | kVultureAttacks[i];
    case Kind::kQuetzal:
      return QuetzalAttacks(from, occupied);
    case Kind::kShaman:
      return kShamanAttacks[i];
    case Kind::kVulture:
      return kVultureAttacks[i];
    case Kind::kSerpent:
      return RookAttacks<Geo>(from, occupied);
    case Kind::kPawn:
      return kPawnAttacks[Index(piece.color)][i];
    case Kind::kWarrior:
      return kShamanAttacks[i] & kFarSide[Index(piece.color)];
    case Kind::kOffering:
    case Kind::kCount:
      break;
  }
  return {};
}

// Where the piece on `from` (occupied) may go, kings left in check included.
inline Squares Targets(const ChakBoard& board, Sq from) {
  const Piece<Kind> piece = *board.At(from);
  if (piece.kind == Kind::kPawn) {
    const int i = from.index();
    return (kPawnMoves[Index(piece.color)][i] - board.Occupied()) |
           (kPawnAttacks[Index(piece.color)][i] & board.Of(!piece.color));
  }
  return AttacksFrom(piece, from, board.Occupied()) - board.Of(piece.color);
}

// The pieces of `by` that attack `square`.
inline Squares Attackers(const ChakBoard& board, Sq square, Color by) {
  const int i = square.index();
  const Squares occupied = board.Occupied();
  const Squares jaguars = board.Of(Kind::kJaguar);
  Squares attackers = kKingAttacks[i] & (board.Of(Kind::kKing) | jaguars);
  attackers |= kVultureAttacks[i] & (board.Of(Kind::kVulture) | jaguars);
  attackers |= kShamanAttacks[i] & board.Of(Kind::kShaman);
  // A pawn of `by` attacks this square from where a pawn of the other side would attack.
  attackers |= kPawnAttacks[Index(!by)][i] & board.Of(Kind::kPawn);
  if (const Squares serpents = board.Of(by, Kind::kSerpent) & kRookLines<Geo>[i]) {
    attackers |= RookAttacks<Geo>(square, occupied) & serpents;
  }
  if (const Squares quetzals = board.Of(by, Kind::kQuetzal) & kQueenLines<Geo>[i]) {
    // A hop over exactly one piece is the same from both ends.
    attackers |= QuetzalAttacks(square, occupied) & quetzals;
  }
  // Promoted pieces attack nothing outside their far side (K11).
  if (IsFarSide(square, by)) {
    attackers |= kShamanAttacks[i] & board.Of(Kind::kWarrior);
    const Squares divine_king = board.Of(by, Kind::kDivineKing) & kTwoReach[i];
    if (divine_king) attackers |= DivineKingReach(square, occupied) & divine_king;
  }
  return attackers & board.Of(by);
}

// The king or divine king of `color`; each side has exactly one (K12).
inline Sq RoyalOf(const ChakBoard& board, Color color) {
  return ((board.Of(Kind::kKing) | board.Of(Kind::kDivineKing)) & board.Of(color)).First();
}

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_MOVEMENT_H_
