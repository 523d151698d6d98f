// The openings, players and games of a match.
#include "tests/tools/match/play_match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/base/strings.h"
#include "core/game/registry.h"
#include "tests/support/status.h"
#include "tests/tools/match/opening.h"
#include "tests/tools/match/player_spec.h"
#include "tests/tools/match/simple_players.h"

namespace arbiter::match {
namespace {

using arbiter::testing::IsOk;
using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

// Plays the actions of a script, then resigns.
class ScriptedPlayer : public Player {
 public:
  explicit ScriptedPlayer(std::vector<absl::StatusOr<std::string>> script)
      : script_(std::move(script)) {}
  absl::Status NewGame(uint64_t) override {
    next_ = 0;
    return absl::OkStatus();
  }
  absl::StatusOr<Choice> Choose(const Situation&) override {
    if (next_ == script_.size()) return Choice{.action = "resign"};
    const auto& action = script_[next_++];
    if (!action.ok()) return action.status();
    return Choice{.action = *action, .depth = 3, .nodes = 42};
  }

 private:
  std::vector<absl::StatusOr<std::string>> script_;
  size_t next_ = 0;
};

// Plays the actions of a script and takes a scripted time for each of them, then resigns at once.
// Remembers the clocks that it sees.
class TimedPlayer : public Player {
 public:
  struct Move {
    std::string action;
    milliseconds time;
  };

  // `now` is the time of the game.
  TimedPlayer(std::vector<Move> script, GameTiming::Clock::time_point* now)
      : script_(std::move(script)), now_(*now) {}
  absl::Status NewGame(uint64_t) override { return absl::OkStatus(); }
  absl::StatusOr<Choice> Choose(const Situation& situation) override {
    clocks_.push_back(situation.clocks);
    if (next_ == script_.size()) return Choice{.action = "resign"};
    now_ += script_[next_].time;
    return Choice{.action = script_[next_++].action};
  }

  // Returns the milliseconds that White and Black had left at each choice.
  std::vector<std::pair<int64_t, int64_t>> seen() const {
    std::vector<std::pair<int64_t, int64_t>> times;
    for (const auto& clocks : clocks_) {
      times.emplace_back(clocks->left(Color::kWhite) / milliseconds(1),
                         clocks->left(Color::kBlack) / milliseconds(1));
    }
    return times;
  }

 private:
  const std::vector<Move> script_;
  size_t next_ = 0;
  GameTiming::Clock::time_point& now_;
  std::vector<std::optional<MatchClocks>> clocks_;
};

const Variant& Find(std::string_view id) { return **FindVariant(id); }

Opening OpeningAt(std::string_view variant, std::string_view fen) {
  auto game = *Find(variant).FromFen(fen, MatchOptions(variant), true);
  return {.start_fen = std::string(fen), .draw_seed = "0123456789abcdef", .game = std::move(game)};
}

// Returns all actions that the greedy player chooses in a position over many seeds.
std::set<std::string> GreedyChoices(std::string_view variant, std::string_view fen) {
  const Opening opening = OpeningAt(variant, fen);
  std::set<std::string> choices;
  GreedyPlayer player;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_THAT(player.NewGame(seed), IsOk());
    const auto choice = player.Choose({*opening.game, opening.start_fen, opening.actions});
    EXPECT_THAT(choice, IsOk());
    if (choice.ok()) choices.insert(choice->action);
  }
  return choices;
}

class OpeningTest : public ::testing::TestWithParam<const char*> {};

TEST_P(OpeningTest, IsRandomReproducibleAndUnfinished) {
  std::set<std::string> fens;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto opening = RandomOpening(Find(GetParam()), 8, seed);
    ASSERT_THAT(opening, IsOk());
    EXPECT_EQ(opening->game->ply(), 8u);
    EXPECT_FALSE(opening->game->Adjudicate().end);
    EXPECT_TRUE(opening->game->pending().empty());
    EXPECT_EQ(RandomOpening(Find(GetParam()), 8, seed)->actions, opening->actions);
    fens.insert(opening->game->Fen(FenStyle::kStandard));
  }
  EXPECT_GE(fens.size(), 19u);
}

TEST_P(OpeningTest, ActionTextsReproduceTheGame) {
  const auto opening = RandomOpening(Find(GetParam()), 8, 7);
  ASSERT_THAT(opening, IsOk());
  auto game = *Find(GetParam()).FromFen(opening->start_fen, MatchOptions(GetParam()), true);
  for (const std::string& action : opening->actions) {
    ASSERT_THAT(game->Apply(action, nullptr), IsOk()) << action;
  }
  EXPECT_EQ(game->Fen(FenStyle::kStandard), opening->game->Fen(FenStyle::kStandard));
}

INSTANTIATE_TEST_SUITE_P(Variants, OpeningTest,
                         ::testing::Values("chak", "makruk", "chakart", "chpok"));

TEST(OpeningEndTest, GamesThatEndAreReplaced) {
  // Twenty random plies of Chakart often capture a king, so some openings have to be replaced.
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto opening = RandomOpening(Find("chakart"), 20, seed);
    ASSERT_THAT(opening, IsOk());
    EXPECT_FALSE(opening->game->Adjudicate().end);
  }
}

TEST(GreedyPlayerTest, PlaysTheMostValuableMove) {
  // The ruea captures a ruea rather than a bia.
  EXPECT_EQ(GreedyChoices("makruk", "8/1k6/3r4/8/3R1p2/8/8/1K6 w - - 0 1"),
            std::set<std::string>{"d4d6"});
  // Checkmate comes before material.
  EXPECT_EQ(GreedyChoices("makruk", "k7/8/K7/8/1p6/8/7R/1R6 w - - 0 1"),
            std::set<std::string>{"h2h8"});
  // Reaching the altar comes before capturing a serpent.
  EXPECT_EQ(GreedyChoices("chak", "9/4o4/3D5/2r6/9/9/9/1d7/9 w - - 0 1"),
            std::set<std::string>{"d7e8"});
}

TEST(GreedyPlayerTest, CapturesAKingInChakartAndChpok) {
  EXPECT_EQ(GreedyChoices("chakart", "4k3/8/8/8/4R2q/8/8/4K3 w 0 {\"flags\":\"0000\"}"),
            std::set<std::string>{"e4e8"});
  EXPECT_EQ(GreedyChoices("chpok", "4k3/8/8/8/4R2q/8/8/4K3 w - 0,0 0,0 0,0 0,0 9 {d=0*9}"),
            std::set<std::string>{"e4e8"});
}

TEST(GreedyPlayerTest, CountsPointsOfChpok) {
  // The eighth rank scores four points, the others fewer or none.
  EXPECT_EQ(GreedyChoices("chpok", "k7/8/8/8/7R/8/8/K7 w - 0,0 0,0 0,0 0,0 9 {d=0*9}"),
            std::set<std::string>{"h4h8"});
}

TEST(GreedyPlayerTest, ChoosesAmongEqualsByItsSeed) {
  // None of the 15 moves wins anything, so all of them are equally likely.
  EXPECT_GT(GreedyChoices("makruk", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").size(), 7u);
}

TEST(PlayGameTest, RecordsTheEndAndTheEffort) {
  const Opening opening = OpeningAt("makruk", "k7/8/K7/8/1p6/8/7R/1R6 w - - 0 1");
  ScriptedPlayer white({"h2h8"});
  ScriptedPlayer black({});
  const auto record = PlayGame(opening, white, black, 1);
  ASSERT_THAT(record, IsOk());
  EXPECT_EQ(record->white_half_points, 2);
  EXPECT_EQ(record->end, "White wins by checkmate.");
  EXPECT_EQ(record->actions, std::vector<std::string>{"h2h8"});
  EXPECT_FALSE(record->forfeited_by);
  EXPECT_EQ(record->efforts[0].moves, 1);
  EXPECT_EQ(record->efforts[0].nodes, 42u);
  EXPECT_EQ(record->efforts[1].moves, 0);
}

TEST(PlayGameTest, IllegalActionsAndFailuresLose) {
  const auto opening = RandomOpening(Find("makruk"), 8, 3);
  ASSERT_THAT(opening, IsOk());
  ScriptedPlayer resigns({});
  for (const absl::StatusOr<std::string>& action :
       {absl::StatusOr<std::string>("a1a9"),
        absl::StatusOr<std::string>(absl::UnavailableError("timeout"))}) {
    ScriptedPlayer fails({action});
    const auto record = PlayGame(*opening, fails, resigns, 1);
    ASSERT_THAT(record, IsOk());
    EXPECT_EQ(record->white_half_points, 0);
    EXPECT_EQ(record->forfeited_by, Color::kWhite);
    EXPECT_THAT(record->failure, HasSubstr(action.ok() ? "a1a9" : "timeout"));
  }
}

TEST(PlayGameTest, OtherErrorsEndTheMatch) {
  const MatchSetUp set_up{
      .variant = &Find("makruk"),
      .a =
          [] {
            return std::make_unique<ScriptedPlayer>(
                std::vector<absl::StatusOr<std::string>>{absl::UnimplementedError("no")});
          },
      .b = [] { return std::make_unique<RandomPlayer>(); }};
  EXPECT_EQ(PlayMatch(set_up, nullptr).status().code(), absl::StatusCode::kUnimplemented);
}

TEST(PlayGameTest, EndlessGamesAreCutOff) {
  const Opening opening = OpeningAt("chakart", "7k/8/8/8/8/8/8/K7 w 0 {\"flags\":\"0000\"}");
  std::vector<absl::StatusOr<std::string>> back_and_forth[2];
  for (uint32_t i = 0; i < kMaxPlies / 4; ++i) {
    for (const char* action : {"a1b1", "b1a1"}) back_and_forth[0].emplace_back(action);
    for (const char* action : {"h8g8", "g8h8"}) back_and_forth[1].emplace_back(action);
  }
  ScriptedPlayer white(back_and_forth[0]);
  ScriptedPlayer black(back_and_forth[1]);
  const auto record = PlayGame(opening, white, black, 1);
  ASSERT_THAT(record, IsOk());
  EXPECT_EQ(record->actions.size(), kMaxPlies);
  EXPECT_EQ(record->white_half_points, 1);
  EXPECT_EQ(record->end, "Cut off as a draw.");
}

class ClockTest : public ::testing::Test {
 protected:
  using Script = std::vector<TimedPlayer::Move>;

  GameTiming::Clock::time_point now_;
  const GameTiming timing_ = {
      .control = {{.time = milliseconds(1'000), .increment = milliseconds(100)}},
      .now = [this] { return now_; }};
  const Opening opening_ = OpeningAt("makruk", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
};

TEST_F(ClockTest, EachPlayerSpendsTimeAndReceivesTheIncrement) {
  TimedPlayer white(Script{{"a1a2", milliseconds(300)}, {"a2a3", milliseconds(50)}}, &now_);
  TimedPlayer black(Script{{"e8e7", milliseconds(700)}, {"e7e6", milliseconds(0)}}, &now_);
  const auto record = PlayGame(opening_, white, black, 1, timing_);
  ASSERT_THAT(record, IsOk());
  EXPECT_THAT(white.seen(), ElementsAre(Pair(1'000, 1'000), Pair(800, 400), Pair(850, 500)));
  EXPECT_THAT(black.seen(), ElementsAre(Pair(800, 1'000), Pair(850, 400)));
  EXPECT_FALSE(record->forfeited_by);
  EXPECT_EQ(record->efforts[1].longest, milliseconds(700));
}

TEST_F(ClockTest, APlayerWhoseClockRunsOutLoses) {
  TimedPlayer white(Script{{"a1a2", milliseconds(0)}, {"a2a3", milliseconds(0)}}, &now_);
  TimedPlayer black(Script{{"e8e7", milliseconds(400)}, {"e7e6", milliseconds(773)}}, &now_);
  const auto record = PlayGame(opening_, white, black, 1, timing_);
  ASSERT_THAT(record, IsOk());
  EXPECT_EQ(record->white_half_points, 2);
  EXPECT_EQ(record->end, "White wins on time.");
  EXPECT_EQ(record->forfeited_by, Color::kBlack);
  EXPECT_EQ(record->failure, "a clock exceeded by 73 ms");
  // The move came too late.
  EXPECT_THAT(record->actions, ElementsAre("a1a2", "e8e7", "a2a3"));
  EXPECT_EQ(record->efforts[1].moves, 2);
}

TEST_F(ClockTest, AMoveWithinTheGraceCounts) {
  TimedPlayer white(Script{{"a1a2", milliseconds(1'000) + MatchClocks::kGrace}}, &now_);
  TimedPlayer black(Script{}, &now_);
  const auto record = PlayGame(opening_, white, black, 1, timing_);
  ASSERT_THAT(record, IsOk());
  EXPECT_FALSE(record->forfeited_by);
  EXPECT_THAT(black.seen(), ElementsAre(Pair(50, 1'000)));
}

TEST_F(ClockTest, TheIncrementFollowsTheWholeTurn) {
  // The promotion leaves the same player another move.
  const Opening opening = OpeningAt(
      "chakart", R"(4P3/8/8/8/8/8/8/K6k w 4 {"flags":"1111","pending":"promotion:e8,again"})");
  TimedPlayer white(Script{{"e8=r", milliseconds(10)}, {"a1a2", milliseconds(20)}}, &now_);
  TimedPlayer black(Script{}, &now_);
  ASSERT_THAT(PlayGame(opening, white, black, 1, timing_), IsOk());
  EXPECT_THAT(white.seen(), ElementsAre(Pair(1'000, 1'000), Pair(990, 1'000)));
  EXPECT_THAT(black.seen(), ElementsAre(Pair(1'070, 1'000)));
}

TEST_F(ClockTest, AMatchHasClocksInEachGame) {
  const auto make = [this] {
    return std::make_unique<TimedPlayer>(Script(4, {"a1a9", milliseconds(2'000)}), &now_);
  };
  const MatchSetUp set_up{.variant = &Find("makruk"), .a = make, .b = make, .timing = timing_};
  const auto summary = PlayMatch(set_up, nullptr);
  ASSERT_THAT(summary, IsOk());
  EXPECT_EQ(summary->a.forfeits, 1);
  EXPECT_EQ(summary->b.forfeits, 1);
  EXPECT_EQ(summary->ends.at("Black wins on time."), 2);
}

// Formats a summary without its times.
std::string WithoutTimes(const MatchSummary& summary) {
  std::string text = StrCat(summary.wins, " ", summary.draws, " ", summary.losses, " ",
                            summary.a.effort.moves, " ", summary.b.effort.moves);
  for (const int count : summary.scores.counts()) StrAppend(&text, " ", count);
  for (const auto& [end, count] : summary.ends) StrAppend(&text, "; ", count, " ", end);
  return text;
}

TEST(PlayMatchTest, CanBeStoppedBetweenPairs) {
  StopToken stop;
  MatchSetUp set_up{.variant = &Find("chpok"),
                    .a = [] { return std::make_unique<GreedyPlayer>(); },
                    .b = [] { return std::make_unique<RandomPlayer>(); },
                    .pairs = 1000,
                    .stop = &stop};
  const auto summary = PlayMatch(set_up, [&](int pair, bool, const GameRecord&) {
    if (pair == 2) stop.Stop();
  });
  ASSERT_THAT(summary, IsOk());
  EXPECT_EQ(summary->scores.pairs(), 3);
  EXPECT_EQ(PlayMatch(set_up, nullptr).status().code(), absl::StatusCode::kCancelled);
}

class MatchTest : public ::testing::TestWithParam<const char*> {};

TEST_P(MatchTest, SwapsColoursAndIsReproducible) {
  MatchSetUp set_up{.variant = &Find(GetParam()),
                    .a = [] { return std::make_unique<GreedyPlayer>(); },
                    .b = [] { return std::make_unique<RandomPlayer>(); },
                    .pairs = 3};
  int games_as_white = 0;
  std::map<int, std::vector<std::vector<std::string>>> openings;
  const auto summary = PlayMatch(set_up, [&](int pair, bool a_is_white, const GameRecord& record) {
    games_as_white += a_is_white ? 1 : 0;
    openings[pair].push_back(
        std::vector<std::string>(record.actions.begin(), record.actions.begin() + 8));
  });
  ASSERT_THAT(summary, IsOk());
  EXPECT_EQ(games_as_white, 3);
  EXPECT_EQ(openings.size(), 3u);
  for (const auto& [pair, both] : openings) EXPECT_EQ(both[0], both[1]);
  EXPECT_EQ(summary->wins + summary->draws + summary->losses, 6);
  EXPECT_EQ(summary->scores.pairs(), 3);
  EXPECT_DOUBLE_EQ(summary->scores.score(), (summary->wins + summary->draws / 2.0) / 6);
  EXPECT_GT(summary->wins, summary->losses);
  set_up.concurrency = 3;
  EXPECT_EQ(WithoutTimes(*PlayMatch(set_up, nullptr)), WithoutTimes(*summary));
}

INSTANTIATE_TEST_SUITE_P(Variants, MatchTest,
                         ::testing::Values("chak", "makruk", "chakart", "chpok"));

TEST(PlayerSpecTest, ParsesEveryKind) {
  const PlayerDefaults defaults{.variant = "makruk",
                                .limits = {.movetime = std::chrono::milliseconds(100)}};
  for (const char* text : {"engine", "engine:movetime=50", "tuned", "tuned:window=15", "greedy",
                           "random", "uci:true"}) {
    const auto kind = ParsePlayer(text, defaults);
    ASSERT_THAT(kind, IsOk()) << text;
    EXPECT_NE(kind->make(), nullptr);
  }
  EXPECT_EQ(ParsePlayer("engine", defaults)->movetime.count(), 100);
  EXPECT_EQ(ParsePlayer("engine:movetime=50", defaults)->movetime.count(), 50);
  EXPECT_EQ(ParsePlayer("engine:nodes=50", defaults)->movetime.count(), 0);
  EXPECT_EQ(ParsePlayer("engine:depth=5", defaults)->movetime.count(), 0);
  for (const char* text : {"", "uci:", "engines", "engine:", "engine:5",
                           "engine:nodes=", "engine:nodes=0", "engine:nodes=5x", "greedy:1"}) {
    EXPECT_EQ(ParsePlayer(text, defaults).status().code(), absl::StatusCode::kInvalidArgument)
        << text;
  }
}

TEST(PlayerSpecTest, OnlyUciEnginesHaveTheirOwnOptions) {
  const PlayerDefaults defaults{.variant = "makruk", .uci_options = {"Threads=1"}};
  EXPECT_THAT(ParsePlayer("uci:true", defaults, {"Threads=2", "EvalFile="}), IsOk());
  EXPECT_THAT(std::string(ParsePlayer("uci:true", defaults, {"Threads"}).status().message()),
              HasSubstr("'Threads' has no '='"));
  EXPECT_THAT(ParsePlayer("engine", defaults), IsOk()) << "those of both players do not concern it";
  for (const char* text : {"engine", "tuned", "greedy"}) {
    EXPECT_THAT(std::string(ParsePlayer(text, defaults, {"Threads=2"}).status().message()),
                HasSubstr("only uci:COMMAND has"));
  }
}

// Tuning and matches of changed parameters assume this.
TEST(PlayerSpecTest, TheTunedPlayerSearchesLikeTheEngine) {
  const PlayerDefaults defaults{.variant = "makruk", .limits = {.nodes = 2'000}};
  const auto engine = ParsePlayer("engine", defaults);
  const auto tuned = ParsePlayer("tuned", defaults);
  ASSERT_THAT(engine, IsOk());
  ASSERT_THAT(tuned, IsOk());
  const auto actions = [&](const PlayerKind& a, const PlayerKind& b) {
    std::vector<std::vector<std::string>> games;
    const MatchSetUp set_up{.variant = &Find("makruk"), .a = a.make, .b = b.make, .seed = 3};
    EXPECT_THAT(
        PlayMatch(set_up,
                  [&](int, bool, const GameRecord& record) { games.push_back(record.actions); }),
        IsOk());
    return games;
  };
  EXPECT_EQ(actions(*tuned, *engine), actions(*engine, *engine));
}

TEST(PlayerSpecTest, OnlyUciEnginesHaveClocks) {
  const PlayerDefaults defaults{.variant = "makruk", .has_clocks = true};
  EXPECT_THAT(ParsePlayer("uci:true", defaults), IsOk());
  for (const char* text :
       {"engine", "engine:movetime=50", "tuned", "greedy", "random", "engines"}) {
    const absl::Status status = ParsePlayer(text, defaults).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_THAT(std::string(status.message()), HasSubstr("only uci:COMMAND")) << text;
  }
}

}  // namespace
}  // namespace arbiter::match
