// Tests that an action has the same effect on a game whether or not its results are reported.
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

// Makes the actions on two copies of a game, one of which reports the results. `elapsed_ms` is
// empty or has a time for each action.
void ExpectSameReplay(const Game& start, const Actions& actions, std::string_view seed,
                      const std::vector<int64_t>& elapsed_ms) {
  GamePtr reported = start.Clone();
  GamePtr silent = start.Clone();
  for (size_t i = 0; i < actions.size(); ++i) {
    const ActionInput input = {seed, elapsed_ms.empty() ? -1 : elapsed_ms[i]};
    ActionResult applied;
    const absl::Status status = Apply(reported, actions[i], input, &applied);
    ASSERT_EQ(Apply(silent, actions[i], input, nullptr), status) << actions[i];
  }
  EXPECT_EQ(silent->Snapshot(), reported->Snapshot());
  EXPECT_EQ(ToText(*silent), ToText(*reported));
}

class ReplayTest : public ::testing::TestWithParam<GameCase> {};

TEST_P(ReplayTest, C9_AnActionThatIsNotReportedHasTheSameEffect) {
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
    ExpectSameReplay(*start, actions, "", {});
    ExpectSameReplay(*start, actions, kSeed, {});
    const std::unique_ptr<Game> timed = start->Clone();
    timed->TrackClocks();
    std::vector<int64_t> elapsed_ms;
    for (size_t i = 0; i < actions.size(); ++i) {
      elapsed_ms.push_back(static_cast<int64_t>(random.Below(20'000)) - 1);
    }
    ExpectSameReplay(*timed, actions, "", elapsed_ms);
  });
}

INSTANTIATE_TEST_SUITE_P(Games, ReplayTest, ::testing::ValuesIn(AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter::testing
