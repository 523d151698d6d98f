// Tests of the control actions of every variant (rulings C7 and C14).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::Contains;
using testing::ControlsOf;
using ::testing::ElementsAre;
using testing::ExpectEnd;
using testing::ExpectRefused;
using testing::FenOf;
using testing::IsOk;
using ::testing::IsSupersetOf;
using ::testing::Not;
using testing::Play;
using testing::StartOf;
using testing::VariantNamed;

// A variant and a quiet move of each side. Both are legal from the start.
struct VariantCase {
  const char* id;
  std::string white;
  std::string black;
  // Prints a parameter for GoogleTest.
  friend std::ostream& operator<<(std::ostream& out, const VariantCase& variant) {
    return out << variant.id;
  }
};

class ControlState : public ::testing::TestWithParam<VariantCase> {
 protected:
  testing::GamePtr Start() const { return StartOf(GetParam().id); }
  const std::string white_ = GetParam().white;
  const std::string black_ = GetParam().black;
};

TEST_P(ControlState, C7_EitherPlayerMayResignAtAnyMoment) {
  const auto mover = Start();
  Play(*mover, {"resign"});
  ExpectEnd(*mover, Result::kBlackWins, Termination::kResignation, "C7");
  const auto other = Start();
  Play(*other, {"black:resign"});
  ExpectEnd(*other, Result::kWhiteWins, Termination::kResignation, "C7");
  ExpectRefused(*other, white_, ErrorReason::kGameOver, "resigned");
  ExpectRefused(*other, "resign", ErrorReason::kGameOver, "the game is over");
}

TEST_P(ControlState, C14_PlayerWhoRunsOutOfTimeLoses) {
  const auto mover = Start();
  Play(*mover, {"timeout"});
  ExpectEnd(*mover, Result::kBlackWins, Termination::kTimeout, "C14");
  const auto other = Start();
  Play(*other, {white_, "white:timeout"});
  ExpectEnd(*other, Result::kBlackWins, Termination::kTimeout, "C14");
}

TEST_P(ControlState, C14_OfferCanBeAccepted) {
  const auto game = Start();
  Play(*game, {"draw?"});
  EXPECT_EQ(game->Adjudicate().draw_offered_by, Color::kWhite);
  Play(*game, {"black:draw!"});
  ExpectEnd(*game, Result::kDraw, Termination::kDrawAgreed, "C14");
}

TEST_P(ControlState, C14_OfferOutlastsTheOfferersOwnMove) {
  const auto game = Start();
  Play(*game, {"draw?", white_});
  EXPECT_EQ(game->Adjudicate().draw_offered_by, Color::kWhite);
  Play(*game, {"draw!"});
  ExpectEnd(*game, Result::kDraw, Termination::kDrawAgreed, "C14");
}

TEST_P(ControlState, C14_OtherPlayersMoveDeclinesAnOffer) {
  const auto game = Start();
  Play(*game, {"draw?", white_, black_});
  EXPECT_FALSE(game->Adjudicate().draw_offered_by);
  ExpectRefused(*game, "black:draw!", ErrorReason::kIllegalAction, "no draw offer by White");
}

TEST_P(ControlState, C14_OfferCanBeMadeOutOfTurn) {
  const auto game = Start();
  Play(*game, {"black:draw?"});
  EXPECT_EQ(game->Adjudicate().draw_offered_by, Color::kBlack);
  Play(*game, {white_});  // Declines the offer.
  EXPECT_FALSE(game->Adjudicate().draw_offered_by);
}

TEST_P(ControlState, C14_OfferCanBeWithdrawnOrDeclined) {
  for (const char* end : {"draw-", "black:draw-"}) {
    const auto game = Start();
    Play(*game, {"draw?"});
    ActionResult applied;
    ASSERT_THAT(game->Apply(end, &applied), IsOk());
    EXPECT_EQ(applied.events[0].kind, end[0] == 'd' ? &kDrawWithdrawnEvent : &kDrawDeclinedEvent);
    EXPECT_FALSE(game->Adjudicate().draw_offered_by);
    ExpectRefused(*game, "black:draw!", ErrorReason::kIllegalAction, "no draw offer");
    Play(*game, {"draw?"});  // A new offer is allowed.
  }
}

TEST_P(ControlState, C14_DrawActionsWithoutAMatchingOfferAreRefused) {
  const auto game = Start();
  const std::string no_offer_by_other = StrCat("no draw offer by ", game->variant().players[1].en);
  ExpectRefused(*game, "draw!", ErrorReason::kIllegalAction, no_offer_by_other);
  ExpectRefused(*game, "draw-", ErrorReason::kIllegalAction, "no draw offer");
  Play(*game, {"draw?"});
  ExpectRefused(*game, "draw!", ErrorReason::kIllegalAction, no_offer_by_other);
  ExpectRefused(*game, "draw?", ErrorReason::kIllegalAction, "White has already offered a draw");
  ExpectRefused(*game, "black:draw?", ErrorReason::kIllegalAction, "has already offered a draw");
}

TEST_P(ControlState, C14_OfferIsInTheSnapshotButNotInTheFen) {
  const auto game = Start();
  const std::string fen = FenOf(*game);
  Play(*game, {"draw?"});
  EXPECT_EQ(FenOf(*game), fen);
  const auto copy = VariantNamed(GetParam().id).FromSnapshot(game->Snapshot(), {});
  ASSERT_THAT(copy, IsOk());
  EXPECT_EQ((*copy)->Adjudicate().draw_offered_by, Color::kWhite);
  Play(**copy, {"black:draw!"});
  ExpectEnd(**copy, Result::kDraw, Termination::kDrawAgreed, "C14");
}

TEST_P(ControlState, C7_ClaimsThatTheRulesDoNotGrantAreRefusedWithTheReason) {
  const auto game = Start();
  for (const char* claim : {"claim draw", "black:claim draw"}) {
    ExpectRefused(*game, claim, ErrorReason::kClaimRefused, "claim draw: ");
  }
  ExpectRefused(*game, "claim win", ErrorReason::kClaimRefused, "grants a win by claim");
  Play(*game, {white_});
}

TEST_P(ControlState, C9_OnlyControlActionsCanNameAPlayer) {
  const auto game = Start();
  ExpectRefused(*game, "white:" + white_, ErrorReason::kBadActionText, "only control actions");
  ExpectRefused(*game, "white:", ErrorReason::kBadActionText, "only control actions");
  ExpectRefused(*game, "challenger:resign", ErrorReason::kBadActionText, "is not a valid");
}

TEST_P(ControlState, AppliedTextIsCanonical) {
  const auto game = Start();
  ActionResult applied;
  ASSERT_THAT(game->Apply("white:draw?", &applied), IsOk());
  EXPECT_EQ(applied.text, "draw?");
  EXPECT_EQ(applied.san, "");
  applied = {};
  ASSERT_THAT(game->Apply("black:resign", &applied), IsOk());
  EXPECT_EQ(applied.text, "black:resign");
  EXPECT_EQ(applied.events.back().kind, &kGameOverEvent);
}

TEST_P(ControlState, C7_EveryListedControlActionIsAccepted) {
  const auto game = Start();
  EXPECT_THAT(ControlsOf(*game), IsSupersetOf({"resign", "black:resign", "draw?", "black:draw?",
                                               "timeout", "black:timeout"}));
  EXPECT_THAT(ControlsOf(*game), Not(Contains("draw!")));
  Play(*game, {"draw?"});
  EXPECT_THAT(ControlsOf(*game), IsSupersetOf({"black:draw!", "draw-", "black:draw-"}));
  EXPECT_THAT(ControlsOf(*game), Not(Contains("draw?")));
  for (const std::string& control : ControlsOf(*game)) {
    EXPECT_THAT(game->Clone()->Apply(control, nullptr), IsOk()) << control;
  }
  Play(*game, {"resign"});
  EXPECT_THAT(ControlsOf(*game), ElementsAre());
}

INSTANTIATE_TEST_SUITE_P(Variants, ControlState,
                         ::testing::Values(VariantCase{"chak", "c3c4", "c7c6"},
                                           VariantCase{"chakart", "a2a3", "a7a6"},
                                           VariantCase{"makruk", "a3a4", "a6a5"}),
                         [](const auto& info) { return std::string(info.param.id); });

TEST(ControlText, C7_ATextThatResemblesAControlActionHasASuggestion) {
  const struct {
    const char* text;
    const char* meant;
  } rows[] = {{"draw", "did you mean draw? (it offers a draw)"},
              {"Draw", "did you mean draw? (it offers a draw)"},
              {"offer draw", "did you mean draw? (it offers a draw)"},
              {"Resign", "did you mean resign ("},
              {"accept", "did you mean draw! (it accepts a draw)"},
              {"flag", "did you mean timeout ("},
              {"claim", "did you mean claim draw ("}};
  for (const auto& [text, meant] : rows) {
    for (const char* variant : {"chak", "makruk"}) {
      const auto game = testing::StartOf(variant);
      EXPECT_THAT(game->Apply(text, nullptr), testing::Fails(ErrorReason::kBadActionText, meant))
          << text;
      EXPECT_THAT(game->ReadMove(text, Notation::kAny),
                  testing::Fails(ErrorReason::kBadNotation, meant))
          << text;
    }
  }
}

}  // namespace
}  // namespace arbiter
