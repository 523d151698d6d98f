#ifndef ARBITER_CORE_BOARD_ATTACKS_H_
#define ARBITER_CORE_BOARD_ATTACKS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/board/bitboard.h"
#include "core/board/geometry.h"

namespace arbiter {

// A step in files and ranks, as White sees the board.
struct Step {
  int file;
  int rank;
};

inline constexpr std::array<Step, 4> kDiagonalSteps = {{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};
inline constexpr std::array<Step, 8> kKingSteps = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
inline constexpr std::array<Step, 8> kKnightSteps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

// For each square, a set of squares.
template <typename G>
using SquareTable = std::array<Bitboard<G>, G::kSquares>;

// Where a piece that leaps by one of `steps` gets; for Black the ranks are mirrored.
template <typename G>
constexpr SquareTable<G> LeaperTable(std::span<const Step> steps, Color color = Color::kWhite) {
  SquareTable<G> table{};
  const int forward = color == Color::kWhite ? 1 : -1;
  for (int i = 0; i < G::kSquares; ++i) {
    const Square<G> from(i);
    for (const Step& step : steps) {
      const int file = from.file() + step.file;
      const int rank = from.rank() + forward * step.rank;
      if (G::Contains(file, rank)) table[i].Set(Square<G>(file, rank));
    }
  }
  return table;
}

// The tables of both colours, indexed by Index(color).
template <typename G>
constexpr std::array<SquareTable<G>, 2> LeaperTables(std::span<const Step> steps) {
  return {LeaperTable<G>(steps, Color::kWhite), LeaperTable<G>(steps, Color::kBlack)};
}

// The eight rays from each square, without the square itself, in the order of
// kKingSteps.
template <typename G>
inline constexpr std::array<SquareTable<G>, 8> kRays = [] {
  std::array<SquareTable<G>, 8> rays{};
  for (int direction = 0; direction < 8; ++direction) {
    const Step step = kKingSteps[direction];
    for (int i = 0; i < G::kSquares; ++i) {
      const Square<G> from(i);
      int file = from.file() + step.file;
      int rank = from.rank() + step.rank;
      while (G::Contains(file, rank)) {
        rays[direction][i].Set(Square<G>(file, rank));
        file += step.file;
        rank += step.rank;
      }
    }
  }
  return rays;
}();

// All squares on the rays, every `stride`-th of them from the first.
template <typename G, int stride>
inline constexpr SquareTable<G> kRayUnion = [] {
  SquareTable<G> lines{};
  for (int direction = 0; direction < 8; direction += stride) {
    for (int i = 0; i < G::kSquares; ++i) lines[i] |= kRays<G>[direction][i];
  }
  return lines;
}();
// What a queen and a rook see on the empty board.
template <typename G>
inline constexpr const SquareTable<G>& kQueenLines = kRayUnion<G, 1>;
template <typename G>
inline constexpr const SquareTable<G>& kRookLines = kRayUnion<G, 2>;

// Whether square numbers rise along direction `direction` of kKingSteps.
constexpr bool IsRising(int direction) {
  const Step step = kKingSteps[direction];
  return step.rank > 0 || (step.rank == 0 && step.file > 0);
}

// The occupied square nearest to `from` on the ray; `blockers` = ray & occupied, not empty.
template <typename G>
constexpr Square<G> NearestOn(int direction, const Bitboard<G>& blockers) {
  return IsRising(direction) ? blockers.First() : blockers.Last();
}

// The squares up to and with the first occupied one, in one direction.
template <typename G>
constexpr Bitboard<G> RayAttacks(int direction, Square<G> from, const Bitboard<G>& occupied) {
  Bitboard<G> ray = kRays<G>[direction][from.index()];
  const Bitboard<G> blockers = ray & occupied;
  if (blockers) ray -= kRays<G>[direction][NearestOn(direction, blockers).index()];
  return ray;
}

// Every second ray: from direction 0 the straight ones, from 1 the diagonals.
template <typename G, int first>
constexpr Bitboard<G> FourRays(Square<G> from, const Bitboard<G>& occupied) {
  Bitboard<G> attacks;
  for (int direction = first; direction < 8; direction += 2) {
    attacks |= RayAttacks<G>(direction, from, occupied);
  }
  return attacks;
}
template <typename G>
constexpr Bitboard<G> RookAttacks(Square<G> from, const Bitboard<G>& occupied) {
  return FourRays<G, 0>(from, occupied);
}
template <typename G>
constexpr Bitboard<G> BishopAttacks(Square<G> from, const Bitboard<G>& occupied) {
  return FourRays<G, 1>(from, occupied);
}

// The direction of kKingSteps that leads from `from` to `to`, or -1 where none does.
template <typename G>
constexpr int DirectionBetween(Square<G> from, Square<G> to) {
  for (int direction = 0; direction < 8; ++direction) {
    if (kRays<G>[direction][from.index()].Has(to)) return direction;
  }
  return -1;
}

// The squares strictly between two squares on one line; empty where they share none.
template <typename G>
constexpr Bitboard<G> Between(Square<G> from, Square<G> to) {
  const int direction = DirectionBetween<G>(from, to);
  if (direction < 0) return {};
  return kRays<G>[direction][from.index()] - kRays<G>[direction][to.index()] - Bitboard<G>(to);
}

// The occupied square between two squares on one line that is nearest to `from`.
template <typename G>
constexpr std::optional<Square<G>> FirstBlocker(Square<G> from, Square<G> to,
                                                const Bitboard<G>& occupied) {
  const Bitboard<G> blockers = Between<G>(from, to) & occupied;
  if (!blockers) return std::nullopt;
  return NearestOn<G>(DirectionBetween<G>(from, to), blockers);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_BOARD_ATTACKS_H_
