// Tests requests that name the player who acts (ruling C16).
#include <gtest/gtest.h>

#include <string>

#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::CallHandler;
using testing::Fails;
using testing::GameCase;
using testing::IsOk;
using testing::PlayGames;
using testing::Random;

absl::Status Apply(const v1::ApplyMovesRequest& request, v1::ApplyMovesResponse* response) {
  static const Limits limits;
  return CallHandler(ApplyMoves, {&limits, nullptr}, request, response);
}

v1::ApplyMovesRequest RequestAt(const std::string& variant, v1::Color actor,
                                const std::string& action) {
  v1::ApplyMovesRequest request;
  request.mutable_position()->set_variant(variant);
  request.set_actor(actor);
  request.add_actions(action);
  return request;
}

absl::Status Refusal(const v1::ApplyMovesRequest& request) {
  v1::ApplyMovesResponse response;
  return Apply(request, &response);
}

std::string TextOf(const v1::ApplyMovesRequest& request) {
  v1::ApplyMovesResponse response;
  EXPECT_THAT(Apply(request, &response), IsOk());
  return response.applied(0).text();
}

TEST(Actor, C16_AMoveMustBeThatPlayers) {
  EXPECT_EQ(TextOf(RequestAt("makruk", v1::COLOR_WHITE, "e3e4")), "e3e4");
  EXPECT_EQ(TextOf(RequestAt("makruk", v1::COLOR_UNSPECIFIED, "e3e4")), "e3e4");
  const absl::Status refusal = Refusal(RequestAt("makruk", v1::COLOR_BLACK, "e3e4"));
  EXPECT_THAT(refusal,
              Fails(ErrorReason::kNotYourTurn, "'e3e4': it is White's turn, not Black's (C16)"));
  EXPECT_EQ(FieldOf(refusal), "actions[0]");
  // Chak's Black is called Green.
  EXPECT_THAT(Refusal(RequestAt("chak", v1::COLOR_BLACK, "e7e6")),
              Fails(ErrorReason::kNotYourTurn, "not Green's"));
}

TEST(Actor, C16_AMoveThatComesTooEarlyIsNotReadAsNotation) {
  v1::ApplyMovesRequest request = RequestAt("makruk", v1::COLOR_BLACK, "Nd7");
  request.set_notation(v1::NOTATION_ANY);
  EXPECT_THAT(Refusal(request), Fails(ErrorReason::kNotYourTurn, "White's turn"));
}

TEST(Actor, C16_OnlyThatPlayerActsInARequestOfSeveralActions) {
  v1::ApplyMovesRequest request = RequestAt("makruk", v1::COLOR_WHITE, "e3e4");
  request.add_actions("draw?");
  v1::ApplyMovesResponse response;
  ASSERT_THAT(Apply(request, &response), IsOk());
  // The offer is White's, although it is Black's turn now.
  EXPECT_EQ(response.applied(1).text(), "white:draw?");
  EXPECT_EQ(response.state().adjudication().draw_offered_by(), v1::COLOR_WHITE);
  request.add_actions("e6e5");
  const absl::Status refusal = Refusal(request);
  EXPECT_THAT(refusal, Fails(ErrorReason::kNotYourTurn, "it is Black's turn"));
  EXPECT_EQ(FieldOf(refusal), "actions[2]");
}

TEST(Actor, C16_AControlActionWithoutAPrefixIsThatPlayers) {
  EXPECT_EQ(TextOf(RequestAt("makruk", v1::COLOR_BLACK, "resign")), "black:resign");
  EXPECT_EQ(TextOf(RequestAt("makruk", v1::COLOR_BLACK, "black:resign")), "black:resign");
  EXPECT_THAT(Refusal(RequestAt("makruk", v1::COLOR_BLACK, "white:resign")),
              Fails(ErrorReason::kNotYourTurn, "the player who acts is Black"));
  EXPECT_THAT(Refusal(RequestAt("makruk", v1::COLOR_BLACK, "count")),
              Fails(ErrorReason::kNotYourTurn, "White's turn"));
  EXPECT_THAT(Refusal(RequestAt("makruk", v1::COLOR_BLACK, "offer draw")),
              Fails(ErrorReason::kNotYourTurn, "not Black's (C16); did you mean draw?"));
}

TEST(Actor, C16_EitherPlayerReportsATimeout) {
  for (const v1::Color actor : {v1::COLOR_WHITE, v1::COLOR_BLACK}) {
    v1::ApplyMovesResponse response;
    ASSERT_THAT(Apply(RequestAt("chak", actor, "black:timeout"), &response), IsOk());
    EXPECT_EQ(response.state().adjudication().result(), v1::RESULT_WHITE_WINS);
  }
  EXPECT_EQ(TextOf(RequestAt("chak", v1::COLOR_BLACK, "timeout")), "black:timeout");
}

TEST(Actor, C16_ABidderActsInABidding) {
  v1::ApplyMovesRequest request = RequestAt("chpok", v1::COLOR_UNSPECIFIED, "raise time +2 5+3");
  request.set_bidder(v1::BIDDER_OPPONENT);
  EXPECT_THAT(Refusal(request), Fails(ErrorReason::kNotYourTurn, "Challenger's turn"));
  request.set_bidder(v1::BIDDER_CHALLENGER);
  EXPECT_EQ(TextOf(request), "raise time +2 5+3");
  request.set_actions(0, "resign");
  request.set_bidder(v1::BIDDER_OPPONENT);
  EXPECT_EQ(TextOf(request), "opponent:resign");
}

TEST(Actor, C16_TheBidderIsTheSamePlayerAfterTheBidding) {
  // The Challenger gets Black, so that the first move is not the Challenger's.
  v1::ApplyMovesRequest request = RequestAt("chpok", v1::COLOR_UNSPECIFIED, "raise white +1");
  request.mutable_position()->mutable_options()->mutable_chpok()->set_chips(1);
  request.set_bidder(v1::BIDDER_CHALLENGER);
  request.mutable_randomness()->set_seed("a seed of 16 bytes or more");
  v1::ApplyMovesResponse response;
  ASSERT_THAT(Apply(request, &response), IsOk());
  *request.mutable_position()->mutable_snapshot() = response.state().snapshot();
  request.mutable_position()->clear_options();
  request.set_bidder(v1::BIDDER_OPPONENT);
  request.set_actions(0, "raise time +1 5+3");
  request.add_actions("e2e4");
  EXPECT_THAT(Refusal(request), Fails(ErrorReason::kNotYourTurn, "it is White's turn"));
  request.set_actions(1, "resign");
  ASSERT_THAT(Apply(request, &response), IsOk());
  EXPECT_EQ(response.applied(1).text(), "black:resign");
}

TEST(Actor, C16_IsNamedInTheTermsOfThePhase) {
  v1::ApplyMovesRequest bidding = RequestAt("chpok", v1::COLOR_WHITE, "resign");
  EXPECT_EQ(FieldOf(Refusal(bidding)), "actor");
  v1::ApplyMovesRequest board = RequestAt("makruk", v1::COLOR_UNSPECIFIED, "e3e4");
  board.set_bidder(v1::BIDDER_CHALLENGER);
  EXPECT_EQ(FieldOf(Refusal(board)), "bidder");
  board.set_actor(v1::COLOR_WHITE);
  EXPECT_THAT(Refusal(board), Fails(ErrorReason::kBadField, "leave one out"));
  board.clear_bidder();
  board.set_actor(static_cast<v1::Color>(5));
  EXPECT_EQ(FieldOf(Refusal(board)), "actor");
}

class ActorInGames : public ::testing::TestWithParam<GameCase> {};

// Every action of a game is accepted from its player, with the same effects, and refused from the
// other one.
TEST_P(ActorInGames, C16_TheOtherPlayersActionsAreRefused) {
  Random random(221);
  std::string before;
  PlayGames(GetParam(), 2, 60, random,
            [&](const Game& game, const std::vector<std::string>& actions) {
              const std::string previous = std::exchange(before, game.Snapshot());
              if (actions.empty()) return;
              v1::ApplyMovesRequest request;
              request.mutable_position()->set_variant(std::string(game.variant().id));
              request.mutable_position()->set_snapshot(previous);
              request.add_actions(actions.back());
              v1::ApplyMovesResponse plain;
              ASSERT_THAT(Apply(request, &plain), IsOk());
              int accepted = 0;
              for (const int number : {1, 2}) {
                const auto named = GetParam().variant->FromSnapshot(previous, {});
                if ((*named)->phase() == Phase::kBidding) {
                  request.set_bidder(static_cast<v1::Bidder>(number));
                } else {
                  request.set_actor(static_cast<v1::Color>(number));
                }
                v1::ApplyMovesResponse response;
                const absl::Status status = Apply(request, &response);
                if (status.ok()) {
                  ++accepted;
                  if (!game.IsControl(actions.back())) {
                    ASSERT_EQ(response.SerializeAsString(), plain.SerializeAsString());
                  }
                } else if (!game.IsControl(actions.back())) {
                  ASSERT_EQ(ReasonOf(status), ErrorReason::kNotYourTurn) << status;
                }
              }
              if (!game.IsControl(actions.back())) {
                ASSERT_EQ(accepted, 1) << actions.back();
              }
            });
}

INSTANTIATE_TEST_SUITE_P(EveryVariant, ActorInGames, ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& test) { return test.param.Name(); });

}  // namespace
}  // namespace arbiter
