#ifndef ARBITER_CORE_SEARCH_REDUCTIONS_H_
#define ARBITER_CORE_SEARCH_REDUCTIONS_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace arbiter {

// Plies by which late moves of a position are searched less deep: about half a ply, and a
// quarter of log2(depth) * log2(move) besides. In whole numbers, so that it is the same everywhere.
inline constexpr auto kReductions = [] {
  constexpr int kMost = 64;
  // 32 * log2(n), between powers of two on a straight line.
  const auto log = [](int n) {
    const int floor = std::bit_width(static_cast<unsigned>(n)) - 1;
    return 32 * floor + 32 * (n - (1 << floor)) / (1 << floor);
  };
  std::array<std::array<int8_t, kMost>, kMost> table{};
  for (int depth = 1; depth < kMost; ++depth) {
    for (int move = 1; move < kMost; ++move) {
      table[depth][move] = static_cast<int8_t>((512 + log(depth) * log(move) * 15 / 64) / 1024);
    }
  }
  return table;
}();

// For the `move`th move, from 1.
inline int ReductionFor(int depth, int move) {
  constexpr int kLast = static_cast<int>(kReductions.size()) - 1;
  return kReductions[static_cast<size_t>(std::min(depth, kLast))]
                    [static_cast<size_t>(std::min(move, kLast))];
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_REDUCTIONS_H_
