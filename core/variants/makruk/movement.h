#ifndef ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_

#include "core/board/attacks.h"
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

// What a piece attacks, whoever stands there.
inline Squares AttacksFrom(Piece<Kind> piece, Sq from, const Squares& occupied) {
  const int i = from.index();
  switch (piece.kind) {
    case Kind::kKhun:
      return kKhunAttacks[i];
    case Kind::kMet:
      return kMetAttacks[i];
    case Kind::kKhon:
      return kKhonAttacks[Index(piece.color)][i];
    case Kind::kMa:
      return kMaAttacks[i];
    case Kind::kRuea:
      return RookAttacks<Geo>(from, occupied);
    case Kind::kBia:
      return kBiaAttacks[Index(piece.color)][i];
    case Kind::kCount:
      break;
  }
  return {};
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

// The pieces of `by` that attack `square`.
inline Squares Attackers(const MakrukBoard& board, Sq square, Color by) {
  const int i = square.index();
  Squares attackers = kKhunAttacks[i] & board.Of(Kind::kKhun);
  attackers |= kMetAttacks[i] & board.Of(Kind::kMet);
  attackers |= kMaAttacks[i] & board.Of(Kind::kMa);
  // A khon or bia of `by` attacks this square from where one of the other side
  // would attack.
  attackers |= kKhonAttacks[Index(!by)][i] & board.Of(Kind::kKhon);
  attackers |= kBiaAttacks[Index(!by)][i] & board.Of(Kind::kBia);
  if (const Squares ruea = board.Of(by, Kind::kRuea) & kRookLines<Geo>[i]) {
    attackers |= RookAttacks<Geo>(square, board.Occupied()) & ruea;
  }
  return attackers & board.Of(by);
}

// Each side has exactly one khun.
inline Sq RoyalOf(const MakrukBoard& board, Color color) {
  return board.Of(color, Kind::kKhun).First();
}

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_MOVEMENT_H_
