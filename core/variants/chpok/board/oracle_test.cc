// Compares the board phase of Chpok with an independent model of its rules.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/chpok_play.h"
#include "tests/support/game.h"
#include "tests/support/jsonl.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using google::protobuf::Struct;
using google::protobuf::Value;
using testing::FenOf;
using testing::Field;
using testing::GameAt;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::LegalOf;
using testing::Text;
using testing::Texts;
using testing::VariantNamed;

std::vector<Struct> Rows(const std::string& kind) {
  return testing::ReadJsonLines("core/variants/chpok/testdata/" + kind + ".jsonl");
}

TEST(ChpokOracle, P12_LegalActionsMatch) {
  for (const Struct& row : Rows("legal")) {
    const std::string fen = Text(row, "fen");
    const auto game = GameAt("chpok", fen);
    EXPECT_EQ(LegalOf(*game), Texts(row, "legal")) << fen;
    EXPECT_EQ(FenOf(*game), fen);
  }
}

// Returns the time used for the i-th action in milliseconds; -1 if no time is reported.
int64_t ElapsedMs(const Struct& row, int i) {
  const Value& all = Field(row, "ms");
  if (!all.has_list_value()) return -1;
  const Value& value = all.list_value().values(i);
  return value.has_number_value() ? static_cast<int64_t>(value.number_value()) : -1;
}

// Every state continues in the same way from its snapshot and, unless the next action is an undo,
// from its FEN.
TEST(ChpokOracle, P17_WholeGamesMatch) {
  for (const Struct& row : Rows("games")) {
    const std::vector<std::string> actions = Texts(row, "actions");
    const std::vector<std::string> fens = Texts(row, "fens");
    const std::vector<std::string> claims = Texts(row, "claims");
    const OptionMap options = {{"draw_policy", Text(row, "draw_policy")}};
    std::string before = Text(row, "fen");
    auto game = GameAt("chpok", before, options);
    ASSERT_EQ(FenOf(*game), before);
    for (size_t i = 0; i < actions.size(); ++i) {
      const ActionInput given{.elapsed_ms = ElapsedMs(row, static_cast<int>(i))};
      ASSERT_EQ(testing::EndText(*game), "") << before;
      auto stepped = VariantNamed("chpok").FromSnapshot(game->Snapshot(), options);
      ASSERT_THAT(stepped, IsOk()) << before;
      ASSERT_THAT(game->Apply(actions[i], given, nullptr), IsOk())
          << actions[i] << " in " << before;
      ASSERT_EQ(FenOf(*game), fens[i]) << actions[i] << " in " << before;
      ASSERT_EQ(testing::ClaimText(*game), claims[i]) << fens[i];
      ASSERT_THAT((*stepped)->Apply(actions[i], given, nullptr), IsOk());
      ASSERT_EQ((*stepped)->Snapshot(), game->Snapshot()) << actions[i] << " in " << before;
      if (actions[i] != "undo") {
        const auto from_fen = GameAt("chpok", before, options);
        ASSERT_THAT(from_fen->Apply(actions[i], given, nullptr), IsOk());
        ASSERT_EQ(FenOf(*from_fen), fens[i]) << actions[i] << " in " << before;
        ASSERT_EQ(testing::EndText(*from_fen), testing::EndText(*game)) << before;
      }
      before = fens[i];
    }
    ASSERT_EQ(testing::EndText(*game), Text(row, "result") + " " + Text(row, "termination"))
        << before;
  }
}

TEST(ChpokOracle, C12_PerftMatches) {
  constexpr uint64_t kMaxLeaves = kSanitizerSlowdown > 1 ? 300'000 : 100'000'000;
  for (const Struct& row : Rows("perft")) {
    const std::string fen = Text(row, "fen");
    const auto game = GameAt("chpok", fen);
    int depth = 0;
    for (const Value& value : Field(row, "perft").list_value().values()) {
      ++depth;
      const auto leaves = static_cast<uint64_t>(value.number_value());
      if (leaves > kMaxLeaves) break;
      Budget budget;
      const auto found = game->Perft(depth, budget, nullptr);
      ASSERT_THAT(found, IsOk()) << fen;
      EXPECT_EQ(*found, leaves) << fen << " depth " << depth;
    }
    EXPECT_TRUE(depth == 4 || kSanitizerSlowdown > 1) << fen;
  }
}

}  // namespace
}  // namespace arbiter
