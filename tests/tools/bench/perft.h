#ifndef ARBITER_TESTS_TOOLS_BENCH_PERFT_H_
#define ARBITER_TESTS_TOOLS_BENCH_PERFT_H_

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/game/game.h"

namespace arbiter::bench {

// A start position of perft.
struct PerftStart {
  std::string_view name;
  std::string_view variant;
  // Chpok's option `features`; empty for the default.
  std::string_view features = {};
};

inline constexpr PerftStart kMakruk = {"makruk", "makruk"};
inline constexpr PerftStart kChak = {"chak", "chak"};
inline constexpr PerftStart kChpok8 = {"chpok, 8 wide", "chpok"};
inline constexpr PerftStart kChpok10 = {"chpok, 10 wide", "chpok", "width=10"};
inline constexpr PerftStart kChakart = {"chakart", "chakart"};

// Starts a game at the board. Ends the program if the variant or its features are invalid.
std::unique_ptr<Game> StartGame(const PerftStart& start);

// Counts the leaves of the tree of legal moves. Ends the program if that fails.
uint64_t CountLeaves(const Game& game, int depth);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_PERFT_H_
