#ifndef ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_

#include "core/board/attacks.h"
#include "core/rules/threats.h"
#include "core/variants/makruk/position.h"

// How the pieces move and attack (ruling M1), whatever becomes of the khun. Everything is inline:
// generation and search spend most of their time here.
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

// By colour and kind what a piece attacks; nothing for a ruea.
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

// What a piece attacks, whoever stands there.
inline Squares AttacksFrom(Piece<Kind> piece, Sq from, const Squares& occupied) {
  if (piece.kind == Kind::kRuea) return RookAttacks<Geo>(from, occupied);
  return kLeaps[Index(piece.color)][static_cast<int>(piece.kind)][from.index()];
}

// Where the piece on `from` (occupied) may go, khuns left in check included.
inline Squares Targets(const MakrukBoard& board, Sq from) {
  const Piece<Kind> piece = *board.At(from);
  if (piece.kind == Kind::kBia) {
    const int i = from.index();
    return (kBiaMoves[Index(piece.color)][i] - board.Occupied()) |
           (kBiaAttacks[Index(piece.color)][i] & board.Of(!piece.color));
  }
  return AttacksFrom(piece, from, board.Occupied()) - board.Of(piece.color);
}

// What of `by` could attack `square`.
inline Threats<Geo> ThreatsTo(const MakrukBoard& board, Sq square, Color by) {
  const int i = square.index();
  Squares leapers = kKhunAttacks[i] & board.Of(Kind::kKhun);
  leapers |= kMetAttacks[i] & board.Of(Kind::kMet);
  leapers |= kMaAttacks[i] & board.Of(Kind::kMa);
  // A khon or bia of `by` attacks this square from where one of the other side
  // would attack.
  leapers |= kKhonAttacks[Index(!by)][i] & board.Of(Kind::kKhon);
  leapers |= kBiaAttacks[Index(!by)][i] & board.Of(Kind::kBia);
  return {.leapers = leapers & board.Of(by),
          .riders = board.Of(by, Kind::kRuea) & kRookLines<Geo>[i],
          .hoppers = {}};
}

// How many moves to `allowed` squares the pieces of `color` on `movers` have, which its khun is not
// among.
inline int CountTargets(const MakrukBoard& board, Color color, const Squares& movers,
                        const Squares& allowed) {
  const Squares occupied = board.Occupied();
  const Squares landing = allowed - board.Of(color);
  int count = 0;
  for (const Sq from : board.Of(Kind::kRuea) & movers) {
    count += (RookAttacks<Geo>(from, occupied) & landing).size();
  }
  for (const Kind kind : {Kind::kMa, Kind::kKhon, Kind::kMet}) {
    const SquareTable<Geo>& leaps = kLeaps[Index(color)][static_cast<int>(kind)];
    for (const Sq from : board.Of(kind) & movers) count += (leaps[from.index()] & landing).size();
  }
  const Squares bia = board.Of(Kind::kBia) & movers;
  const Squares empty = allowed - occupied;
  const Squares prey = landing & occupied;
  if (color == Color::kWhite) {
    count += (Shifted<Geo, 0, 1>(bia) & empty).size();
    count += (Shifted<Geo, 1, 1>(bia) & prey).size();
    count += (Shifted<Geo, -1, 1>(bia) & prey).size();
  } else {
    count += (Shifted<Geo, 0, -1>(bia) & empty).size();
    count += (Shifted<Geo, 1, -1>(bia) & prey).size();
    count += (Shifted<Geo, -1, -1>(bia) & prey).size();
  }
  return count;
}

// Each side has exactly one khun.
inline Sq RoyalOf(const MakrukBoard& board, Color color) {
  return board.Of(color, Kind::kKhun).First();
}

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_
