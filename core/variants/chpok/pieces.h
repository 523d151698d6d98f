#ifndef ARBITER_CORE_VARIANTS_CHPOK_PIECES_H_
#define ARBITER_CORE_VARIANTS_CHPOK_PIECES_H_

#include <cstdint>

#include "core/board/bitboard.h"
#include "core/board/geometry.h"
#include "core/variants/chpok/features.h"

namespace arbiter::chpok {

// The widest board; a narrower one uses its files from `a`, and nothing stands on the others.
using Geo = Geometry<kMostWidth, 8>;
using Sq = Square<Geo>;
using Squares = Bitboard<Geo>;

enum class Kind : uint8_t { kKing, kQueen, kRook, kBishop, kDragon, kKnight, kPawn, kCount };

// Capital FEN letters, in the order of Kind.
inline constexpr char kLetters[] = "KQRBDNP";
constexpr char CapitalLetter(Kind kind) { return kLetters[static_cast<int>(kind)]; }
constexpr char SmallLetter(Kind kind) { return static_cast<char>(CapitalLetter(kind) - 'A' + 'a'); }

// Where a kind stands in Features::points.
constexpr int PointsIndex(Kind kind) {
  constexpr int kIndices[] = {6, 5, 1, 3, 4, 2, 0};
  return kIndices[static_cast<int>(kind)];
}

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_PIECES_H_
