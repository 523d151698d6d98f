// Tests that Game::Replay(), which makes many actions at once, does the same as Game::Apply().
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.h"
#include "tests/support/game.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {
namespace {

// Makes the actions of a record one at a time.
absl::Status ApplyEach(const RecordedActions& actions, Game* game, size_t* made) {
  for (; *made < actions.texts.size(); ++*made) {
    // An action whose effects are reported does not take the quick path.
    ActionResult applied;
    absl::Status status = game->Apply(actions.texts[*made], actions.InputOf(*made), &applied);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

void ExpectSameReplay(const Game& start, const RecordedActions& actions) {
  const std::unique_ptr<Game> expected = start.Clone();
  size_t expected_made = 0;
  const absl::Status expected_status = ApplyEach(actions, expected.get(), &expected_made);
  const std::unique_ptr<Game> game = start.Clone();
  size_t made = 0;
  EXPECT_EQ(game->Replay(actions, &made), expected_status);
  EXPECT_EQ(made, expected_made);
  EXPECT_EQ(game->Snapshot(), expected->Snapshot());
  EXPECT_EQ(ToText(*game), ToText(*expected));
}

class RecordReplayTest : public ::testing::TestWithParam<GameCase> {};

TEST_P(RecordReplayTest, C9_RecordsAreReplayedAsTheyWerePlayed) {
  Random random(1);
  const std::unique_ptr<Game> start = GetParam().Start();
  PlayGames(GetParam(), 4, 150, random, [&](const Game& game, const Actions& played) {
    if (!random.OneIn(8) && !game.Adjudicate().end) return;
    Actions actions = played;
    // Nothing follows the end of a game, and refused actions are explained as usual.
    for (const char* const action : {"a1a2", "resign", "e2e4{push=e5}", "x", "0000"}) {
      if (random.OneIn(3)) actions.emplace_back(action);
    }
    if (!actions.empty() && random.OneIn(2)) {
      actions[random.Below(actions.size())] = actions[random.Below(actions.size())];
    }
    const std::vector<std::string_view> texts(actions.begin(), actions.end());
    ExpectSameReplay(*start, {.texts = texts});
    ExpectSameReplay(*start, {.texts = texts, .seed = kSeed});
    const std::unique_ptr<Game> timed = start->Clone();
    timed->TrackClocks();
    std::vector<int64_t> elapsed_ms;
    for (size_t i = 0; i < texts.size(); ++i) {
      elapsed_ms.push_back(static_cast<int64_t>(random.Below(20'000)) - 1);
    }
    ExpectSameReplay(*timed, {.texts = texts, .elapsed_ms = elapsed_ms});
  });
}

INSTANTIATE_TEST_SUITE_P(Games, RecordReplayTest, ::testing::ValuesIn(AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

TEST(RecordReplay, M3_MateIsFoundAfterTheLastMove) {
  const GamePtr game = GameAt("makruk", "8/8/8/8/8/k1K5/8/7R w - - 0 1");
  const std::string_view texts[] = {"h1a1"};
  size_t made = 0;
  EXPECT_THAT(game->Replay({.texts = texts}, &made), IsOk());
  EXPECT_EQ(made, 1);
  EXPECT_EQ(game->Adjudicate().end->termination, Termination::kCheckmate);
}

TEST(RecordReplay, C4_TheThirdOccurrenceEndsTheGameInTheMiddle) {
  const GamePtr game = StartOf("chak");
  std::vector<std::string_view> texts;
  for (int i = 0; i < 3; ++i) texts.insert(texts.end(), {"b1d2", "b9d8", "d2b1", "d8b9"});
  ExpectSameReplay(*game, {.texts = texts});
  size_t made = 0;
  EXPECT_THAT(game->Replay({.texts = texts}, &made),
              Fails(ErrorReason::kGameOver, "the game is over"));
  EXPECT_EQ(made, 8);
}

TEST(RecordReplay, GoesOnWhereItStopped) {
  const GamePtr game = StartOf("makruk");
  const std::string_view texts[] = {"e3e4", "e3e4", "e6e5"};
  size_t made = 0;
  EXPECT_THAT(game->Replay({.texts = texts}, &made), Fails(ErrorReason::kIllegalAction, "e3"));
  EXPECT_EQ(made, 1);
  made = 2;
  EXPECT_THAT(game->Replay({.texts = texts}, &made), IsOk());
  EXPECT_EQ(made, 3);
}

}  // namespace
}  // namespace arbiter::testing
