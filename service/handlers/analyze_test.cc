// Tests Analyze from the point of view of a caller.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "service/convert/read.h"
#include "service/handlers/handlers.h"
#include "tests/support/analysis.h"
#include "tests/support/game.h"
#include "tests/support/hidden_queens.h"

namespace arbiter {
namespace {

using testing::AllHiddenQueens;
using ::testing::ElementsAre;
using testing::ExpectRefused;
using testing::Fails;
using testing::GamePtr;
using testing::HiddenQueen;
using ::testing::IsEmpty;
using testing::IsOk;
using ::testing::Not;
using testing::OtherViewers;
using testing::Play;
using testing::StartOf;
using testing::Stream;
using testing::Streamed;

using Response = v1::AnalyzeResponse;

Streamed<Response> Ask(const v1::AnalyzeRequest& request, const Limits& limits = {}) {
  return Stream(Analyze, request, limits);
}

v1::AnalyzeRequest Request(const std::string& variant, const std::string& fen = "",
                           uint32_t depth = 4) {
  v1::AnalyzeRequest request;
  request.mutable_position()->set_variant(variant);
  if (!fen.empty()) request.mutable_position()->set_fen(fen);
  request.mutable_limits()->set_depth(depth);
  return request;
}

// White mates in two.
constexpr const char* kMateInTwo = "k7/8/7R/8/8/8/8/K5R1 w - - 0 1";

// --- Refused requests.

using Edit = std::function<void(v1::AnalyzeRequest*)>;

TEST(AnalyzeRequests, AreRefusedAtTheirField) {
  struct Row {
    Edit edit;
    ErrorReason reason;
    const char* field;
  };
  const Row rows[] = {
      {[](auto* r) { r->clear_limits(); }, ErrorReason::kBadField, "limits"},
      {[](auto* r) { r->mutable_limits()->set_depth(kMaxSearchDepth + 1); },
       ErrorReason::kLimitExceeded, "limits.depth"},
      {[](auto* r) { r->mutable_limits()->set_movetime_ms(600'001); }, ErrorReason::kLimitExceeded,
       "limits.movetime_ms"},
      {[](auto* r) { r->set_multi_pv(65); }, ErrorReason::kLimitExceeded, "multi_pv"},
      {[](auto* r) { r->set_threads(5); }, ErrorReason::kLimitExceeded, "threads"},
      {[](auto* r) { r->set_hash_mb(257); }, ErrorReason::kLimitExceeded, "hash_mb"},
      {[](auto* r) { r->set_strength(11); }, ErrorReason::kLimitExceeded, "strength"},
      {[](auto* r) { r->set_seed(std::string(65, 's')); }, ErrorReason::kLimitExceeded, "seed"},
      {[](auto* r) {
         for (int i = 0; i < 1'001; ++i) r->add_search_moves("e3e4");
       },
       ErrorReason::kLimitExceeded, "search_moves"},
      {[](auto* r) { *r->add_search_moves() = "e3e4", *r->add_search_moves() = "e3e5"; },
       ErrorReason::kIllegalAction, "search_moves[1]"},
      {[](auto* r) { r->add_search_moves("resign"); }, ErrorReason::kBadActionText,
       "search_moves[0]"},
      {[](auto* r) { r->set_viewer(static_cast<v1::Viewer>(99)); }, ErrorReason::kBadField,
       "viewer"},
      {[](auto* r) { r->mutable_position()->set_variant("go"); }, ErrorReason::kUnknownVariant,
       "position.variant"},
      {[](auto* r) { r->mutable_position()->set_fen("x"); }, ErrorReason::kBadFen, "position.fen"},
  };
  for (const Row& row : rows) {
    v1::AnalyzeRequest request = Request("makruk");
    row.edit(&request);
    const auto answer = Ask(request);
    ExpectRefused(answer.status, row.reason, row.field);
    EXPECT_THAT(answer.messages, IsEmpty()) << row.field;
  }
}

TEST(AnalyzeRequests, InfiniteCannotBeCombinedWithAnotherLimit) {
  for (const Edit& edit : {Edit([](auto* r) { r->mutable_limits()->set_depth(1); }),
                           Edit([](auto* r) { r->mutable_limits()->set_nodes(1); }),
                           Edit([](auto* r) { r->mutable_limits()->set_movetime_ms(1); })}) {
    v1::AnalyzeRequest request = Request("makruk", "", 0);
    request.mutable_limits()->set_infinite(true);
    edit(&request);
    ExpectRefused(Ask(request).status, ErrorReason::kBadField, "limits.infinite");
  }
}

TEST(AnalyzeRequests, TheServersLimitsApply) {
  Limits limits;
  limits.max_movetime_ms = 10;
  limits.max_analysis_threads = 1;
  limits.max_hash_mb = 8;
  limits.hash_mb = 2;
  v1::AnalyzeRequest request = Request("makruk");
  request.mutable_limits()->set_movetime_ms(11);
  ExpectRefused(Ask(request, limits).status, ErrorReason::kLimitExceeded, "limits.movetime_ms");
  request = Request("makruk");
  request.set_threads(2);
  ExpectRefused(Ask(request, limits).status, ErrorReason::kLimitExceeded, "threads");
  request = Request("makruk");
  EXPECT_EQ(ReadSearchResources(limits, request)->table_bytes, size_t{2} << 20);
  request.set_hash_mb(8);
  EXPECT_EQ(ReadSearchResources(limits, request)->table_bytes, size_t{8} << 20);
  request.set_hash_mb(9);
  ExpectRefused(ReadSearchResources(limits, request).status(), ErrorReason::kLimitExceeded,
                "hash_mb");
}

TEST(AnalyzeRequests, H23_OtherViewersAreRefusedWhileAQueenIsHidden) {
  size_t tested = 0;
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    if (++tested > 50) break;
    for (const v1::Viewer viewer : OtherViewers(queen)) {
      for (const v1::Position& world : queen.worlds) {
        v1::AnalyzeRequest request = Request("chakart");
        *request.mutable_position() = world;
        request.set_viewer(viewer);
        // The error must not reveal whether this move is legal either.
        request.add_search_moves("a1a1");
        const auto answer = Ask(request);
        ExpectRefused(answer.status, ErrorReason::kHiddenInformation, "viewer");
        EXPECT_THAT(answer.messages, IsEmpty());
      }
    }
  }
}

// --- Answers.

TEST(Analyzing, AFinishedGameHasItsResultAndNoMove) {
  v1::AnalyzeRequest request = Request("makruk");
  v1::Record& record = *request.mutable_position()->mutable_record();
  record.set_start_fen("k7/7R/8/8/8/8/8/K5R1 w - - 0 1");
  record.add_actions("g1g8");
  request.set_locale("th");
  const auto answer = Ask(request);
  ASSERT_THAT(answer.status, IsOk());
  ASSERT_EQ(answer.messages.size(), 1);
  const v1::BestMove& best = answer.messages[0].best_move();
  EXPECT_EQ(best.action(), "");
  EXPECT_EQ(best.ponder(), "");
  EXPECT_EQ(best.adjudication().result(), v1::RESULT_WHITE_WINS);
  EXPECT_EQ(best.adjudication().termination(), v1::TERMINATION_CHECKMATE);
  EXPECT_EQ(best.adjudication().message(), "ขาวชนะด้วยการรุกจน");
}

TEST(Analyzing, ReportsProgressAtEachDepthAndThenTheBestMove) {
  for (const char* const variant : {"makruk", "chak"}) {
    const auto answer = Ask(Request(variant, "", 6));
    ASSERT_THAT(answer.status, IsOk());
    ASSERT_GE(answer.messages.size(), 7);
    std::vector<uint32_t> depths;
    for (size_t i = 0; i + 1 < answer.messages.size(); ++i) {
      ASSERT_TRUE(answer.messages[i].has_progress());
      const v1::AnalysisProgress& progress = answer.messages[i].progress();
      if (depths.empty() || depths.back() != progress.depth()) depths.push_back(progress.depth());
      EXPECT_GE(progress.selective_depth(), progress.depth());
      EXPECT_GT(progress.nodes(), 0);
      EXPECT_GT(progress.nps(), 0);
      ASSERT_EQ(progress.lines_size(), 1);
      const v1::AnalysisLine& line = progress.lines(0);
      EXPECT_EQ(line.rank(), 1);
      EXPECT_EQ(line.pv_size(), line.pv_san_size());
      EXPECT_LE(line.score().win_probability() + line.score().draw_probability(), 1);
      Play(*StartOf(variant), {line.pv().begin(), line.pv().end()});
    }
    EXPECT_THAT(depths, ElementsAre(1, 2, 3, 4, 5, 6));
    ASSERT_TRUE(answer.messages.back().has_best_move());
    const v1::BestMove& best = answer.messages.back().best_move();
    const v1::AnalysisLine& line = answer.messages[answer.messages.size() - 2].progress().lines(0);
    EXPECT_EQ(best.action(), line.pv(0));
    EXPECT_EQ(best.san(), line.pv_san(0));
    EXPECT_EQ(best.ponder(), line.pv(1));
    EXPECT_FALSE(best.has_adjudication());
  }
}

TEST(Analyzing, LinesAreRanked) {
  v1::AnalyzeRequest request = Request("makruk");
  request.set_multi_pv(3);
  const auto answer = Ask(request);
  ASSERT_THAT(answer.status, IsOk());
  const v1::AnalysisProgress& last = answer.messages[answer.messages.size() - 2].progress();
  ASSERT_EQ(last.lines_size(), 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(last.lines(i).rank(), i + 1);
    if (i == 0) continue;
    EXPECT_LE(last.lines(i).score().centipawns(), last.lines(i - 1).score().centipawns());
    EXPECT_NE(last.lines(i).pv(0), last.lines(i - 1).pv(0));
  }
}

TEST(Analyzing, TheEngineAndItsNetworkAreNamed) {
  const auto answer = Ask(Request("makruk"));
  ASSERT_THAT(answer.status, IsOk());
  EXPECT_THAT(answer.messages.back().best_move().engine(),
              ::testing::MatchesRegex("[0-9]+[+][0-9a-f]+"));
}

TEST(Analyzing, ALevelOfStrengthChoosesAmongItsLines) {
  std::set<std::string> chosen;
  for (int seed = 0; seed < 20; ++seed) {
    v1::AnalyzeRequest request = Request("makruk");
    request.set_strength(1);
    request.set_seed(std::to_string(seed));
    const auto answer = Ask(request);
    ASSERT_THAT(answer.status, IsOk());
    const v1::AnalysisProgress& last = answer.messages[answer.messages.size() - 2].progress();
    ASSERT_EQ(last.lines_size(), 8);
    const std::string& best = answer.messages.back().best_move().action();
    EXPECT_TRUE(std::any_of(last.lines().begin(), last.lines().end(),
                            [&best](const v1::AnalysisLine& line) { return line.pv(0) == best; }));
    chosen.insert(best);
    EXPECT_EQ(Ask(request).messages.back().best_move().action(), best);
  }
  EXPECT_GT(chosen.size(), 2U);
}

TEST(Analyzing, OnlyTheSearchMovesAreSearched) {
  v1::AnalyzeRequest request = Request("makruk", kMateInTwo);
  request.add_search_moves("a1a2");
  const auto answer = Ask(request);
  ASSERT_THAT(answer.status, IsOk());
  EXPECT_EQ(answer.messages.back().best_move().action(), "a1a2");
}

TEST(Analyzing, AMateIsReportedInMovesOfTheWinner) {
  const auto answer = Ask(Request("makruk", kMateInTwo, 6));
  ASSERT_THAT(answer.status, IsOk());
  const v1::Score& score = answer.messages[answer.messages.size() - 2].progress().lines(0).score();
  EXPECT_EQ(score.mate_in(), 2);
  EXPECT_EQ(score.win_probability(), 1);
}

TEST(Analyzing, EqualRequestsHaveEqualAnswersExceptForTimes) {
  const auto bytes = [](const v1::AnalyzeRequest& request) {
    auto answer = Ask(request);
    EXPECT_THAT(answer.status, IsOk());
    std::string all;
    for (Response& message : answer.messages) {
      if (message.has_progress()) {
        message.mutable_progress()->clear_time_ms();
        message.mutable_progress()->clear_nps();
      }
      all += message.SerializeAsString();
    }
    return all;
  };
  for (const char* const variant : {"makruk", "chak"}) {
    v1::AnalyzeRequest request = Request(variant, "", 0);
    request.mutable_limits()->set_nodes(30'000);
    EXPECT_EQ(bytes(request), bytes(request)) << variant;
    EXPECT_EQ(bytes(Request(variant, "", 5)), bytes(Request(variant, "", 5))) << variant;
  }
}

TEST(Analyzing, TheSmallestSearchHasABestMove) {
  for (const Edit& edit : {Edit([](auto* r) { r->mutable_limits()->set_nodes(1); }),
                           Edit([](auto* r) { r->mutable_limits()->set_movetime_ms(1); })}) {
    v1::AnalyzeRequest request = Request("chak", "", 0);
    edit(&request);
    const auto answer = Ask(request);
    ASSERT_THAT(answer.status, IsOk());
    EXPECT_NE(answer.messages.back().best_move().action(), "");
  }
}

TEST(Analyzing, AStoppedSearchHasABestMove) {
  v1::AnalyzeRequest request = Request("makruk", "", 0);
  request.mutable_limits()->set_infinite(true);
  request.set_threads(2);
  const Limits limits;
  const auto answer = Stream<v1::AnalyzeRequest, Response>(
      Analyze, request, limits, [](const auto&, auto* stop) { stop->Stop(); });
  ASSERT_THAT(answer.status, IsOk());
  EXPECT_LT(answer.messages.size(), 5);
  EXPECT_NE(answer.messages.back().best_move().action(), "");
}

TEST(Analyzing, InfiniteEndsAfterTheMaximumMovetime) {
  v1::AnalyzeRequest request = Request("makruk", "", 0);
  request.mutable_limits()->set_infinite(true);
  Limits limits;
  limits.max_movetime_ms = 50;
  const auto answer = Ask(request, limits);
  ASSERT_THAT(answer.status, IsOk());
  EXPECT_NE(answer.messages.back().best_move().action(), "");
  ASSERT_GE(answer.messages.size(), 2);
  const v1::AnalysisProgress& last = answer.messages[answer.messages.size() - 2].progress();
  EXPECT_LT(last.depth(), static_cast<uint32_t>(kMaxSearchDepth)) << "ended by the time limit";
}

// Runs an analysis that is stopped before it begins.
Streamed<Response> AskStopped(const v1::AnalyzeRequest& request) {
  const Limits limits;
  StopToken stopped;
  stopped.Stop();
  TranspositionTable table(1 << 20);
  Streamed<Response> answer;
  answer.status = Analyze({.limits = &limits, .stop = &stopped, .table = &table}, request,
                          [&](const Response& response) { answer.messages.push_back(response); });
  return answer;
}

TEST(Analyzing, AStoppedAnalysisReadsOnlyShortRecords) {
  v1::AnalyzeRequest request = Request("makruk");
  request.mutable_position()->mutable_options()->set_draw_policy(v1::DRAW_POLICY_CLAIM);
  v1::Record& record = *request.mutable_position()->mutable_record();
  for (int i = 0; i < 250; ++i) {
    for (const char* const move : {"b1d2", "b8d7", "d2b1", "d7b8"}) record.add_actions(move);
  }
  const auto answer = AskStopped(request);
  ASSERT_THAT(answer.status, IsOk());
  ASSERT_THAT(answer.messages, Not(IsEmpty()));
  EXPECT_NE(answer.messages.back().best_move().action(), "");
  record.add_actions("b1d2");
  const auto cancelled = AskStopped(request);
  EXPECT_THAT(cancelled.status, Fails(ErrorReason::kCancelled, "stopped"));
  EXPECT_THAT(cancelled.messages, IsEmpty());
}

}  // namespace
}  // namespace arbiter
