// Tests ReviewGame from the point of view of a caller, with searches of a few plies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "service/handlers/handlers.h"
#include "tests/support/analysis.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Actions;
using testing::ExpectRefused;
using testing::Fails;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::Stream;
using testing::Streamed;

using Response = v1::ReviewGameResponse;

v1::ReviewGameRequest Request(const std::string& variant, const Actions& actions,
                              const std::string& start_fen = "") {
  v1::ReviewGameRequest request;
  request.set_variant(variant);
  request.mutable_record()->set_start_fen(start_fen);
  request.mutable_record()->mutable_actions()->Assign(actions.begin(), actions.end());
  request.mutable_limits()->set_depth(4);
  return request;
}

// Returns a game in which Black offers a draw and then blunders a rook, but White resigns in the
// end.
const v1::ReviewGameRequest& BlunderRequest() {
  static const auto* const kRequest = new v1::ReviewGameRequest(
      Request("makruk", {"g1g2", "draw?", "h8g8", "g2g8", "a8a7", "resign"},
              "k6r/8/p6p/8/8/P6P/8/K5R1 w - - 0 1"));
  return *kRequest;
}

Streamed<Response> Ask(const v1::ReviewGameRequest& request, const Limits& limits = {}) {
  return Stream(ReviewGame, request, limits);
}

using Edit = std::function<void(v1::ReviewGameRequest*)>;

TEST(ReviewGameRequests, AreRefusedAtTheirField) {
  struct Row {
    Edit edit;
    ErrorReason reason;
    const char* field;
  };
  const Row rows[] = {
      {[](auto* r) { r->clear_limits(); }, ErrorReason::kBadField, "limits"},
      {[](auto* r) { r->mutable_limits()->set_infinite(true); }, ErrorReason::kBadField,
       "limits.infinite"},
      {[](auto* r) { r->mutable_limits()->set_depth(121); }, ErrorReason::kLimitExceeded,
       "limits.depth"},
      {[](auto* r) { r->set_threads(5); }, ErrorReason::kLimitExceeded, "threads"},
      {[](auto* r) { r->set_theme(static_cast<v1::Theme>(9)); }, ErrorReason::kBadField, "theme"},
      {[](auto* r) { r->set_variant("go"); }, ErrorReason::kUnknownVariant, "variant"},
      {[](auto* r) { r->mutable_record()->set_start_fen("x"); }, ErrorReason::kBadFen,
       "record.start_fen"},
      {[](auto* r) { r->mutable_record()->set_actions(2, "h8g2"); }, ErrorReason::kIllegalAction,
       "record.actions[2]"},
      {[](auto* r) { r->mutable_record()->add_actions("g8g7"); }, ErrorReason::kGameOver,
       "record.actions[6]"},
      {[](auto* r) { r->mutable_record()->add_elapsed_ms(5); }, ErrorReason::kBadField,
       "record.elapsed_ms"},
  };
  for (const Row& row : rows) {
    v1::ReviewGameRequest request = BlunderRequest();
    row.edit(&request);
    const auto answer = Ask(request);
    ExpectRefused(answer.status, row.reason, row.field);
    // The plies before an illegal action are not sent either.
    EXPECT_THAT(answer.messages, IsEmpty()) << row.field;
  }
}

TEST(ReviewGameRequests, AreLimitedInLength) {
  Limits limits;
  limits.max_review_actions = 5;
  ExpectRefused(Ask(BlunderRequest(), limits).status, ErrorReason::kLimitExceeded,
                "record.actions");
  limits.max_review_actions = 6;
  EXPECT_THAT(Ask(BlunderRequest(), limits).status, IsOk());
}

TEST(ReviewingGames, SendsEveryPlyAndThenTheSummary) {
  const auto answer = Ask(BlunderRequest());
  ASSERT_THAT(answer.status, IsOk());
  ASSERT_EQ(answer.messages.size(), 5);
  const uint32_t indices[] = {0, 2, 3, 4};
  for (size_t i = 0; i < 4; ++i) {
    const v1::PlyReview& ply = answer.messages[i].ply();
    EXPECT_EQ(ply.index(), indices[i]);
    EXPECT_EQ(ply.action(), BlunderRequest().record().actions(static_cast<int>(indices[i])));
    EXPECT_EQ(ply.color(), i % 2 == 0 ? v1::COLOR_WHITE : v1::COLOR_BLACK);
    EXPECT_NE(ply.best(), "");
    EXPECT_NE(ply.best_san(), "");
    EXPECT_EQ(ply.luck(), 0);
  }
  const v1::PlyReview& blunder = answer.messages[1].ply();
  EXPECT_EQ(blunder.san(), "Rg8");
  EXPECT_EQ(blunder.move_class(), v1::MOVE_CLASS_BLUNDER);
  EXPECT_GE(blunder.loss(), 0.15);
  EXPECT_GT(blunder.before().centipawns(), blunder.after().centipawns() + 300);
  EXPECT_EQ(answer.messages[2].ply().move_class(), v1::MOVE_CLASS_BEST);

  const v1::ReviewSummary& summary = answer.messages[4].summary();
  ASSERT_EQ(summary.players_size(), 2);
  EXPECT_EQ(summary.players(0).plies(), 2);
  EXPECT_EQ(summary.players(0).blunders(), 0);
  EXPECT_EQ(summary.players(1).plies(), 2);
  EXPECT_EQ(summary.players(1).blunders(), 1);
  EXPECT_LT(summary.players(1).accuracy(), summary.players(0).accuracy());
  EXPECT_THAT(summary.graph_svg(), HasSubstr("blunder: 2"));
}

TEST(ReviewingGames, AMateIsTheBestMoveAndTheEnd) {
  const auto answer = Ask(Request("makruk", {"g1g8"}, "k7/7R/8/8/8/8/8/K5R1 w - - 0 1"));
  ASSERT_THAT(answer.status, IsOk());
  ASSERT_EQ(answer.messages.size(), 2);
  const v1::PlyReview& ply = answer.messages[0].ply();
  EXPECT_EQ(ply.best(), "g1g8");
  EXPECT_EQ(ply.before().mate_in(), 1);
  EXPECT_EQ(ply.after().mate_in(), 1);
  EXPECT_EQ(ply.move_class(), v1::MOVE_CLASS_BEST);
}

TEST(ReviewingGames, AnEmptyRecordHasASummary) {
  const auto answer = Ask(Request("chak", {}));
  ASSERT_THAT(answer.status, IsOk());
  ASSERT_EQ(answer.messages.size(), 1);
  EXPECT_THAT(answer.messages[0].summary().graph_svg(), HasSubstr("No plies to review"));
}

TEST(ReviewingGames, TheGraphHasTheRequestedLocaleAndTheme) {
  v1::ReviewGameRequest request = Request("chak", {"d1d2"});
  const std::string light = Ask(request).messages.back().summary().graph_svg();
  request.set_theme(v1::THEME_DARK);
  EXPECT_NE(Ask(request).messages.back().summary().graph_svg(), light);
  request.set_locale("zh");
  EXPECT_THAT(Ask(request).messages.back().summary().graph_svg(), HasSubstr("白方的期望得分"));
}

TEST(ReviewingGames, EqualRequestsHaveEqualAnswers) {
  const auto bytes = [] {
    std::string all;
    for (const Response& message : Ask(BlunderRequest()).messages) {
      all += message.SerializeAsString();
    }
    return all;
  };
  EXPECT_EQ(bytes(), bytes());
}

// At this depth the review would not end without its time limit.
TEST(ReviewingGames, EndsWhenItsTimeRunsOut) {
  v1::ReviewGameRequest request = Request("makruk", {"d3d4", "d6d5"});
  request.mutable_limits()->set_depth(120);
  Limits limits;
  limits.max_review_time_ms = 50;
  const auto answer = Ask(request, limits);
  ExpectRefused(answer.status, ErrorReason::kLimitExceeded, "limits");
  EXPECT_THAT(answer.status, Fails(ErrorReason::kLimitExceeded, "longer than 50 ms"));
  EXPECT_THAT(answer.messages, IsEmpty()) << "a search that was cut short must not judge a ply";
}

// Each ply is sent before the next one is searched, and nothing is searched after the stop.
TEST(ReviewingGames, AStoppedReviewIsCancelled) {
  const auto answer = Stream<v1::ReviewGameRequest, Response>(
      ReviewGame, BlunderRequest(), {}, [](const Response& response, StopToken* stop) {
        if (response.ply().index() == 2) stop->Stop();
      });
  EXPECT_THAT(answer.status, Fails(ErrorReason::kCancelled, "stopped"));
  EXPECT_EQ(answer.messages.size(), 2);
}

}  // namespace
}  // namespace arbiter
