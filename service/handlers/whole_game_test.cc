// Tests the requests that need a whole game, which they take as a position with a record or in
// fields of their own, and ValidateGame when it goes on after illegal actions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/game/snapshot.h"
#include "core/search/transposition_table.h"
#include "service/handlers/handlers.h"
#include "tests/support/analysis.h"
#include "tests/support/call_handler.h"
#include "tests/support/game.h"
#include "tests/support/random_play.h"
#include "tests/support/wire_options.h"

namespace arbiter {
namespace {

using testing::Ask;
using testing::CallHandler;
using ::testing::ElementsAre;
using testing::Fails;
using testing::GameCase;
using ::testing::HasSubstr;
using testing::IsAccepted;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::PlayGames;
using testing::Random;

const CallContext& Context() {
  static const Limits limits;
  static const CallContext context{&limits, nullptr};
  return context;
}

v1::Position PositionWith(const std::string& variant, std::initializer_list<const char*> actions) {
  v1::Position position;
  position.set_variant(variant);
  position.mutable_record();
  for (const char* action : actions) position.mutable_record()->add_actions(action);
  return position;
}

// Sets the fields that take the game apart.
void SetApart(const v1::Position& position, auto* holder) {
  holder->set_variant(position.variant());
  if (position.has_options()) *holder->mutable_options() = position.options();
  if (position.has_record()) *holder->mutable_record() = position.record();
}

class WholeGames : public ::testing::TestWithParam<GameCase> {};

TEST_P(WholeGames, HaveTheSameAnswersInBothShapes) {
  Random random(231);
  v1::Position position;
  position.set_variant(std::string(GetParam().variant->info().id));
  *position.mutable_options() = testing::ToWire(GetParam());
  PlayGames(
      GetParam(), 1, 30, random,
      [&](const Game&, const std::vector<std::string>& actions) {
        position.mutable_record()->mutable_actions()->Assign(actions.begin(), actions.end());
        position.mutable_record()->set_seed(std::string(testing::kSeed));
        v1::ValidateGameRequest validate, validate_apart;
        *validate.mutable_position() = position;
        SetApart(position, &validate_apart);
        const std::string verdict = Ask(ValidateGame, validate);
        ASSERT_TRUE(IsAccepted(verdict)) << verdict;
        ASSERT_EQ(verdict, Ask(ValidateGame, validate_apart));
        v1::WritePgnRequest write, write_apart;
        *write.mutable_position() = position;
        SetApart(position, write_apart.mutable_game());
        const std::string pgn = Ask(WritePgn, write);
        ASSERT_TRUE(IsAccepted(pgn)) << pgn;
        ASSERT_EQ(pgn, Ask(WritePgn, write_apart));
      },
      testing::kSeed);
}

INSTANTIATE_TEST_SUITE_P(EveryVariant, WholeGames, ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& test) { return test.param.Name(); });

TEST(WholeGame, AReviewTakesAPosition) {
  v1::ReviewGameRequest request, apart;
  *request.mutable_position() = PositionWith("makruk", {"e3e4", "e6e5", "f3f4"});
  SetApart(request.position(), &apart);
  std::string answers[2];
  for (int i = 0; i < 2; ++i) {
    v1::ReviewGameRequest& review = i == 0 ? request : apart;
    review.mutable_limits()->set_depth(2);
    TranspositionTable table(size_t{1} << 20);
    const StopToken stop;
    ASSERT_THAT(ReviewGame({.limits = Context().limits, .stop = &stop, .table = &table}, review,
                           [&](const v1::ReviewGameResponse& response) {
                             answers[i] += response.SerializeAsString();
                           }),
                IsOk());
  }
  EXPECT_EQ(answers[0], answers[1]);
}

TEST(WholeGame, OneShapeExcludesTheOther) {
  const auto refusal = [](auto edit) {
    v1::ValidateGameRequest request;
    *request.mutable_position() = PositionWith("makruk", {"e3e4"});
    edit(request);
    v1::ValidateGameResponse response;
    return CallHandler(ValidateGame, Context(), request, &response);
  };
  const auto field = [&refusal](auto edit) { return FieldOf(refusal(edit)); };
  EXPECT_THAT(refusal([](auto&) {}), IsOk());
  EXPECT_THAT(refusal([](auto& r) { r.set_variant("makruk"); }),
              Fails(ErrorReason::kBadField, "`position` has the whole game"));
  EXPECT_EQ(field([](auto& r) { r.set_variant("makruk"); }), "variant");
  EXPECT_EQ(field([](auto& r) { r.mutable_options(); }), "options");
  EXPECT_EQ(field([](auto& r) { r.mutable_record(); }), "record");
  EXPECT_EQ(field([](auto& r) { r.mutable_position()->set_fen("x"); }), "position.fen");
  EXPECT_EQ(field([](auto& r) { r.mutable_position()->set_snapshot("x"); }), "position.snapshot");
  EXPECT_EQ(field([](auto& r) { r.mutable_position()->mutable_clocks()->set_first_ms(1); }),
            "position.clocks");
  EXPECT_EQ(field([](auto& r) { r.mutable_position()->set_variant("chess"); }), "position.variant");
  EXPECT_EQ(field([](auto& r) { r.mutable_position()->mutable_record()->set_start_fen("x"); }),
            "position.record.start_fen");
  // A position without a state is a game without actions.
  EXPECT_THAT(refusal([](auto& r) { r.mutable_position()->clear_record(); }), IsOk());

  v1::WritePgnRequest write;
  *write.mutable_position() = PositionWith("makruk", {"e3e4", "e3e4"});
  v1::WritePgnResponse response;
  EXPECT_EQ(FieldOf(CallHandler(WritePgn, Context(), write, &response)),
            "position.record.actions[1]");
  write.mutable_game()->mutable_record();
  EXPECT_EQ(FieldOf(CallHandler(WritePgn, Context(), write, &response)), "game.record");
  write.clear_game();
  write.mutable_position()->set_play_on(true);
  EXPECT_EQ(FieldOf(CallHandler(WritePgn, Context(), write, &response)), "position.play_on");
  *write.mutable_position() = PositionWith("makruk", {});
  write.mutable_position()->set_variant("chpok");
  write.mutable_position()->mutable_options()->mutable_chpok()->set_chips(10'000);
  EXPECT_EQ(FieldOf(CallHandler(WritePgn, Context(), write, &response)),
            "position.options.chpok.chips");
}

TEST(WholeGame, TagsAndResultOfAPgnGoWithAPosition) {
  v1::WritePgnRequest request;
  *request.mutable_position() = PositionWith("makruk", {"e3e4"});
  v1::PgnTag& tag = *request.mutable_game()->add_tags();
  tag.set_name("White");
  tag.set_value("Somchai");
  request.mutable_game()->set_result(v1::RESULT_WHITE_WINS);
  v1::WritePgnResponse response;
  ASSERT_THAT(CallHandler(WritePgn, Context(), request, &response), IsOk());
  EXPECT_THAT(response.pgn(), HasSubstr("[White \"Somchai\"]"));
  EXPECT_THAT(response.pgn(), HasSubstr("1-0"));
}

TEST(WholeGame, TheGameMayPlayOn) {
  v1::ValidateGameRequest request;
  *request.mutable_position() = PositionWith("makruk", {});
  request.mutable_position()->mutable_record()->set_start_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  request.mutable_position()->mutable_record()->add_actions("e1e2");
  v1::ValidateGameResponse response;
  ASSERT_THAT(CallHandler(ValidateGame, Context(), request, &response), IsOk());
  EXPECT_EQ(response.first_illegal().reason(), "GAME_OVER");
  request.mutable_position()->set_play_on(true);
  ASSERT_THAT(CallHandler(ValidateGame, Context(), request, &response), IsOk());
  EXPECT_EQ(response.verdict(), v1::ValidateGameResponse::VERDICT_LEGAL);
}

// --- Illegal actions.

v1::ValidateGameResponse Skipped(v1::Position position) {
  v1::ValidateGameRequest request;
  *request.mutable_position() = std::move(position);
  request.set_on_illegal(v1::ON_ILLEGAL_SKIP);
  request.set_claimed_result(v1::RESULT_ONGOING);
  v1::ValidateGameResponse response;
  EXPECT_THAT(CallHandler(ValidateGame, Context(), request, &response), IsOk());
  return response;
}

TEST(SkippedActions, C9_AreListedWithTheirReasons) {
  const auto response =
      Skipped(PositionWith("makruk", {"e3e4", "e3e5", "nonsense", "e6e5", "b1c3", "b1d2"}));
  EXPECT_EQ(response.verdict(), v1::ValidateGameResponse::VERDICT_ILLEGAL);
  EXPECT_FALSE(response.claimed_result_fits());
  EXPECT_EQ(response.actions_applied(), 3u);
  std::vector<std::string> skipped;
  for (const v1::IllegalAction& illegal : response.skipped()) {
    skipped.push_back(StrCat(illegal.index(), " ", illegal.reason()));
  }
  EXPECT_THAT(skipped, ElementsAre("1 ILLEGAL_ACTION", "2 BAD_ACTION_TEXT", "4 ILLEGAL_ACTION"));
  EXPECT_EQ(response.first_illegal().SerializeAsString(), response.skipped(0).SerializeAsString());
  EXPECT_EQ(response.skipped(2).last_good_fen(),
            "rnsmksnr/8/pppp1ppp/4p3/4P3/PPPP1PPP/8/RNSKMSNR w - - 0 2");
  EXPECT_EQ(response.state().fen(), "rnsmksnr/8/pppp1ppp/4p3/4P3/PPPP1PPP/3N4/R1SKMSNR b - - 1 2");
}

TEST(SkippedActions, AreNoneInALegalGame) {
  const auto response = Skipped(PositionWith("makruk", {"e3e4", "e6e5"}));
  EXPECT_EQ(response.verdict(), v1::ValidateGameResponse::VERDICT_LEGAL);
  EXPECT_TRUE(response.claimed_result_fits());
  EXPECT_EQ(response.actions_applied(), 2u);
  EXPECT_THAT(response.skipped(), IsEmpty());
}

TEST(SkippedActions, AreLimited) {
  v1::ValidateGameRequest request;
  request.set_variant("makruk");
  request.set_on_illegal(v1::ON_ILLEGAL_SKIP);
  for (int i = 0; i < 1'000; ++i) request.mutable_record()->add_actions("e1e9");
  v1::ValidateGameResponse response;
  ASSERT_THAT(CallHandler(ValidateGame, Context(), request, &response), IsOk());
  EXPECT_EQ(response.skipped_size(), 1'000);
  request.mutable_record()->add_actions("e1e9");
  const absl::Status status = CallHandler(ValidateGame, Context(), request, &response);
  EXPECT_THAT(status, Fails(ErrorReason::kLimitExceeded, "more than 1000 actions are illegal"));
  EXPECT_EQ(FieldOf(status), "record.actions[1000]");
}

TEST(SkippedActions, EndWithTheGame) {
  v1::Position position = PositionWith("makruk", {"e3e5", "e3e4", "resign"});
  for (int i = 0; i < 2'000; ++i) position.mutable_record()->add_actions("e6e5");
  const auto response = Skipped(std::move(position));
  EXPECT_EQ(response.actions_applied(), 2u);
  ASSERT_EQ(response.skipped_size(), 2);
  EXPECT_EQ(response.skipped(1).reason(), "GAME_OVER");
  EXPECT_EQ(response.skipped(1).index(), 3u);
}

// --- Other fields that may be left out.

TEST(SnapshotPosition, NeedsNoVariant) {
  for (const GameCase& game_case : testing::AllGameCases()) {
    v1::LegalMovesRequest request;
    request.mutable_position()->set_snapshot(game_case.Start()->Snapshot());
    const std::string without = Ask(LegalMoves, request);
    ASSERT_TRUE(IsAccepted(without)) << without;
    request.mutable_position()->set_variant(std::string(game_case.variant->info().id));
    EXPECT_EQ(Ask(LegalMoves, request), without);
  }
  v1::LegalMovesRequest request;
  request.mutable_position()->set_snapshot("nonsense");
  EXPECT_THAT(Ask(LegalMoves, request), HasSubstr("BAD_SNAPSHOT at position.snapshot"));
  const std::string options = EncodeOptions({});
  request.mutable_position()->set_snapshot(
      EncodeSnapshot({.variant = "chess", .options = options, .fen = "8/8", .keys = {1}}));
  EXPECT_THAT(
      Ask(LegalMoves, request),
      HasSubstr("BAD_SNAPSHOT at position.snapshot: the snapshot is of the variant 'chess'"));
  request.mutable_position()->set_fen("nonsense");
  EXPECT_THAT(Ask(LegalMoves, request), HasSubstr("UNKNOWN_VARIANT at position.variant"));
}

TEST(LastMove, OfAControlActionMarksNothing) {
  v1::RenderBoardRequest request;
  request.mutable_position()->set_variant("makruk");
  request.set_format(v1::FORMAT_TEXT);
  const std::string plain = Ask(RenderBoard, request);
  for (const char* action : {"resign", "black:draw?", "claim draw", "timeout", "count"}) {
    request.set_last_move(action);
    EXPECT_EQ(Ask(RenderBoard, request), plain) << action;
  }
  request.set_last_move("resigned");
  EXPECT_THAT(Ask(RenderBoard, request), HasSubstr("BAD_FIELD at last_move"));
}

TEST(Strength, NeedsNoLimits) {
  v1::AnalyzeRequest request;
  request.mutable_position()->set_variant("makruk");
  request.set_strength(3);
  std::string moves[2];
  for (int i = 0; i < 2; ++i) {
    TranspositionTable table(size_t{1} << 20);
    const StopToken stop;
    ASSERT_THAT(Analyze({.limits = Context().limits, .stop = &stop, .table = &table}, request,
                        [&](const v1::AnalyzeResponse& response) {
                          if (response.has_best_move()) moves[i] = response.best_move().action();
                        }),
                IsOk());
    ASSERT_NE(moves[i], "");
    // Any limits that the level does not reach change nothing.
    request.mutable_limits()->set_movetime_ms(60'000);
  }
  EXPECT_EQ(moves[0], moves[1]);
}

}  // namespace
}  // namespace arbiter
