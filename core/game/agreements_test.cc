// What players say beside moving, in every variant: rulings C7 and C14.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/rules/strings.h"
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

// A variant and a quiet move of each side, both legal from the start on.
struct VariantCase {
  const char* id;
  std::string white;
  std::string black;
  // How GoogleTest prints a parameter.
  friend std::ostream& operator<<(std::ostream& out, const VariantCase& variant) {
    return out << variant.id;
  }
};

class Agreements : public ::testing::TestWithParam<VariantCase> {
 protected:
  testing::GamePtr Start() const { return StartOf(GetParam().id); }
  const std::string white_ = GetParam().white;
  const std::string black_ = GetParam().black;
};

TEST_P(Agreements, C7_EitherPlayerMayResignAtAnyMoment) {
  const auto mover = Start();
  Play(*mover, {"resign"});
  ExpectEnd(*mover, Result::kBlackWins, Termination::kResignation, "C7");
  const auto other = Start();
  Play(*other, {"black:resign"});
  ExpectEnd(*other, Result::kWhiteWins, Termination::kResignation, "C7");
  ExpectRefused(*other, white_, ErrorReason::kGameOver, "resigned");
  ExpectRefused(*other, "resign", ErrorReason::kGameOver, "the game is over");
}

TEST_P(Agreements, C14_TheOtherWinsWhenAPlayersTimeRunsOut) {
  const auto mover = Start();
  Play(*mover, {"timeout"});
  ExpectEnd(*mover, Result::kBlackWins, Termination::kTimeout, "C14");
  const auto other = Start();
  Play(*other, {white_, "white:timeout"});
  ExpectEnd(*other, Result::kBlackWins, Termination::kTimeout, "C14");
}

TEST_P(Agreements, C14_AnOfferMayBeAccepted) {
  const auto game = Start();
  Play(*game, {"draw?"});
  EXPECT_EQ(game->Adjudicate().draw_offered_by, Color::kWhite);
  Play(*game, {"black:draw!"});
  ExpectEnd(*game, Result::kDraw, Termination::kDrawAgreed, "C14");
}

TEST_P(Agreements, C14_AnOfferStandsAcrossOnesOwnMove) {
  const auto game = Start();
  Play(*game, {"draw?", white_});
  EXPECT_EQ(game->Adjudicate().draw_offered_by, Color::kWhite);
  Play(*game, {"draw!"});
  ExpectEnd(*game, Result::kDraw, Termination::kDrawAgreed, "C14");
}

TEST_P(Agreements, C14_TheOtherPlayersMoveAnswersAnOffer) {
  const auto game = Start();
  Play(*game, {"draw?", white_, black_});
  EXPECT_FALSE(game->Adjudicate().draw_offered_by);
  ExpectRefused(*game, "black:draw!", ErrorReason::kIllegalAction, "no draw offer by White");
}

TEST_P(Agreements, C14_AnOfferMayBeMadeOutOfTurn) {
  const auto game = Start();
  Play(*game, {"black:draw?"});
  EXPECT_EQ(game->Adjudicate().draw_offered_by, Color::kBlack);
  Play(*game, {white_});  // answers it
  EXPECT_FALSE(game->Adjudicate().draw_offered_by);
}

TEST_P(Agreements, C14_AnOfferMayBeWithdrawnOrDeclined) {
  for (const char* end : {"draw-", "black:draw-"}) {
    const auto game = Start();
    Play(*game, {"draw?"});
    Applied applied;
    ASSERT_THAT(game->Apply(end, &applied), IsOk());
    EXPECT_EQ(applied.events[0].kind, end[0] == 'd' ? &kDrawWithdrawnEvent : &kDrawDeclinedEvent);
    EXPECT_FALSE(game->Adjudicate().draw_offered_by);
    ExpectRefused(*game, "black:draw!", ErrorReason::kIllegalAction, "no draw offer");
    Play(*game, {"draw?"});  // and made again
  }
}

TEST_P(Agreements, C14_RefusedDrawWords) {
  const auto game = Start();
  const std::string by_other = StrCat("no draw offer by ", game->variant().players[1].en);
  ExpectRefused(*game, "draw!", ErrorReason::kIllegalAction, by_other);
  ExpectRefused(*game, "draw-", ErrorReason::kIllegalAction, "no draw offer");
  Play(*game, {"draw?"});
  ExpectRefused(*game, "draw!", ErrorReason::kIllegalAction, by_other);  // own
  ExpectRefused(*game, "draw?", ErrorReason::kIllegalAction, "White's draw offer stands already");
  ExpectRefused(*game, "black:draw?", ErrorReason::kIllegalAction, "offer stands already");
}

TEST_P(Agreements, C14_OffersLiveInSnapshotsNotInTheFen) {
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

TEST_P(Agreements, C7_ClaimsThatTheRulesDoNotGrantAreRefusedWithTheReason) {
  const auto game = Start();
  for (const char* claim : {"claim draw", "black:claim draw"}) {
    ExpectRefused(*game, claim, ErrorReason::kClaimRefused, "claim draw: ");
  }
  ExpectRefused(*game, "claim win", ErrorReason::kClaimRefused, "grants a win by claim");
  Play(*game, {white_});
}

TEST_P(Agreements, C9_OnlyControlsTakeAPlayersName) {
  const auto game = Start();
  ExpectRefused(*game, "white:" + white_, ErrorReason::kBadActionText, "only control actions");
  ExpectRefused(*game, "white:", ErrorReason::kBadActionText, "only control actions");
  ExpectRefused(*game, "challenger:resign", ErrorReason::kBadActionText, "is no action of");
}

TEST_P(Agreements, AppliedTextIsCanonical) {
  const auto game = Start();
  Applied applied;
  ASSERT_THAT(game->Apply("white:draw?", &applied), IsOk());
  EXPECT_EQ(applied.text, "draw?");
  EXPECT_EQ(applied.san, "");
  applied = {};
  ASSERT_THAT(game->Apply("black:resign", &applied), IsOk());
  EXPECT_EQ(applied.text, "black:resign");
  EXPECT_EQ(applied.events.back().kind, &kGameOverEvent);
}

TEST_P(Agreements, C7_ControlsAreListedAndEachListedOneIsAccepted) {
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

INSTANTIATE_TEST_SUITE_P(Variants, Agreements,
                         ::testing::Values(VariantCase{"chak", "c3c4", "c7c6"},
                                           VariantCase{"chakart", "a2a3", "a7a6"},
                                           VariantCase{"makruk", "a3a4", "a6a5"}),
                         [](const auto& info) { return std::string(info.param.id); });

}  // namespace
}  // namespace arbiter
