// Tests how plies are judged, with an analyst whose answers are fixed.
#include "service/handlers/game_review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Actions;
using ::testing::ElementsAre;
using testing::FenOf;
using testing::GameAt;
using testing::GamePtr;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::StartOf;

constexpr double kNear = 1e-9;

// A fixed answer of the analyst: the best action and its expectation.
struct FixedAnswer {
  const char* best;
  double expectation;
};

AnalysisResult MakeResult(const FixedAnswer& answer) {
  Score score;
  score.win_probability = answer.expectation;
  AnalysisResult result;
  result.best = answer.best;
  result.best_san = StrCat("san of ", answer.best);
  result.progress.lines.push_back({score, {answer.best}, {answer.best}});
  return result;
}

// Reviews a game with fixed answers. `states` are the answers for the states of the record, in
// order and without those that are over. `actions` are the expectations of actions that are
// analysed on their own.
class Review {
 public:
  Review(GamePtr start, const Actions& record, std::vector<FixedAnswer> states,
         std::map<std::string, double> actions = {}, int64_t elapsed_ms = -1)
      : states_(std::move(states)), actions_(std::move(actions)) {
    GamePtr end = start->Clone();
    for (const std::string& action : record) {
      EXPECT_THAT(testing::Apply(end, action, ActionInput{.elapsed_ms = elapsed_ms}, nullptr),
                  IsOk())
          << action;
    }
    GameReview review(std::move(start), *end, [this](const Game& game, std::string_view only) {
      return Analyse(game, only);
    });
    for (size_t i = 0; i < record.size(); ++i) {
      const auto ply =
          review.Next(static_cast<int>(i), record[i], ActionInput{.elapsed_ms = elapsed_ms});
      EXPECT_THAT(ply, IsOk()) << record[i];
      if (ply.ok() && *ply) plies.push_back(**ply);
    }
    summary = review.Summary(Locale::kEnglish, /*dark=*/false);
    EXPECT_EQ(analysed_states_.size(), states_.size()) << "too few states were analysed";
  }

  std::vector<v1::PlyReview> plies;
  v1::ReviewSummary summary;
  // The actions that were analysed on their own.
  Actions analysed_actions;

 private:
  absl::StatusOr<AnalysisResult> Analyse(const Game& game, std::string_view only) {
    if (!only.empty()) {
      analysed_actions.emplace_back(only);
      return MakeResult({"", actions_.at(std::string(only))});
    }
    EXPECT_LT(analysed_states_.size(), states_.size())
        << "too many states were analysed: " << FenOf(game);
    EXPECT_FALSE(game.Adjudicate().end) << FenOf(game);
    analysed_states_.push_back(FenOf(game));
    return MakeResult(states_.at(analysed_states_.size() - 1));
  }

  std::vector<FixedAnswer> states_;
  std::map<std::string, double> actions_;
  std::vector<std::string> analysed_states_;
};

TEST(Judging, TheLossDeterminesTheClass) {
  const std::pair<double, v1::MoveClass> rows[] = {
      {0, v1::MOVE_CLASS_BEST},           {0.009, v1::MOVE_CLASS_BEST},
      {0.011, v1::MOVE_CLASS_GOOD},       {0.049, v1::MOVE_CLASS_GOOD},
      {0.051, v1::MOVE_CLASS_INACCURACY}, {0.099, v1::MOVE_CLASS_INACCURACY},
      {0.101, v1::MOVE_CLASS_MISTAKE},    {0.149, v1::MOVE_CLASS_MISTAKE},
      {0.151, v1::MOVE_CLASS_BLUNDER},    {0.5, v1::MOVE_CLASS_BLUNDER}};
  for (const auto& [loss, move_class] : rows) {
    const MoveVerdict verdict = ClassifyMove(0.5, 0.5 - loss, 0.5 - loss);
    EXPECT_NEAR(verdict.loss, loss, kNear);
    EXPECT_EQ(verdict.luck, 0);
    EXPECT_EQ(verdict.move_class, move_class) << loss;
  }
}

TEST(Judging, AnActionBetterThanTheBestHasNoLoss) {
  EXPECT_EQ(ClassifyMove(0.5, 0.6, 0.6).loss, 0);
  EXPECT_EQ(ClassifyMove(0.5, 0.6, 0.6).move_class, v1::MOVE_CLASS_BEST);
}

TEST(Judging, LuckIsAClassOnlyForGoodActions) {
  EXPECT_NEAR(ClassifyMove(0.5, 0.5, 0.61).luck, 0.11, kNear);
  EXPECT_EQ(ClassifyMove(0.5, 0.5, 0.61).move_class, v1::MOVE_CLASS_LUCK);
  EXPECT_EQ(ClassifyMove(0.5, 0.47, 0.36).move_class, v1::MOVE_CLASS_LUCK);
  EXPECT_EQ(ClassifyMove(0.5, 0.5, 0.59).move_class, v1::MOVE_CLASS_BEST);
  EXPECT_EQ(ClassifyMove(0.5, 0.47, 0.53).move_class, v1::MOVE_CLASS_GOOD);
  EXPECT_EQ(ClassifyMove(0.5, 0.3, 0.9).move_class, v1::MOVE_CLASS_BLUNDER);
  EXPECT_NEAR(ClassifyMove(0.5, 0.3, 0.9).luck, 0.6, kNear);
}

TEST(Judging, AccuracyFallsWithTheLoss) {
  EXPECT_EQ(AccuracyOf(0), 100);
  EXPECT_NEAR(AccuracyOf(0.15), 50.9, 0.05);
  EXPECT_NEAR(AccuracyOf(1), 1.1, 0.05);
}

TEST(Reviewing, ScoresAreThoseOfThePlayerWhoActed) {
  const Review review(StartOf("makruk"), {"e3e4", "e6e5", "d3d4"},
                      {{"d3d4", 0.5}, {"e6e5", 0.42}, {"a3a4", 0.6}, {"a6a5", 0.8}});
  ASSERT_EQ(review.plies.size(), 3);
  const v1::PlyReview& first = review.plies[0];
  EXPECT_EQ(first.index(), 0);
  EXPECT_EQ(first.action(), "e3e4");
  EXPECT_EQ(first.san(), "e4");
  EXPECT_EQ(first.color(), v1::COLOR_WHITE);
  EXPECT_EQ(first.best(), "d3d4");
  EXPECT_EQ(first.best_san(), "san of d3d4");
  EXPECT_NEAR(first.before().win_probability(), 0.5, kNear);
  EXPECT_NEAR(first.after().win_probability(), 0.58, kNear);
  EXPECT_EQ(first.loss(), 0);
  EXPECT_EQ(first.move_class(), v1::MOVE_CLASS_BEST);

  // The best move has no loss, whatever the search of the next state says.
  const v1::PlyReview& second = review.plies[1];
  EXPECT_EQ(second.color(), v1::COLOR_BLACK);
  EXPECT_NEAR(second.before().win_probability(), 0.42, kNear);
  EXPECT_NEAR(second.after().win_probability(), 0.4, kNear);
  EXPECT_EQ(second.loss(), 0);
  EXPECT_EQ(second.luck(), 0);

  const v1::PlyReview& third = review.plies[2];
  EXPECT_NEAR(third.loss(), 0.4, kNear);
  EXPECT_EQ(third.move_class(), v1::MOVE_CLASS_BLUNDER);
  EXPECT_THAT(review.analysed_actions, IsEmpty());
}

TEST(Reviewing, TheSummaryCountsByPlayer) {
  const Review review(
      StartOf("makruk"), {"e3e4", "e6e5", "d3d4", "d6d5"},
      {{"a3a4", 0.5}, {"a6a5", 0.58}, {"a3a4", 0.54}, {"a6a5", 0.66}, {"a3a4", 0.66}});
  // White's losses are 0.08 and 0.2, and Black's are 0.12 and 0.32.
  ASSERT_EQ(review.summary.players_size(), 2);
  const v1::PlayerReview& white = review.summary.players(0);
  EXPECT_EQ(white.color(), v1::COLOR_WHITE);
  EXPECT_EQ(white.bidder(), v1::BIDDER_UNSPECIFIED);
  EXPECT_EQ(white.plies(), 2);
  EXPECT_EQ(white.inaccuracies(), 1);
  EXPECT_EQ(white.mistakes(), 0);
  EXPECT_EQ(white.blunders(), 1);
  EXPECT_NEAR(white.accuracy(), (AccuracyOf(0.08) + AccuracyOf(0.2)) / 2, 1e-6);
  const v1::PlayerReview& black = review.summary.players(1);
  EXPECT_EQ(black.color(), v1::COLOR_BLACK);
  EXPECT_EQ(black.plies(), 2);
  EXPECT_EQ(black.mistakes(), 1);
  EXPECT_EQ(black.blunders(), 1);
  EXPECT_NEAR(black.accuracy(), (AccuracyOf(0.12) + AccuracyOf(0.32)) / 2, 1e-6);
  EXPECT_EQ(black.luck(), 0);
  // The graph shows White's expectation, here at the start and after the last ply.
  EXPECT_THAT(review.summary.graph_svg(), HasSubstr("ply 0: 50 %; ply 4: 66 %"));
  EXPECT_THAT(review.summary.graph_svg(), HasSubstr("Expectation of White"));
}

TEST(Reviewing, TheEndOfAGameIsScoredByItsResult) {
  struct Row {
    const char* variant;
    const char* fen;
    const char* action;
    // The score after the action, from the point of view of the player who made it.
    double win;
    double draw;
    const char* kind;
  };
  const Row rows[] = {
      {"makruk", "k7/7R/8/8/8/8/8/K5R1 w - - 0 1", "g1g8", 1, 0, "mate_in: 1"},
      {"makruk", "k7/8/1K1M4/8/8/8/8/7S w - - 0 1", "d6c7", 0, 1, "centipawns: 0"},
      {"chakart", "7k/8/8/8/8/8/e7/K7 w 0", "a1a2{egg=chomp}", 0, 0, "mate_in: -1"},
      // The king on h8 scores 1000 points and its rank 4.
      {"chpok", "7k/8/8/8/8/8/8/K6R w - 1,1 0,0 0,0 0,0 1 {d=0}", "h1h8", 1, 0, "points: 1004"},
  };
  for (const Row& row : rows) {
    const Review review(GameAt(row.variant, row.fen), {row.action}, {{"none", 0.4}},
                        {{"a1a2", 0.4}});
    ASSERT_EQ(review.plies.size(), 1) << row.fen;
    const v1::Score& after = review.plies[0].after();
    EXPECT_EQ(after.win_probability(), row.win) << row.fen;
    EXPECT_EQ(after.draw_probability(), row.draw) << row.fen;
    EXPECT_THAT(after.ShortDebugString(), HasSubstr(row.kind)) << row.fen;
  }
}

TEST(Reviewing, ControlActionsAreNotJudged) {
  const Review review(StartOf("makruk"), {"e3e4", "draw?", "white:draw-", "e6e5", "resign"},
                      {{"e3e4", 0.5}, {"e6e5", 0.5}, {"a3a4", 0.5}});
  ASSERT_EQ(review.plies.size(), 2);
  EXPECT_EQ(review.plies[0].index(), 0);
  EXPECT_EQ(review.plies[1].index(), 3);
  EXPECT_EQ(review.plies[1].color(), v1::COLOR_BLACK);
}

TEST(Reviewing, WithoutPliesNothingIsAnalysed) {
  const Review review(StartOf("makruk"), {"resign"}, {});
  EXPECT_THAT(review.plies, IsEmpty());
  ASSERT_EQ(review.summary.players_size(), 2);
  EXPECT_EQ(review.summary.players(0).plies(), 0);
  EXPECT_EQ(review.summary.players(0).accuracy(), 100);
  EXPECT_THAT(review.summary.graph_svg(), HasSubstr("No plies to review"));
}

// The analysis before the takeback belongs to another position.
TEST(Reviewing, ATakebackIsAnalysedAnew) {
  const Review review(StartOf("chpok", {{"skip_bidding", "true"}, {"features", "undo=2"}}),
                      {"e2e4", "e7e5", "undo", "d2d4"},
                      {{"e2e4", 0.5}, {"e7e5", 0.5}, {"a2a3", 0.5}, {"a2a3", 0.6}, {"a7a6", 0.6}});
  ASSERT_EQ(review.plies.size(), 3);
  EXPECT_NEAR(review.plies[2].before().win_probability(), 0.6, kNear);
  EXPECT_NEAR(review.plies[2].loss(), 0.2, kNear);
}

TEST(Reviewing, AStartedCountIsAnalysedAnew) {
  const Review review(GameAt("makruk", "7k/8/8/8/8/8/8/KRRN4 b - - 7 10", {{"counting", "manual"}}),
                      {"h8g8", "a1a2", "count", "g8g7"},
                      {{"h8g8", 0.1}, {"a1a2", 0.9}, {"g8g7", 0.1}, {"g8h8", 0.4}, {"a2a3", 0.7}});
  ASSERT_EQ(review.plies.size(), 3);
  EXPECT_NEAR(review.plies[2].before().win_probability(), 0.4, kNear);
}

TEST(Reviewing, AnActionAfterATimeoutIsNotJudged) {
  const Review review(
      GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+2;clock=60000,60000}"),
      {"a1a2"}, {}, {}, /*elapsed_ms=*/60'001);
  EXPECT_THAT(review.plies, IsEmpty());
}

// --- Random draws.

TEST(Reviewing, ARandomDrawIsLuckAndTheActionIsJudgedByItsExpectation) {
  const Review review(GameAt("chakart", "7k/8/8/8/8/8/8/K2R4 w 0"), {"d1d4{put=e5}"},
                      {{"d1d3", 0.7}, {"h8g8", 0.8}}, {{"d1d4", 0.67}});
  ASSERT_EQ(review.plies.size(), 1);
  const v1::PlyReview& ply = review.plies[0];
  EXPECT_EQ(ply.action(), "d1d4{put=e5}");
  EXPECT_THAT(review.analysed_actions, ElementsAre("d1d4"));
  EXPECT_NEAR(ply.after().win_probability(), 0.2, kNear);
  EXPECT_NEAR(ply.loss(), 0.03, kNear);
  EXPECT_NEAR(ply.luck(), -0.47, kNear);
  EXPECT_EQ(ply.move_class(), v1::MOVE_CLASS_LUCK);
  EXPECT_NEAR(review.summary.players(0).luck(), -0.47, kNear);
}

TEST(Reviewing, TheBestActionNeedsNoAnalysisOfItsOwn) {
  const Review review(GameAt("chakart", "7k/8/8/8/8/8/8/K2R4 w 0"), {"d1d4{put=e5}"},
                      {{"d1d4", 0.7}, {"h8g8", 0.25}});
  ASSERT_EQ(review.plies.size(), 1);
  EXPECT_THAT(review.analysed_actions, IsEmpty());
  EXPECT_EQ(review.plies[0].loss(), 0);
  EXPECT_NEAR(review.plies[0].luck(), 0.05, kNear);
}

// After a bonus turn the same player is to move, so the score is already from the point of view of
// that player.
TEST(Reviewing, ABonusTurnKeepsThePlayerToMove) {
  const Review review(GameAt("chakart", "4k3/8/8/8/8/8/3e4/K2Q4 w 4"),
                      {"d1d2{egg=daisy}", "d2d7", "e8d7"},
                      {{"d1d2", 0.6}, {"d2d3", 0.9}, {"e8d7", 0.8}, {"a1a2", 0.3}});
  ASSERT_EQ(review.plies.size(), 3);
  EXPECT_NEAR(review.plies[0].after().win_probability(), 0.9, kNear);
  EXPECT_NEAR(review.plies[0].luck(), 0.3, kNear);
  EXPECT_EQ(review.plies[1].color(), v1::COLOR_WHITE);
  EXPECT_NEAR(review.plies[1].loss(), 0.7, kNear);
  EXPECT_EQ(review.plies[2].color(), v1::COLOR_BLACK);
}

// --- The bidding of Chpok.

TEST(Reviewing, BidsCountForTheColourThatTheBidderGets) {
  // The Opponent buys White.
  const Review review(StartOf("chpok", {{"chips", "1"}}),
                      {"raise time +1 5+2", "raise white +1", "e2e3"},
                      {{"raise white +1", 0.6}, {"match time", 0.7}, {"a2a3", 0.7}, {"e7e6", 0.4}});
  ASSERT_EQ(review.plies.size(), 3);
  EXPECT_EQ(review.plies[0].bidder(), v1::BIDDER_CHALLENGER);
  EXPECT_EQ(review.plies[0].color(), v1::COLOR_UNSPECIFIED);
  EXPECT_NEAR(review.plies[0].loss(), 0.3, kNear);
  EXPECT_EQ(review.plies[1].bidder(), v1::BIDDER_OPPONENT);
  // The Opponent, now White, is to move next.
  EXPECT_NEAR(review.plies[1].after().win_probability(), 0.7, kNear);
  EXPECT_EQ(review.plies[2].color(), v1::COLOR_WHITE);
  EXPECT_NEAR(review.plies[2].loss(), 0.1, kNear);
  EXPECT_EQ(review.summary.players(0).color(), v1::COLOR_WHITE);
  EXPECT_EQ(review.summary.players(0).plies(), 2);
  EXPECT_EQ(review.summary.players(1).color(), v1::COLOR_BLACK);
  EXPECT_EQ(review.summary.players(1).blunders(), 1);
  EXPECT_THAT(review.summary.graph_svg(), HasSubstr("ply 0: 40 %; ply 3: 60 %"));
}

TEST(Reviewing, AnUnfinishedBiddingNamesBidders) {
  const Review review(StartOf("chpok", {{"chips", "2"}}), {"raise white +1"},
                      {{"raise white +1", 0.6}, {"match white", 0.5}});
  ASSERT_EQ(review.plies.size(), 1);
  EXPECT_EQ(review.summary.players(0).bidder(), v1::BIDDER_CHALLENGER);
  EXPECT_EQ(review.summary.players(0).color(), v1::COLOR_UNSPECIFIED);
  EXPECT_EQ(review.summary.players(0).plies(), 1);
  EXPECT_EQ(review.summary.players(1).bidder(), v1::BIDDER_OPPONENT);
  EXPECT_THAT(review.summary.graph_svg(), HasSubstr("Expectation of Challenger"));
}

}  // namespace
}  // namespace arbiter
