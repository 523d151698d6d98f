#include "core/rules/control.h"

#include <gtest/gtest.h>

#include "core/rules/roles.h"

namespace arbiter {
namespace {

TEST(Control, PrefixNamesTheActor) {
  EXPECT_EQ(kColors.SplitActor("white:resign").actor, Color::kWhite);
  EXPECT_EQ(kColors.SplitActor("black:draw?").actor, Color::kBlack);
  EXPECT_EQ(kColors.SplitActor("black:draw?").rest, "draw?");
  for (const char* text : {"resign", "White:resign", "green:resign", "white resign", "white", ""}) {
    EXPECT_FALSE(kColors.SplitActor(text).actor) << text;
    EXPECT_EQ(kColors.SplitActor(text).rest, text);
  }
}

TEST(Control, C7_ParsesTheControlActionsAndNothingElse) {
  EXPECT_EQ(ParseControlKind("resign"), ControlKind::kResign);
  EXPECT_EQ(ParseControlKind("draw?"), ControlKind::kOfferDraw);
  EXPECT_EQ(ParseControlKind("draw!"), ControlKind::kAcceptDraw);
  EXPECT_EQ(ParseControlKind("draw-"), ControlKind::kDeclineDraw);
  EXPECT_EQ(ParseControlKind("claim draw"), ControlKind::kClaimDraw);
  EXPECT_EQ(ParseControlKind("claim win"), ControlKind::kClaimWin);
  EXPECT_EQ(ParseControlKind("timeout"), ControlKind::kTimeout);
  for (const char* text :
       {"", "Resign", "resign ", "draw", "draw ?", "claim  draw", "claim", "count", "e3e4"}) {
    EXPECT_FALSE(ParseControlKind(text)) << text;
  }
}

TEST(Control, PrefixIsWrittenOnlyForThePlayerNotToMove) {
  EXPECT_EQ(kColors.ControlText(ControlKind::kResign, Color::kWhite, Color::kWhite), "resign");
  EXPECT_EQ(kColors.ControlText(ControlKind::kResign, Color::kWhite, Color::kBlack),
            "white:resign");
  EXPECT_EQ(kColors.ControlText(ControlKind::kClaimDraw, Color::kBlack, Color::kWhite),
            "black:claim draw");
}

}  // namespace
}  // namespace arbiter
