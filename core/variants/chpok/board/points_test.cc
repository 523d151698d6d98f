// Tests the points that actions score: ruling P14.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/variants/chpok/board/events.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::ExpectSteps;
using testing::FenAfter;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::Play;
using testing::Step;

// Returns the FEN field with both players' points.
std::string PointsIn(std::string_view fen) {
  for (int field = 0; field < 4; ++field) fen.remove_prefix(fen.find(' ') + 1);
  return std::string(fen.substr(0, fen.find(' ')));
}

// An action and the FEN field of the points after it.
struct Scored {
  const char* action;
  const char* points;
};

void ExpectScores(const std::string& fen, const std::vector<Scored>& cases) {
  for (const auto& [action, points] : cases) {
    EXPECT_EQ(PointsIn(FenAfter("chpok", fen, action)), points) << action << " in " << fen;
  }
}

TEST(ChpokPoints, P14_TheRowOfTheDestinationScores) {
  ExpectScores("k7/8/8/8/8/8/8/K6R w - 1,1 0,0 0,0 0,0 1 {d=0}", {{"h1g1", "0,0"},
                                                                  {"h1h2", "0,0"},
                                                                  {"h1h3", "0,0"},
                                                                  {"h1h4", "0,0"},
                                                                  {"h1h5", "1,0"},
                                                                  {"h1h6", "2,0"},
                                                                  {"h1h7", "3,0"},
                                                                  {"h1h8", "4,0"}});
  ExpectScores("k6r/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 1 {d=0}", {{"h8g8", "0,0"},
                                                                  {"h8h7", "0,0"},
                                                                  {"h8h6", "0,0"},
                                                                  {"h8h5", "0,0"},
                                                                  {"h8h4", "0,1"},
                                                                  {"h8h3", "0,2"},
                                                                  {"h8h2", "0,3"},
                                                                  {"h8h1", "0,4"}});
}

// The row counts for every piece in every direction, also backwards and along the row.
TEST(ChpokPoints, P14_EveryPieceScoresItsRow) {
  ExpectScores("k7/8/QRBNDKP1/8/8/8/8/8 w - 1,1 0,0 0,0 0,0 1 {d=0}", {{"a6a7", "3,0"},
                                                                       {"b6b5", "1,0"},
                                                                       {"c6d5", "1,0"},
                                                                       {"d6c8", "4,0"},
                                                                       {"e6e4", "0,0"},
                                                                       {"f6f5", "1,0"},
                                                                       {"g6g7", "3,0"}});
  ExpectScores("k7/8/7R/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}",
               {{"h6g6", "2,0"}, {"h6h4", "0,0"}});
}

TEST(ChpokPoints, P14_PointsAddUp) {
  const auto game = GameAt("chpok", "k6r/8/8/8/8/8/8/K5R1 w - 1,1 0,0 0,0 0,0 1 {d=0}");
  Play(*game, {"g1g5", "h8h2"});
  EXPECT_EQ(FenOf(*game), "k7/8/8/6R1/8/8/7r/K7 w - 1,1 1,3 0,0 0,0 2 {d=0,-2}");
  Play(*game, {"g5g8", "h2h1"});
  EXPECT_EQ(FenOf(*game), "k5R1/8/8/8/8/8/8/K6r w - 1,1 5,7 0,0 0,0 3 {d=0,-2*2}");
}

TEST(ChpokPoints, P14_CapturingAKingScores) {
  const Step steps[] = {
      // The first capture also scores for its row, the second does not.
      {"k6k/8/8/8/8/8/8/K6R w - 1,1 0,0 0,0 0,0 1 {d=0}", "h1h8",
       "k6R/8/8/8/8/8/8/K7 b - 1,1 1004,0 0,0 0,0 1 {d=0}"},
      {"k7/8/8/8/8/8/8/K2R3k w - 1,1 0,0 0,0 0,0 1 {d=0}", "d1h1",
       "k7/8/8/8/8/8/8/K6R b - 1,1 1000,0 0,0 0,0 1 {d=0}"},
      {"k6r/8/8/8/8/8/8/K6K b - 1,1 0,0 0,0 0,0 1 {d=0}", "h8h1",
       "k7/8/8/8/8/8/8/K6r w - 1,1 0,1004 0,0 0,0 2 {d=0,-1004}"},
  };
  ExpectSteps("chpok", steps);
}

TEST(ChpokPoints, P14_OtherCapturesScoreNothing) {
  ExpectScores("k7/8/8/8/3r4/1q1b4/nd2p3/K1B1R1N1 w - 1,1 0,0 0,0 0,0 1 {d=0}",
               {{"e1e2", "0,0"}, {"c1b2", "0,0"}, {"a1a2", "0,0"}, {"a1b2", "0,0"}});
}

// The points are in the order pawn, rook, knight, bishop, dragon, queen, king.
constexpr const char* kEveryKind =
    "k7/8/8/8/8/8/PRNBDQ2/K7 w - 1,1 0,0 0,0 0,0 1 {xf=points=1234567;d=0}";

TEST(ChpokPoints, P14_TheKindThatMovesScores) {
  ExpectScores(kEveryKind, {{"a2a3", "1,0"},
                            {"b2b3", "2,0"},
                            {"c2d4", "3,0"},
                            {"d2e3", "4,0"},
                            {"e2e4", "5,0"},
                            {"f2f3", "6,0"},
                            {"a1b1", "7,0"}});
  ExpectScores("k7/prnbdq2/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 1 {xf=points=1234567;d=0}",
               {{"a7a6", "0,1"},
                {"b7b6", "0,2"},
                {"c7d5", "0,3"},
                {"d7e6", "0,4"},
                {"e7e5", "0,5"},
                {"f7f6", "0,6"},
                {"a8b8", "0,7"}});
}

TEST(ChpokPoints, P14_KindRowAndKingAddUp) {
  ExpectScores(kEveryKind, {{"b2b7", "5,0"}, {"b2b8", "6,0"}, {"f2f8", "10,0"}});
  ExpectScores("k6k/8/8/8/8/8/8/K6R w - 1,1 0,0 0,0 0,0 1 {xf=points=0900000;d=0}",
               {{"h1h8", "1013,0"}});
  ExpectScores("k7/8/8/8/8/8/PRNBDQ2/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}", {{"b2b3", "0,0"}});
}

TEST(ChpokPoints, P14_APromotingPawnScoresAsAPawn) {
  ExpectScores("k7/4P3/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {xf=points=1000069;d=0}",
               {{"e7e8q", "5,0"}, {"e7e8k", "5,0"}, {"e7e8n", "5,0"}});
}

TEST(ChpokPoints, P14_EnPassantAndCastlingScore) {
  ExpectScores("k7/8/8/3pP3/8/8/8/K7 w d6 1,1 0,0 0,0 0,0 1 {xf=points=3000000;d=0}",
               {{"e5d6", "5,0"}});
  ExpectScores("k7/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {xf=points=0900005;d=0}",
               {{"e1h1", "5,0"}, {"h1g1", "9,0"}});
  ExpectScores("4k2r/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 1 {xf=points=0900005;d=0}",
               {{"e8h8", "0,5"}});
  ExpectScores("k7/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}", {{"e1h1", "0,0"}});
}

TEST(ChpokPoints, P14_NewPawnsRemovalsAndPassesScoreNothing) {
  const char* fen =
      "k7/8/8/8/8/8/8/KN6 w - 1,1 3,2 0,0 1,1 2 "
      "{xf=points=9999999,newborn,remove,skip;d=0,1}";
  ExpectScores(fen, {{"P@d2", "3,2"}, {"P@d1", "3,2"}, {"x@b1", "3,2"}, {"0000", "3,2"}});
}

TEST(ChpokPoints, P14_EventsReportPoints) {
  const auto reported_points = [](const char* fen, const char* action, Color color) {
    const auto game = GameAt("chpok", fen);
    ActionResult applied;
    EXPECT_THAT(game->Apply(action, &applied), IsOk());
    int points = 0;
    for (const Event& event : applied.events) {
      if (event.kind == &chpok::kPointsEvent && event.color == color) points += event.points;
    }
    return points;
  };
  EXPECT_EQ(
      reported_points("k7/8/8/8/8/8/8/K6R w - 1,1 0,0 0,0 0,0 1 {d=0}", "h1h8", Color::kWhite), 4);
  EXPECT_EQ(
      reported_points("k6k/8/8/8/8/8/8/K6R w - 1,1 0,0 0,0 0,0 1 {d=0}", "h1h8", Color::kWhite),
      1004);
  EXPECT_EQ(reported_points("k7/8/8/8/8/8/8/KK6 w - 1,1 0,0 0,0 0,0 1 {xf=remove;d=0}", "x@b1",
                            Color::kBlack),
            1000);
}

}  // namespace
}  // namespace arbiter
