// Compares Shatranj with an independent engine. perft.jsonl contains the results of `go perft` in
// Fairy-Stockfish 11.1 (Debian's fairy-stockfish, UCI_Variant shatranj) at the start, in positions
// of random games with checks, promotions and few pieces, and in positions around bare shahs.
#include <gtest/gtest.h>

#include "core/game/registry.h"
#include "tests/support/game.h"
#include "tests/support/jsonl.h"

namespace arbiter {
namespace {

using testing::Field;
using testing::GameAt;

TEST(ShatranjOracle, PerftMatches) {
  constexpr uint64_t kMaxLeaves = 600'000;
  for (const auto& row : testing::ReadJsonLines("tests/add_a_variant/perft.jsonl")) {
    const std::string fen = testing::Text(row, "fen");
    const auto game = GameAt("shatranj", fen);
    int depth = 0;
    for (const auto& value : Field(row, "perft").list_value().values()) {
      ++depth;
      const auto leaves = static_cast<uint64_t>(value.number_value());
      if (leaves > kMaxLeaves) break;
      Budget budget;
      EXPECT_EQ(*game->Perft(depth, budget, nullptr), leaves) << fen << " depth " << depth;
    }
  }
}

}  // namespace
}  // namespace arbiter
