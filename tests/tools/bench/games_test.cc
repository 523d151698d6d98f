#include "tests/tools/bench/games.h"

#include <gtest/gtest.h>

#include "core/game/registry.h"

namespace arbiter::bench {
namespace {

TEST(BenchGames, AreReproducibleAndUnfinished) {
  constexpr int kPlies = 60;
  for (const std::string_view variant : kVariants) {
    const PlayedGame played = PlayGame(variant, kPlies);
    EXPECT_EQ(played.actions.size(), static_cast<size_t>(kPlies));
    EXPECT_EQ(played.actions, PlayGame(variant, kPlies).actions) << variant;
    EXPECT_FALSE(played.game->Adjudicate().end) << variant;

    const auto again = *(*FindVariant(variant))->Start(StartOptions(variant));
    for (const std::string& action : played.actions) {
      ASSERT_TRUE(again->Apply(action, nullptr).ok()) << action;
    }
    EXPECT_EQ(again->Snapshot(), played.game->Snapshot()) << variant;
  }
}

TEST(BenchGames, AtALevelAreReproducibleAndEndInTime) {
  constexpr int kLevel = 2;
  constexpr int kMaxPlies = 20;
  for (const std::string_view variant : kVariants) {
    const PlayedGame played = PlayAtLevel(variant, kLevel, kMaxPlies, 1);
    EXPECT_EQ(played.actions, PlayAtLevel(variant, kLevel, kMaxPlies, 1).actions) << variant;
    EXPECT_NE(played.actions, PlayAtLevel(variant, kLevel, kMaxPlies, 2).actions) << variant;
    EXPECT_TRUE(played.game->Adjudicate().end || played.actions.size() == kMaxPlies) << variant;
  }
}

TEST(BenchGames, HaveMovesWithAndWithoutARandomDraw) {
  const PlayedGame played = PlayGame("chakart", 20);
  EXPECT_FALSE(played.game->Clone()->Apply(PickMove(*played.game, true), nullptr).ok());
  EXPECT_TRUE(played.game->Clone()->Apply(PickMove(*played.game, false), nullptr).ok());
}

}  // namespace
}  // namespace arbiter::bench
