#ifndef ARBITER_CORE_VARIANTS_CHAK_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_CHAK_MOVEMENT_H_

#include "core/board/attacks.h"
#include "core/rules/threats.h"
#include "core/variants/chak/position.h"

// How the pieces move and attack (rulings K2–K11), without regard to checks. Everything is inline,
// because move generation and search spend most of their time here.
namespace arbiter::chak {

inline constexpr Step kShamanSteps[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {0, 1}, {0, -1}};
inline constexpr Step kPawnSteps[] = {{0, 1}, {1, 0}, {-1, 0}};
inline constexpr Step kPawnCaptureSteps[] = {{1, 1}, {-1, 1}};
// The steps to the squares at distance one or two on a line.
inline constexpr Step kDivineKingSteps[] = {{0, 1},  {1, 1},   {1, 0},  {1, -1}, {0, -1}, {-1, -1},
                                            {-1, 0}, {-1, 1},  {0, 2},  {2, 2},  {2, 0},  {2, -2},
                                            {0, -2}, {-2, -2}, {-2, 0}, {-2, 2}};

inline constexpr auto kKingAttacks = LeaperTable<Geo>(kKingSteps);
inline constexpr auto kVultureAttacks = LeaperTable<Geo>(kKnightSteps);
inline constexpr auto kShamanAttacks = LeaperTable<Geo>(kShamanSteps);
inline constexpr auto kDivineKingRange = LeaperTable<Geo>(kDivineKingSteps);
inline constexpr auto kPawnMoves = LeaperTables<Geo>(kPawnSteps);
inline constexpr auto kPawnAttacks = LeaperTables<Geo>(kPawnCaptureSteps);

// Returns the squares that a divine king on `from` reaches: one or two squares in a straight line,
// without jumping (K3).
inline Squares DivineKingReach(Sq from, const Squares& occupied) {
  return (RookAttacks<Geo>(from, occupied) | BishopAttacks<Geo>(from, occupied)) &
         kDivineKingRange[from.index()];
}

// Returns the squares that a quetzal on `from` attacks beyond its mounts (K7), whatever stands on
// them.
inline Squares QuetzalAttacks(Sq from, const Squares& occupied) {
  return FourHops<Geo, 0>(from, occupied) | FourHops<Geo, 1>(from, occupied);
}

// The squares that a piece attacks, by colour, kind and square. The entries are empty for kinds
// that attack nothing or whose attacks depend on other pieces.
inline constexpr auto kLeaps = [] {
  std::array<std::array<SquareTable<Geo>, static_cast<int>(Kind::kCount)>, 2> leaps{};
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    auto& kinds = leaps[Index(color)];
    kinds[static_cast<int>(Kind::kKing)] = kKingAttacks;
    kinds[static_cast<int>(Kind::kShaman)] = kShamanAttacks;
    kinds[static_cast<int>(Kind::kVulture)] = kVultureAttacks;
    kinds[static_cast<int>(Kind::kPawn)] = kPawnAttacks[Index(color)];
    for (int i = 0; i < Geo::kSquares; ++i) {
      kinds[static_cast<int>(Kind::kJaguar)][i] = kKingAttacks[i] | kVultureAttacks[i];
      kinds[static_cast<int>(Kind::kWarrior)][i] = kShamanAttacks[i] & kFarSide[Index(color)];
    }
  }
  return leaps;
}();

// Returns the squares that a piece attacks, whatever stands on them.
inline Squares AttacksFrom(Piece<Kind> piece, Sq from, const Squares& occupied) {
  switch (piece.kind) {
    case Kind::kDivineKing:
      return DivineKingReach(from, occupied) & kFarSide[Index(piece.color)];
    case Kind::kQuetzal:
      return QuetzalAttacks(from, occupied);
    case Kind::kSerpent:
      return RookAttacks<Geo>(from, occupied);
    default:
      return kLeaps[Index(piece.color)][static_cast<int>(piece.kind)][from.index()];
  }
}

// Returns the targets of the pseudo-legal moves of the piece on `from`, which must be occupied.
inline Squares Targets(const ChakBoard& board, Sq from) {
  const Piece<Kind> piece = *board.At(from);
  if (piece.kind == Kind::kPawn) {
    const int i = from.index();
    return (kPawnMoves[Index(piece.color)][i] - board.Occupied()) |
           (kPawnAttacks[Index(piece.color)][i] & board.Of(!piece.color));
  }
  return AttacksFrom(piece, from, board.Occupied()) - board.Of(piece.color);
}

// Returns the pieces of `by` that attack `square`, or would attack it with other pieces in between.
inline Threats<Geo> ThreatsTo(const ChakBoard& board, Sq square, Color by) {
  const int i = square.index();
  const Squares jaguars = board.Of(Kind::kJaguar);
  Squares leapers = kKingAttacks[i] & (board.Of(Kind::kKing) | jaguars);
  leapers |= kVultureAttacks[i] & (board.Of(Kind::kVulture) | jaguars);
  Squares shamans = board.Of(Kind::kShaman);
  Squares riders = kRookLines<Geo>[i] & board.Of(Kind::kSerpent);
  // Promoted pieces attack nothing outside their far side (K11).
  if (IsFarSide(square, by)) {
    shamans |= board.Of(Kind::kWarrior);
    riders |= kDivineKingRange[i] & board.Of(Kind::kDivineKing);
  }
  leapers |= kShamanAttacks[i] & shamans;
  // A pawn of `by` attacks `square` if a pawn of the other side on `square` would attack it.
  leapers |= kPawnAttacks[Index(!by)][i] & board.Of(Kind::kPawn);
  const Squares& pieces = board.Of(by);
  return {.leapers = leapers & pieces,
          .riders = riders & pieces,
          .hoppers = kQueenLines<Geo>[i] & board.Of(Kind::kQuetzal) & pieces};
}

// Returns the square of the king or divine king of `color`; each side has exactly one (K12).
inline Sq RoyalOf(const ChakBoard& board, Color color) {
  return ((board.Of(Kind::kKing) | board.Of(Kind::kDivineKing)) & board.Of(color)).First();
}

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_MOVEMENT_H_
