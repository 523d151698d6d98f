// Random games of Chakart. The start and the actions determine a game if the seed is given or the
// actions contain their outcomes. The game may be carried as one object, as snapshots or as a
// record.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/strings.h"
#include "core/game/snapshot.h"
#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/game.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::Actions;
using testing::FenOf;
using testing::GamePtr;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::Random;
using testing::VariantNamed;

constexpr int kGames = 10'002 / (kSanitizerSlowdown > 1 ? kSanitizerSlowdown * 5 : 1);
constexpr uint32_t kMaxPlies = 600;

// Returns a seed of 32 bytes, which differs for every number.
std::string Seed(int number) {
  return StrCat("the seed of game no. ", 1'000'000'000 + number, "!");
}

// A game: its start, its actions without and with their outcomes, and its last state.
struct Played {
  std::string seed;
  std::string start_fen;
  Actions bare;
  Actions with_outcomes;
  GamePtr end;
};

// The turn counter stops at 1000000. If turns shared a number, their random draws would come from
// the same stream.
TEST(ReplayLength, H22_NoActionIsAcceptedAfterAMillionTurns) {
  const GamePtr game = testing::GameAt("chakart", "7k/8/8/8/8/8/8/K7 w 1000");
  const std::string snapshot = game->Snapshot();
  const absl::StatusOr<SnapshotData> data = DecodeSnapshot(snapshot);
  ASSERT_THAT(data, IsOk());
  const auto at_turn = [&data](const std::string& turn) {
    SnapshotData late = *data;
    const std::string fen = ReplaceAll(late.fen, {{" w 1000 ", " w " + turn + " "}});
    late.fen = fen;
    auto read = VariantNamed("chakart").FromSnapshot(EncodeSnapshot(late), {});
    EXPECT_THAT(read, IsOk());
    return *std::move(read);
  };
  EXPECT_THAT(at_turn("999998")->Apply("a1b1", nullptr), IsOk());
  EXPECT_THAT(at_turn("1000000")->Apply("a1b1", nullptr),
              testing::Fails(ErrorReason::kLimitExceeded, std::string("1000000 turns (H22)")));
}

class Replay : public ::testing::TestWithParam<const char*> {
 protected:
  static OptionMap Options() { return {{"setup", GetParam()}}; }

  static GamePtr Start(const std::string& seed) {
    auto game = VariantNamed("chakart").Start(Options(), seed, nullptr);
    EXPECT_THAT(game, IsOk());
    return *std::move(game);
  }

  // Plays uniformly random actions until the game is over or has kMaxPlies plies.
  static Played PlayGame(int number, Random& random) {
    Played played;
    played.seed = Seed(number);
    played.end = Start(played.seed);
    Game& game = *played.end;
    played.start_fen = FenOf(game);
    while (game.ply() < kMaxPlies && !game.Adjudicate().end) {
      const std::vector<std::string> actions = testing::TextsOf(game);
      EXPECT_FALSE(actions.empty()) << "no action and no end: " << FenOf(game);
      if (actions.empty()) break;
      played.bare.push_back(actions[random.Below(actions.size())]);
      ActionResult applied;
      const absl::Status status = game.Apply(played.bare.back(), played.seed, &applied);
      EXPECT_THAT(status, IsOk()) << played.bare.back() << " in " << FenOf(game);
      if (!status.ok()) break;
      played.with_outcomes.push_back(applied.text);
    }
    return played;
  }

  static std::string Repeat(GamePtr game, const Actions& actions, const std::string& seed) {
    for (const std::string& action : actions) {
      const absl::Status status = game->Apply(action, seed, nullptr);
      EXPECT_THAT(status, IsOk()) << action << " in " << FenOf(*game);
      if (!status.ok()) break;
    }
    return game->Snapshot();
  }

  static std::string RepeatBySnapshots(GamePtr game, const Actions& actions,
                                       const std::string& seed) {
    std::string snapshot = game->Snapshot();
    for (const std::string& action : actions) {
      auto carried = VariantNamed("chakart").FromSnapshot(snapshot, Options());
      EXPECT_THAT(carried, IsOk());
      if (!carried.ok()) break;
      EXPECT_THAT((*carried)->Apply(action, seed, nullptr), IsOk()) << action;
      snapshot = (*carried)->Snapshot();
    }
    return snapshot;
  }

  // Sends the game to the handler as a record and returns the snapshot of its last state.
  static std::string RepeatAsRecord(const Played& played, bool with_seed) {
    const Limits limits;
    v1::AdjudicateRequest request;
    v1::Position& position = *request.mutable_position();
    position.set_variant("chakart");
    const std::string setup = GetParam();
    position.mutable_options()->mutable_chakart()->set_setup(
        setup == "standard"    ? v1::SETUP_STANDARD
        : setup == "symmetric" ? v1::SETUP_SYMMETRIC
                               : v1::SETUP_ASYMMETRIC);
    v1::Record& record = *position.mutable_record();
    const Actions& actions = with_seed ? played.bare : played.with_outcomes;
    record.mutable_actions()->Assign(actions.begin(), actions.end());
    if (with_seed) {
      record.set_seed(played.seed);
    } else {
      record.set_start_fen(played.start_fen);
    }
    v1::AdjudicateResponse response;
    EXPECT_THAT(testing::CallHandler(Adjudicate, {&limits, nullptr}, request, &response), IsOk());
    return response.state().snapshot();
  }
};

TEST_P(Replay, R5_RandomGamesReplayToTheSameEnd) {
  Random random(61);
  int white = 0, black = 0, blocked = 0, unfinished = 0;
  uint64_t plies = 0, actions = 0;
  for (int i = 0; i < kGames / 3; ++i) {
    const Played played = PlayGame(i, random);
    const std::string end = played.end->Snapshot();
    SCOPED_TRACE(StrCat("game ", i));

    auto start = VariantNamed("chakart").FromFen(played.start_fen, Options(), true);
    ASSERT_THAT(start, IsOk()) << played.start_fen;
    ASSERT_EQ(Repeat(*std::move(start), played.with_outcomes, ""), end);
    ASSERT_EQ(Repeat(Start(played.seed), played.bare, played.seed), end);
    ASSERT_EQ(RepeatBySnapshots(Start(played.seed), played.bare, played.seed), end);
    ASSERT_EQ(RepeatAsRecord(played, true), end);
    ASSERT_EQ(RepeatAsRecord(played, false), end);

    plies += played.end->ply();
    actions += played.bare.size();
    const std::optional<End> how = played.end->Adjudicate().end;
    if (!how) {
      ASSERT_EQ(played.end->ply(), kMaxPlies);
      ++unfinished;
    } else if (how->termination == Termination::kBlocked) {
      ASSERT_EQ(how->result, Result::kDraw);
      ++blocked;
    } else {
      ASSERT_EQ(how->termination, Termination::kKingCaptured);
      ++(how->result == Result::kWhiteWins ? white : black);
    }
  }
  RecordProperty("white_wins", white);
  RecordProperty("black_wins", black);
  RecordProperty("blocked", blocked);
  RecordProperty("unfinished", unfinished);
  RecordProperty("plies", StrCat(plies));
  RecordProperty("actions", StrCat(actions));
  // Many games end with a win for White, and many with a win for Black.
  EXPECT_GT(white, kGames / 30);
  EXPECT_GT(black, kGames / 30);
  EXPECT_GT(actions, plies);
}

TEST_P(Replay, R1_AnotherSeedLeadsToAnotherGame) {
  Random random(62);
  int different = 0;
  for (int i = 0; i < 10; ++i) {
    const Played played = PlayGame(i, random);
    const GamePtr other = Start(Seed(i + 1));
    for (const std::string& action : played.bare) {
      if (!other->Apply(action, Seed(i + 1), nullptr).ok()) break;
    }
    different += FenOf(*other) != FenOf(*played.end) ? 1 : 0;
  }
  EXPECT_EQ(different, 10);
}

INSTANTIATE_TEST_SUITE_P(SetUps, Replay, ::testing::Values("standard", "symmetric", "asymmetric"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace arbiter
