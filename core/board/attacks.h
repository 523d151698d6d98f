#ifndef ARBITER_CORE_BOARD_ATTACKS_H_
#define ARBITER_CORE_BOARD_ATTACKS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/board/bitboard.h"
#include "core/board/geometry.h"

namespace arbiter {

// A step by files and ranks, seen from White's side.
struct Step {
  int file;
  int rank;
};

inline constexpr std::array<Step, 4> kStraightSteps = {{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
inline constexpr std::array<Step, 4> kDiagonalSteps = {{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};
inline constexpr std::array<Step, 8> kKingSteps = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
inline constexpr std::array<Step, 8> kKnightSteps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

// A set of squares for each square, indexed by Square::index().
template <typename G>
using SquareTable = std::array<Bitboard<G>, G::kSquares>;

// Returns the squares that a piece leaping by one of `steps` reaches; Black's steps are mirrored.
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

// Returns the LeaperTable of each colour, indexed by Index(color).
template <typename G>
constexpr std::array<SquareTable<G>, 2> LeaperTables(std::span<const Step> steps) {
  return {LeaperTable<G>(steps, Color::kWhite), LeaperTable<G>(steps, Color::kBlack)};
}

// The eight rays from each square, without the square itself, in the order of kKingSteps.
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

// The union of every `stride`-th ray from each square, starting with the first.
template <typename G, int stride>
inline constexpr SquareTable<G> kRayUnion = [] {
  SquareTable<G> lines{};
  for (int direction = 0; direction < 8; direction += stride) {
    for (int i = 0; i < G::kSquares; ++i) lines[i] |= kRays<G>[direction][i];
  }
  return lines;
}();
// The attacks of a queen and of a rook on the empty board.
template <typename G>
inline constexpr const SquareTable<G>& kQueenLines = kRayUnion<G, 1>;
template <typename G>
inline constexpr const SquareTable<G>& kRookLines = kRayUnion<G, 2>;

// Returns whether square numbers rise in `direction`, an index into kKingSteps.
constexpr bool IsRising(int direction) {
  const Step step = kKingSteps[direction];
  return step.rank > 0 || (step.rank == 0 && step.file > 0);
}

// The functions below that take a direction are always inlined: with a constant direction, which is
// the usual case, they compile to a few instructions without a branch.

// Returns the blocker nearest to the start of a ray; `blockers`, the occupied squares of the ray,
// must not be empty.
template <typename G>
[[gnu::always_inline]] constexpr Square<G> NearestBlocker(int direction,
                                                          const Bitboard<G>& blockers) {
  return IsRising(direction) ? blockers.First() : blockers.Last();
}

// Like NearestBlocker, but `blockers` may be empty. In that case it returns a corner of the board
// from which the ray in this direction is empty.
template <typename G>
[[gnu::always_inline]] constexpr Square<G> NearestBlockerOrEnd(int direction,
                                                               const Bitboard<G>& blockers) {
  const Square<G> end(IsRising(direction) ? G::kSquares - 1 : 0);
  return NearestBlocker<G>(direction, blockers | Bitboard<G>(end));
}

// Returns the squares in one direction up to and including the first occupied one.
template <typename G>
[[gnu::always_inline]] constexpr Bitboard<G> RayAttacks(int direction, Square<G> from,
                                                        const Bitboard<G>& occupied) {
  const SquareTable<G>& rays = kRays<G>[direction];
  const Bitboard<G>& ray = rays[from.index()];
  return ray - rays[NearestBlockerOrEnd<G>(direction, ray & occupied).index()];
}

// Returns the squares in one direction beyond the first occupied one, up to and including the
// second.
template <typename G>
[[gnu::always_inline]] constexpr Bitboard<G> HopAttacks(int direction, Square<G> from,
                                                        const Bitboard<G>& occupied) {
  const Bitboard<G> hurdles = kRays<G>[direction][from.index()] & occupied;
  return RayAttacks<G>(direction, NearestBlockerOrEnd<G>(direction, hurdles), occupied);
}

// Combines every second direction: the straight ones if `first` is 0, the diagonals if it is 1.
template <typename G, int first>
constexpr Bitboard<G> FourRays(Square<G> from, const Bitboard<G>& occupied) {
  return RayAttacks<G>(first, from, occupied) | RayAttacks<G>(first + 2, from, occupied) |
         RayAttacks<G>(first + 4, from, occupied) | RayAttacks<G>(first + 6, from, occupied);
}
template <typename G, int first>
constexpr Bitboard<G> FourHops(Square<G> from, const Bitboard<G>& occupied) {
  return HopAttacks<G>(first, from, occupied) | HopAttacks<G>(first + 2, from, occupied) |
         HopAttacks<G>(first + 4, from, occupied) | HopAttacks<G>(first + 6, from, occupied);
}
template <typename G>
constexpr Bitboard<G> RookAttacks(Square<G> from, const Bitboard<G>& occupied) {
  return FourRays<G, 0>(from, occupied);
}
template <typename G>
constexpr Bitboard<G> BishopAttacks(Square<G> from, const Bitboard<G>& occupied) {
  return FourRays<G, 1>(from, occupied);
}

// The squares strictly between two squares; the empty set if they share no rank, file or diagonal.
template <typename G>
inline constexpr std::array<SquareTable<G>, G::kSquares> kBetween = [] {
  std::array<SquareTable<G>, G::kSquares> table{};
  for (int i = 0; i < G::kSquares; ++i) {
    const Square<G> from(i);
    for (const Step& step : kKingSteps) {
      Bitboard<G> between;
      int file = from.file() + step.file;
      int rank = from.rank() + step.rank;
      while (G::Contains(file, rank)) {
        const Square<G> to(file, rank);
        table[i][to.index()] = between;
        between.Set(to);
        file += step.file;
        rank += step.rank;
      }
    }
  }
  return table;
}();
template <typename G>
constexpr const Bitboard<G>& Between(Square<G> from, Square<G> to) {
  return kBetween<G>[from.index()][to.index()];
}

// Returns the index in kKingSteps of the direction from `from` to `to`, or -1 if there is none.
template <typename G>
constexpr int DirectionBetween(Square<G> from, Square<G> to) {
  for (int direction = 0; direction < 8; ++direction) {
    if (kRays<G>[direction][from.index()].Has(to)) return direction;
  }
  return -1;
}

// Returns the occupied square nearest to `from` among those strictly between the two squares;
// std::nullopt if there is none.
template <typename G>
constexpr std::optional<Square<G>> FirstBlocker(Square<G> from, Square<G> to,
                                                const Bitboard<G>& occupied) {
  const Bitboard<G> blockers = Between<G>(from, to) & occupied;
  if (!blockers) return std::nullopt;
  return NearestBlocker<G>(DirectionBetween<G>(from, to), blockers);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_BOARD_ATTACKS_H_
