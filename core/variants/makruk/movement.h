#ifndef ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_

#include "core/board/attacks.h"
#include "core/rules/threats.h"
#include "core/variants/makruk/position.h"

// How the pieces move and attack (ruling M1), without regard to checks. Everything is inline,
// because move generation and search spend most of their time here.
namespace arbiter::makruk {

inline constexpr Step kKhonSteps[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {0, 1}};
inline constexpr Step kBiaSteps[] = {{0, 1}};
inline constexpr Step kBiaCaptureSteps[] = {{1, 1}, {-1, 1}};

inline constexpr auto kKhunAttacks = LeaperTable<Geo>(kKingSteps);
inline constexpr auto kMetAttacks = LeaperTable<Geo>(kDiagonalSteps);
inline constexpr auto kMaAttacks = LeaperTable<Geo>(kKnightSteps);
inline constexpr auto kKhonAttacks = LeaperTables<Geo>(kKhonSteps);
inline constexpr auto kBiaMoves = LeaperTables<Geo>(kBiaSteps);
inline constexpr auto kBiaAttacks = LeaperTables<Geo>(kBiaCaptureSteps);

// The squares that a piece attacks, by colour, kind and square. The entries for a ruea, whose
// attacks depend on other pieces, are empty.
inline constexpr auto kLeaps = [] {
  std::array<std::array<SquareTable<Geo>, static_cast<int>(Kind::kCount)>, 2> leaps{};
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    auto& kinds = leaps[Index(color)];
    kinds[static_cast<int>(Kind::kKhun)] = kKhunAttacks;
    kinds[static_cast<int>(Kind::kMet)] = kMetAttacks;
    kinds[static_cast<int>(Kind::kKhon)] = kKhonAttacks[Index(color)];
    kinds[static_cast<int>(Kind::kMa)] = kMaAttacks;
    kinds[static_cast<int>(Kind::kBia)] = kBiaAttacks[Index(color)];
  }
  return leaps;
}();

// Returns the squares that a piece attacks, whatever stands on them.
inline Squares AttacksFrom(Piece<Kind> piece, Sq from, const Squares& occupied) {
  if (piece.kind == Kind::kRuea) return RookAttacks<Geo>(from, occupied);
  return kLeaps[Index(piece.color)][static_cast<int>(piece.kind)][from.index()];
}

// Returns the targets of the pseudo-legal moves of the piece on `from`, which must be occupied.
inline Squares Targets(const MakrukBoard& board, Sq from) {
  const Piece<Kind> piece = *board.At(from);
  if (piece.kind == Kind::kBia) {
    const int i = from.index();
    return (kBiaMoves[Index(piece.color)][i] - board.Occupied()) |
           (kBiaAttacks[Index(piece.color)][i] & board.Of(!piece.color));
  }
  return AttacksFrom(piece, from, board.Occupied()) - board.Of(piece.color);
}

// Returns the pieces of `by` that attack `square`, or would attack it if nothing stood in between.
inline Threats<Geo> ThreatsTo(const MakrukBoard& board, Sq square, Color by) {
  const int i = square.index();
  Squares leapers = kKhunAttacks[i] & board.Of(Kind::kKhun);
  leapers |= kMetAttacks[i] & board.Of(Kind::kMet);
  leapers |= kMaAttacks[i] & board.Of(Kind::kMa);
  // A khon or bia of `by` attacks `square` if the same piece of the other side on `square` would
  // attack it.
  leapers |= kKhonAttacks[Index(!by)][i] & board.Of(Kind::kKhon);
  leapers |= kBiaAttacks[Index(!by)][i] & board.Of(Kind::kBia);
  return {.leapers = leapers & board.Of(by),
          .riders = board.Of(by, Kind::kRuea) & kRookLines<Geo>[i],
          .hoppers = {}};
}

// Returns the square of the khun of `color`; each side has exactly one.
inline Sq RoyalOf(const MakrukBoard& board, Color color) {
  return board.Of(color, Kind::kKhun).First();
}

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_
