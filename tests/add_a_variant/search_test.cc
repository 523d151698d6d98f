// Tests what docs/add-a-variant.md promises without further code: the engine, the service and the
// board of an added variant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/variants/shatranj/rules.h"
#include "service/handlers/handlers.h"
#include "service/render/render.h"
#include "service/render/shapes.h"
#include "tests/support/call_handler.h"
#include "tests/support/evaluation.h"
#include "tests/support/exhaustive_search.h"
#include "tests/support/file.h"
#include "tests/support/game.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace testing {

using ShatranjAlone = ::testing::Types<shatranj::ShatranjRules>;
INSTANTIATE_TYPED_TEST_SUITE_P(Shatranj, EvaluationOf, ShatranjAlone);

}  // namespace testing

namespace {

using testing::GameAt;
using testing::GamePtr;
using ::testing::HasSubstr;
using testing::IsOk;

AnalysisResult Analyze(const Game& game, uint64_t nodes) {
  AnalysisQuery query;
  query.limits.nodes = nodes;
  TranspositionTable table(1 << 20);
  const auto result = game.Analyze(query, StopToken(), &table, nullptr);
  EXPECT_THAT(result, IsOk());
  return *result;
}

class ShatranjGames : public testing::EvaluationOf<shatranj::ShatranjRules> {
 public:
  using EvaluationOf::Positions;
  void TestBody() override {}
};

TEST(ShatranjSearch, SeeAgreesWithMostExchangesThatArePlayedOut) {
  testing::ExpectSeeMostlyExact(*shatranj::ShatranjRules::Create({}),
                                ShatranjGames().Positions(60));
}

TEST(ShatranjSearch, S3_S4_S5_FindsTheNearestWin) {
  const shatranj::ShatranjRules rules = *shatranj::ShatranjRules::Create({});
  struct Row {
    const char* fen;
    int moves;
  };
  const Row rows[] = {
      {"4k3/7p/4K3/8/8/8/8/R7 w - - 0 1", 1},     // mate
      {"k7/8/1K1Q4/1p6/1P6/8/8/8 w - - 0 1", 1},  // stalemate
      {"8/8/8/3k4/7p/8/3KP3/7R w - - 0 1", 1},    // baring the shah with two other pieces
      {"8/8/8/3k4/7p/8/3K4/7R w - - 0 1", 1},     // baring the shah with one other piece
      {"7k/6pp/8/8/8/8/6R1/K5R1 w - - 0 1", 3},   {"8/8/8/3k4/7p/8/3KP3/R7 w - - 0 1", 2},
      {"1k6/7p/8/2K5/8/8/8/3R2R1 w - - 0 1", 2},  {"1k6/p7/2K5/8/8/8/8/3R4 w - - 0 1", 1},
      {"5k2/5p2/4P1K1/8/8/8/8/4Q3 w - - 0 1", 1}, {"k7/p7/2K5/8/1N6/8/8/7R w - - 0 1", 1},
  };
  for (const Row& row : rows) {
    const AnalysisResult result = Analyze(*GameAt("shatranj", row.fen), 200'000);
    const AnalysisLine& line = result.progress.lines.front();
    const auto position = *rules.ParseFen(row.fen);
    ASSERT_EQ(line.score.kind, Score::Kind::kMate) << row.fen;
    EXPECT_EQ(line.score.value, row.moves) << row.fen << " " << line.pv.front();
    EXPECT_TRUE(testing::WinsWithin(rules, position, row.moves, line.pv.front())) << row.fen;
    EXPECT_FALSE(testing::WinsWithin(rules, position, row.moves - 1)) << row.fen;
  }
}

TEST(ShatranjSearch, BeatsARandomPlayerWithBothColours) {
  for (const Color engine : {Color::kWhite, Color::kBlack}) {
    testing::Random random(81);
    const GamePtr game = testing::StartOf("shatranj");
    for (int ply = 0; ply < 400 && !game->Adjudicate().end; ++ply) {
      const std::vector<std::string> texts = testing::TextsOf(*game);
      const std::string action =
          game->turn() == engine ? Analyze(*game, 400).best : texts[random.Below(texts.size())];
      ASSERT_THAT(game->Apply(action, nullptr), IsOk()) << action;
    }
    const std::optional<End> end = game->Adjudicate().end;
    ASSERT_TRUE(end) << testing::FenOf(*game);
    EXPECT_EQ(end->result, WinFor(engine)) << testing::FenOf(*game);
  }
}

TEST(ShatranjService, PlaysWithoutAMessageOfItsOwn) {
  const Limits limits;
  v1::ApplyMovesRequest request;
  request.mutable_position()->set_variant("shatranj");
  request.mutable_position()->mutable_options()->set_draw_policy(v1::DRAW_POLICY_CLAIM);
  for (const char* action : {"e2e3", "e7e6", "f1d3", "b8c6"}) request.add_actions(action);
  v1::ApplyMovesResponse response;
  ASSERT_THAT(testing::CallHandler(ApplyMoves, {&limits, nullptr}, request, &response), IsOk());
  EXPECT_EQ(response.state().detail_case(), v1::State::DETAIL_NOT_SET);
  EXPECT_EQ(response.state().fen(), "r1bkqbnr/pppp1ppp/2n1p3/8/8/3BP3/PPPP1PPP/RNBKQ1NR w - - 2 3");
}

TEST(ShatranjService, SaysInEveryLanguageThatAShahIsBare) {
  const Limits limits;
  for (const auto& [locale, message] : {std::pair("en", "White wins: Black's shah is bare."),
                                        std::pair("zh", "黑方只剩将，白方获胜。")}) {
    v1::AdjudicateRequest request;
    request.mutable_position()->set_variant("shatranj");
    request.mutable_position()->set_fen("8/8/8/3k4/8/8/3K3P/7R b - - 0 1");
    request.set_locale(locale);
    v1::AdjudicateResponse response;
    ASSERT_THAT(testing::CallHandler(Adjudicate, {&limits, nullptr}, request, &response), IsOk());
    const v1::Adjudication& said = response.adjudication();
    EXPECT_EQ(said.termination(), v1::TERMINATION_VARIANT_END);
    EXPECT_EQ(said.rule(), "S5");
    EXPECT_EQ(said.message(), message);
  }
}

TEST(ShatranjBoard, EveryShapeExistsAndThePageShowsTheBoard) {
  for (const PieceInfo& piece : shatranj::ShatranjRules::Info().pieces) {
    EXPECT_NE(FindShape(piece.shape), nullptr) << piece.shape;
  }
  const BoardView view = testing::StartOf("shatranj")->View();
  EXPECT_THAT(RenderSvg(view, {}), HasSubstr("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"));
  RenderOptions options;
  options.symbols = true;
  const std::string page =
      testing::ReadFile(std::string(ARBITER_SOURCE_DIR) + "/docs/add-a-variant.md");
  EXPECT_THAT(page, HasSubstr("```text\n" + RenderText(view, options) + "```\n"));
}

}  // namespace
}  // namespace arbiter
