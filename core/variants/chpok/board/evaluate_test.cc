// The evaluation of the board phase, and what its network sees.
#include "core/variants/chpok/board/evaluate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include "core/base/strings.h"
#include "core/variants/chpok/board/rules.h"

namespace arbiter::chpok {
namespace {

using ::testing::ElementsAre;

Position At(std::string_view fen) { return *BoardRules::Create({})->ParseFen(fen); }

// Returns a position with two kings in which White is to move.
Position WithKings(std::string_view fields) { return At(StrCat("7k/8/8/8/8/8/8/K7 w - ", fields)); }

TEST(ChpokNetworkInputs, AreTheLeadTheRunOfAClaimAndTheCastlings) {
  const Position level = WithKings("1,1 7,7 0,0 0,0 6 {d=0*4,3,0}");
  EXPECT_THAT(Inputs::OtherFeatures(level, Color::kWhite),
              ElementsAre(Inputs::kLead, Inputs::kRun + 1, Inputs::kCastlings + 3));
  EXPECT_EQ(Inputs::OtherFeatures(level, Color::kWhite),
            Inputs::OtherFeatures(level, Color::kBlack));

  // White leads by 9 points, and its lead has not fallen for two moves.
  const Position ahead = WithKings("1,0 9,0 0,0 0,0 6 {d=0*3,2,1,9}");
  EXPECT_THAT(
      Inputs::OtherFeatures(ahead, Color::kWhite),
      ElementsAre(Inputs::kLead + 3, Inputs::kRun + Inputs::kRuns + 1, Inputs::kCastlings + 2));
  EXPECT_THAT(Inputs::OtherFeatures(ahead, Color::kBlack),
              ElementsAre(Inputs::kLead + Inputs::kLeadLevels + 3,
                          Inputs::kRun + 2 * Inputs::kRuns + 1, Inputs::kCastlings + 1));
}

TEST(ChpokNetworkInputs, EachSideIsMirroredByItsLeftmostKing) {
  const auto mirrored = [](std::string_view board, Color side) {
    return Inputs::IsMirrored(At(StrCat(board, " w - 1,1 0,0 0,0 0,0 1 {d=0}")), side);
  };
  EXPECT_TRUE(mirrored("3k4/8/8/8/8/8/8/4K3", Color::kWhite));
  EXPECT_FALSE(mirrored("3k4/8/8/8/8/8/8/4K3", Color::kBlack));
  EXPECT_FALSE(mirrored("3k4/8/8/8/8/8/3K4/4K3", Color::kWhite));
  EXPECT_TRUE(mirrored("3k4/8/8/8/8/8/5K2/4K3", Color::kWhite));
}

TEST(ChpokEvaluation, TheNetworkEvaluatesOnlyGamesThatItKnows) {
  const auto game = [](std::string_view features) {
    return At(StrCat("r2qk3/ppp5/8/8/8/8/PPPP4/R2QK3 w - 1,1 0,0 0,0 0,0 1 {", features, "d=0}"));
  };
  Evaluator evaluator;
  for (const char* known : {"", "xf=moves=60,undo=2;", "xf=castlings=2,noenpassant;"}) {
    const Position position = game(known);
    NetworkEvaluator<Position, Inputs> network(ThisNetwork());
    EXPECT_EQ(evaluator.Evaluate(position, 0), FinalValue(position, network.Evaluate(position, 0)))
        << known;
  }
  for (const char* unknown : {"xf=hill;", "xf=points=1020000;", "xf=skip;"}) {
    const Position position = game(unknown);
    EXPECT_EQ(evaluator.Evaluate(position, 0), HandmadeEvaluator::Evaluate(position)) << unknown;
  }
}

TEST(ChpokEvaluation, PiecesAreWorthLessNearTheMoveLimit) {
  const auto value = [](std::string_view number) {
    return FinalValue(
        At(StrCat("7k/8/8/8/8/8/8/KQ6 w - 1,1 5,2 0,0 0,0 ", number, " {xf=moves=100}")), 240);
  };
  EXPECT_EQ(value("20"), 30 + 240);
  EXPECT_EQ(value("89"), 30 + 120);
  EXPECT_EQ(value("100"), 30 + 10);
}

}  // namespace
}  // namespace arbiter::chpok
