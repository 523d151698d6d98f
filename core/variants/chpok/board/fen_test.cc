// Tests Chpok's FEN: rulings P26, F1 and F2.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using ::testing::AnyOf;
using testing::ExpectEnd;
using testing::ExpectOngoing;
using testing::Fails;
using testing::FenOf;
using testing::GameAt;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::LegalOf;
using testing::Play;
using testing::ReadFen;

constexpr const char* kKings = "7k/8/8/8/8/8/8/K7";

struct Refusal {
  std::string fen;
  const char* text;
};

void ExpectAllRefused(const std::vector<Refusal>& refusals, ErrorReason reason) {
  for (const Refusal& refusal : refusals) {
    EXPECT_THAT(ReadFen("chpok", refusal.fen), Fails(reason, std::string(refusal.text)))
        << refusal.fen;
  }
}

// Expects BAD_FEN or IMPOSSIBLE_POSITION.
void ExpectInvalid(const std::string& fen) {
  EXPECT_THAT(ReadFen("chpok", fen),
              AnyOf(Fails(ErrorReason::kBadFen, ""), Fails(ErrorReason::kImpossiblePosition, "")))
      << fen;
}

// Returns a FEN with two kings and these fields, which begin with the side to move.
std::string Kings(std::string_view fields) { return StrCat(kKings, " ", fields); }

TEST(ChpokFen, F1_FensAreParsedAndFormatted) {
  for (const char* fen : {
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0}",
           "rnqknr/pppppp/6/6/6/6/PPPPPP/RNQKNR w - 1,1 0,0 0,0 0,0 1 {d=0}",
           "rnbqknr/ppppppp/7/7/7/7/PPPPPPP/RNBQKNR b - 1,1 0,0 0,0 0,0 1 {d=0}",
           "rnbdqkbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBDQKBNR w - 1,1 0,0 0,0 0,0 1 "
           "{xf=points=1020000,hill;d=0;tc=3+0}",
           "rnbdqkdbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBDQKDBNR w - 0,0 0,0 0,0 0,0 1 "
           "{xf=castlings=0;d=0}",
           // This FEN has almost every feature and every field.
           "k8D/10/10/3pP5/10/10/10/K8d w d6 3,5 12,-4 4,0 1,0 21 "
           "{xf=moves=100,undo=4,points=9876543,castlings=5,hill,racing,cruel,superqueen,"
           "cornerbishop,backpawn,newborn,remove,skip,nopromoteking;"
           "d=0*3,2,5*4,-7*12,16;tc=180+60;clock=0,10800000}",
           "7k/8/8/8/1p6/1P6/BP6/KP6 b - 1,1 0,0 0,0 0,0 1 "
           "{xf=noenpassant;pass=1;d=0;tc=1+0;clock=1,2}",
           "7k/8/8/8/4P3/8/8/K7 b e3 1,1 0,0 0,0 0,0 1 {d=0}",
           "7k/8/8/3p4/8/8/8/K7 w d6 1,1 0,0 0,0 0,0 2 {d=0*2}",
           // These have many kings, pawns on the first row, and long runs of differences.
           "kkkk3p/8/8/8/8/8/8/KKK4P w - 1,1 0,0 0,0 0,0 1 {d=0}",
           "7k/8/8/8/8/8/8/K7 w - 1,1 -4996,1000 0,0 0,0 888 {d=3*20,-5996}",
           "7k/8/8/8/8/8/8/K7 b - 1,1 7,1000 0,0 0,0 22 {d=1,2*3,1,0*15,-1}",
       }) {
    EXPECT_EQ(FenOf(*GameAt("chpok", fen)), fen);
  }
}

TEST(ChpokFen, F1_EveryPositionOfAGameCanBeReadBack) {
  const auto game = GameAt(
      "chpok",
      "rkr3/pppppp/6/6/6/6/PPPPPP/RKR3 w - 1,1 0,0 1,1 1,1 1 "
      "{xf=undo=1,points=0000012,hill,cruel,newborn,remove,skip;d=0;tc=5+2;clock=9000,8000}");
  for (const char* action : {"e2e4", "d7d5", "b1c1", "b8b7x", "0000", "P@e8", "e4d5", "x@c8",
                             "d5d6", "undo", "x@c8", "d5d6", "c7d6", "a2a4", "b7a6"}) {
    Play(*game, {action});
    const std::string fen = FenOf(*game);
    EXPECT_EQ(FenOf(*GameAt("chpok", fen)), fen) << action;
  }
  ExpectOngoing(*game);
}

TEST(ChpokFen, P26_ThePlyFollowsFromTheMoveNumber) {
  const std::pair<const char*, uint32_t> cases[] = {{"w - 1,1 0,0 0,0 0,0 1 {d=0}", 0},
                                                    {"b - 1,1 0,0 0,0 0,0 1 {d=0}", 1},
                                                    {"w - 1,1 0,0 0,0 0,0 22 {d=0*21}", 42},
                                                    {"b - 1,1 0,0 0,0 0,0 22 {d=0*21}", 43}};
  for (const auto& [fields, ply] : cases) {
    const auto game = GameAt("chpok", Kings(fields));
    EXPECT_EQ(game->ply(), ply) << fields;
    EXPECT_EQ(game->move_number(), ply / 2 + 1) << fields;
  }
}

TEST(ChpokFen, P26_AtMoveOneAbsentDifferencesAreKnown) {
  EXPECT_EQ(FenOf(*GameAt("chpok", Kings("w - 1,1 0,0 0,0 0,0 1"))),
            Kings("w - 1,1 0,0 0,0 0,0 1 {d=0}"));
  const auto game = GameAt("chpok", Kings("b - 1,1 3,0 0,0 0,0 1 {tc=5+0}"));
  EXPECT_EQ(FenOf(*game), Kings("b - 1,1 3,0 0,0 0,0 1 {d=0;tc=5+0}"));
  EXPECT_TRUE(game->Adjudicate().history_known);
}

TEST(ChpokFen, P26_LaterAbsentDifferencesAreUnknown) {
  for (const char* fields : {"w - 1,1 5,2 0,0 0,0 30", "b - 1,1 5,2 0,0 0,0 30",
                             "w - 1,1 5,2 0,0 0,0 30 {tc=5+0}", "w - 1,1 5,2 0,0 0,0 30 {d=3*4}"}) {
    const auto game = GameAt("chpok", Kings(fields));
    ExpectOngoing(*game);
    EXPECT_FALSE(game->Adjudicate().history_known) << fields;
    for (int i = 0; i < 3; ++i) {
      const std::string fen = FenOf(*game);
      EXPECT_EQ(FenOf(*GameAt("chpok", fen)), fen);
      Play(*game, {LegalOf(*game).front()});
    }
  }
}

TEST(ChpokFen, F1_FeaturesAreParsedInAnyOrder) {
  EXPECT_EQ(FenOf(*GameAt("chpok",
                          Kings("w - 1,1 0,0 2,2 0,0 1 {xf=skip,hill,points=0000001,undo=2;d=0}"))),
            Kings("w - 1,1 0,0 2,2 0,0 1 {xf=undo=2,points=0000001,hill,skip;d=0}"));
}

TEST(ChpokFen, P26_RunsCoverTheLastTwentyOneDifferences) {
  // Another spelling of the same values is either refused or made canonical.
  for (const char* values : {"0,0,0", "0*2,0", "0,0*2", "0*1,0*2"}) {
    const std::string fen = Kings(StrCat("w - 1,1 0,0 0,0 0,0 3 {d=", values, "}"));
    if (ReadFen("chpok", fen).ok()) {
      EXPECT_EQ(FenOf(*GameAt("chpok", fen)), Kings("w - 1,1 0,0 0,0 0,0 3 {d=0*3}"));
    }
  }
  const auto game = GameAt("chpok", "7k/8/8/8/8/8/8/K6R w - 1,1 0,0 0,0 0,0 20 {d=0*20}");
  Play(*game, {"h1h5", "h8g8"});
  EXPECT_EQ(FenOf(*game), "6k1/8/8/7R/8/8/8/K7 w - 1,1 1,0 0,0 0,0 21 {d=0*20,1}");
  Play(*game, {"h5h4", "g8h8"});
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/7R/8/8/K7 w - 1,1 1,0 0,0 0,0 22 {d=0*19,1*2}");
}

TEST(ChpokFen, F2_ABadFenNamesTheFieldAndTheRank) {
  const std::string rest = " w - 1,1 0,0 0,0 0,0 1 {d=0}";
  ExpectAllRefused(
      {
          {"", "field 1"},
          {kKings, "field 2"},
          {Kings("x - 1,1 0,0 0,0 0,0 1 {d=0}"), "field 2"},
          {Kings("W - 1,1 0,0 0,0 0,0 1 {d=0}"), "field 2"},
          {Kings("w e9 1,1 0,0 0,0 0,0 1 {d=0}"), "field 3"},
          {Kings("w i6 1,1 0,0 0,0 0,0 1 {d=0}"), "field 3"},
          {Kings("w e 1,1 0,0 0,0 0,0 1 {d=0}"), "field 3"},
          {Kings("w - - 0,0 0,0 0,0 1 {d=0}"), "field 4"},
          {Kings("w - 1 0,0 0,0 0,0 1 {d=0}"), "field 4"},
          {Kings("w - 1,1,1 0,0 0,0 0,0 1 {d=0}"), "field 4"},
          {Kings("w - 01,1 0,0 0,0 0,0 1 {d=0}"), "field 4"},
          {Kings("w - -1,1 0,0 0,0 0,0 1 {d=0}"), "field 4"},
          {Kings("w - 1,1 0 0,0 0,0 1 {d=0}"), "field 5"},
          {Kings("w - 1,1 00,0 0,0 0,0 1 {d=0}"), "field 5"},
          {Kings("w - 1,1 -0,0 0,0 0,0 1 {d=0}"), "field 5"},
          {Kings("w - 1,1 +1,1 0,0 0,0 1 {d=0}"), "field 5"},
          {Kings("w - 1,1 99999999999999999999,0 0,0 0,0 1 {d=0}"), "field 5"},
          {Kings("w - 1,1 0,0 -1,0 0,0 1 {xf=undo=1;d=0}"), "field 6"},
          {Kings("w - 1,1 0,0 0 0,0 1 {d=0}"), "field 6"},
          {Kings("w - 1,1 0,0 0,0 2,0 1 {xf=newborn;d=0}"), "field 7"},
          {Kings("w - 1,1 0,0 0,0 - 1 {d=0}"), "field 7"},
          {Kings("w - 1,1 0,0 0,0 0,0 01 {d=0}"), "field 8"},
          {Kings("w - 1,1 0,0 0,0 0,0 x {d=0}"), "field 8"},
          {Kings("w - 1,1 0,0 0,0 0,0 1 {d=0;clok=1,2}"),
           "unknown item 'clok' (did you mean clock? known: xf, pass, d, tc, clock)"},
          // These boards are invalid.
          {"7k/8/8/8/8/8/K7" + rest, "8 ranks"},
          {"7k/8/8/8/8/8/8/8/K7" + rest, "8 ranks"},
          {"7k/8/8/7/8/8/8/K7" + rest, "rank 5"},
          {"7k/8/8/9/8/8/8/K7" + rest, "rank 5"},
          {"7k/8/8/8/10/8/8/K7" + rest, "rank 4"},
          {"7k/8/44/8/8/8/8/K7" + rest, "rank 6"},
          {"7k/8/08/8/8/8/8/K7" + rest, "rank 6"},
          {"7k/8/8/0PPPPPPPP/8/8/8/K7" + rest, "rank 5"},
          {"7k/8/8/3x4/8/8/8/K7" + rest, "rank 5"},
          {"7k/8/8/8/3m4/8/8/K7" + rest, "rank 4"},
          {"9k/10/10/55/10/10/10/K9" + rest, "rank 5"},
          {"9k/10/10/11/10/10/10/K9" + rest, "rank 5"},
          {"9k/10/10/010/10/10/10/K9" + rest, "rank 5"},
          // These boards have five and eleven files.
          {"4k/5/5/5/5/5/5/K4" + rest, "field 1"},
          {"k9n/Q9q/Q9q/Q9q/Q9q/Q9q/Q9q/K9n" + rest, "field 1"},
      },
      ErrorReason::kBadFen);
}

TEST(ChpokFen, F2_BadItemsAreRefused) {
  for (const char* items :
       {"{}", "{d=0", "d=0}", "{d=0}}", "{d=0;}", "{;d=0}", "{d=0;;tc=5+0}", "{ d=0}", "{d=0;d=0}",
        "{tc=5+0;tc=5+0}", "{xf=hill;xf=hill;d=0}", "{e=0}", "{d}", "{D=0}",
        // The items are in the wrong order.
        "{d=0;xf=hill}", "{tc=5+0;d=0}", "{d=0;clock=1,1;tc=5+0}", "{d=0;pass=1}",
        // The item d is invalid.
        "{d=}", "{d=x}", "{d=01}", "{d=-0}", "{d=+0}", "{d=0,}", "{d=,0}", "{d=0*}", "{d=*1}",
        "{d=0*0}", "{d=0*01}", "{d=0*-1}", "{d=0*1*1}", "{d=99999999999999999999}",
        // The features are invalid.
        "{xf=;d=0}", "{xf=-;d=0}", "{xf=hill,;d=0}", "{xf=hill,hill;d=0}", "{xf=width=8;d=0}",
        "{xf=width=9;d=0}", "{xf=Hill;d=0}", "{xf=hills;d=0}", "{xf=hill=1;d=0}", "{xf=undo;d=0}",
        "{xf=moves=9;d=0}", "{xf=moves=889;d=0}", "{xf=moves=010;d=0}", "{xf=undo=6;d=0}",
        "{xf=castlings=6;d=0}", "{xf=castlings=-1;d=0}", "{xf=points=123456;d=0}",
        "{xf=points=12345678;d=0}", "{xf=points=123456x;d=0}", "{xf=points=;d=0}",
        "{xf=undo=1,undo=2;d=0}", "{xf=hill racing;d=0}",
        // Other items are invalid.
        "{pass=0;d=0}", "{pass=2;d=0}", "{pass;d=0}", "{d=0;tc=5}", "{d=0;tc=0+0}", "{d=0;tc=05+0}",
        "{d=0;tc=5+00}", "{d=0;tc=5+-1}", "{d=0;tc=5,0}", "{d=0;tc=5+0;clock=1}",
        "{d=0;tc=5+0;clock=-1,0}", "{d=0;tc=5+0;clock=01,0}", "{d=0;tc=5+0;clock=1,2,3}"}) {
    EXPECT_THAT(ReadFen("chpok", Kings(StrCat("w - 1,1 0,0 0,0 0,0 1 ", items))),
                Fails(ErrorReason::kBadFen, ""))
        << items;
  }
  EXPECT_THAT(ReadFen("chpok", Kings("w - 1,1 0,0 0,0 0,0 1 {d=0} x")),
              Fails(ErrorReason::kBadFen, ""));
  EXPECT_THAT(ReadFen("chpok", Kings("w - 1,1 0,0 0,0 0,0 1{d=0}")),
              Fails(ErrorReason::kBadFen, ""));
}

TEST(ChpokFen, P26_DifferencesMustFitTheMoveNumberAndThePoints) {
  for (const char* fields : {
           // There are more values than moves of Black plus 1.
           "w - 1,1 0,0 0,0 0,0 1 {d=0*2}",
           "w - 1,1 0,0 0,0 0,0 5 {d=0*6}",
           // There are more than 21 values.
           "w - 1,1 0,0 0,0 0,0 60 {d=0*22}",
           "w - 1,1 0,0 0,0 0,0 60 {d=0*1000000}",
           // The last value differs from the points with White to move.
           "w - 1,1 3,1 0,0 0,0 5 {d=0*4,1}",
           "w - 1,1 0,0 0,0 0,0 5 {d=0*4,-1}",
           // The value d(0) is not 0.
           "w - 1,1 2,0 0,0 0,0 1 {d=2}",
           "b - 1,1 2,0 0,0 0,0 1 {d=1}",
       }) {
    ExpectInvalid(Kings(fields));
  }
  // With Black to move, White has moved since the last value.
  EXPECT_THAT(ReadFen("chpok", Kings("b - 1,1 3,1 0,0 0,0 5 {d=0*4,1}")), IsOk());
}

TEST(ChpokFen, F2_ImpossibleRightsAreRefused) {
  ExpectAllRefused(
      {
          {Kings("w - 2,1 0,0 0,0 0,0 1 {d=0}"), ""},
          {Kings("w - 1,2 0,0 0,0 0,0 1 {d=0}"), ""},
          {Kings("w - 1,0 0,0 0,0 0,0 1 {xf=castlings=0;d=0}"), ""},
          {Kings("w - 1,4 0,0 0,0 0,0 1 {xf=castlings=3;d=0}"), ""},
          {Kings("w - 1,1 0,0 1,0 0,0 1 {d=0}"), ""},
          {Kings("w - 1,1 0,0 2,3 0,0 1 {xf=undo=2;d=0}"), ""},
          {Kings("w - 1,1 0,0 0,0 1,0 1 {d=0}"), ""},
          {Kings("w - 1,1 0,0 0,0 0,1 1 {xf=hill;d=0}"), ""},
      },
      ErrorReason::kImpossiblePosition);
  EXPECT_THAT(ReadFen("chpok", Kings("w - 0,3 0,0 0,2 0,1 1 {xf=undo=2,castlings=3,newborn;d=0}")),
              IsOk());
}

TEST(ChpokFen, F2_ImpossibleBoardsAreRefused) {
  const std::string rest = " w - 1,1 0,0 0,0 0,0 1 {d=0}";
  ExpectAllRefused(
      {
          {"8/8/8/8/8/8/8/8" + rest, "king"},
          {"q7/8/8/8/8/8/8/Q7" + rest, "king"},
          {"P6k/8/8/8/8/8/8/K7" + rest, "a8"},
          {"7k/8/8/8/8/8/8/K2p4" + rest, "d1"},
          {"9k/10/10/10/10/10/10/K8p" + rest, "j1"},
      },
      ErrorReason::kImpossiblePosition);
  // A pawn can be on its own home row.
  EXPECT_THAT(ReadFen("chpok", "p6k/8/8/8/8/8/8/K6P" + rest), IsOk());
}

// A forced pass is only possible if the side that made it cannot move on this board (P23).
// The JavaScript verifier refused these positions, and `arbiter verify` read them.
TEST(ChpokFen, F2_PositionsAfterTheLastMoveAreRefused) {
  EXPECT_THAT(ReadFen("chpok", Kings("w - 1,1 0,0 0,0 0,0 889 {d=0}")), IsOk());
  EXPECT_THAT(ReadFen("chpok", Kings("b - 1,1 0,0 0,0 0,0 10 {xf=moves=10;d=0}")), IsOk());
  ExpectAllRefused(
      {
          {Kings("b - 1,1 0,0 0,0 0,0 889 {d=0}"), "the game ends after 888 moves"},
          {Kings("w - 1,1 0,0 0,0 0,0 890 {d=0}"), "the game ends after 888 moves"},
          {Kings("b - 1,1 0,0 0,0 0,0 11 {xf=moves=10;d=0}"), "the game ends after 10 moves"},
          {Kings("w - 1,1 0,0 0,0 0,0 12 {xf=moves=10;d=0}"), "the game ends after 10 moves"},
      },
      ErrorReason::kImpossiblePosition);
}

TEST(ChpokFen, F2_ImpossiblePassesAreRefused) {
  const char* const kBlocked = "7k/8/8/8/p7/P7/8/K7";
  for (const char* fen : {
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {pass=1;d=0}",
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 2 {pass=1;d=0*2}",
           "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b e3 1,1 0,0 0,0 0,0 1 {pass=1;d=0}",
       }) {
    EXPECT_THAT(ReadFen("chpok", fen), Fails(ErrorReason::kImpossiblePosition, "pass=1")) << fen;
  }
  // Both kings have moves.
  EXPECT_THAT(ReadFen("chpok", StrCat(kBlocked, " w - 1,1 0,0 0,0 0,0 2 {pass=1;d=0*2}")),
              Fails(ErrorReason::kImpossiblePosition, "Black had to pass"));
}

TEST(ChpokFen, F2_ImpossibleEnPassantSquaresAreRefused) {
  const std::string rest = " 1,1 0,0 0,0 0,0 2 {d=0*2}";
  ExpectAllRefused(
      {
          {"7k/8/8/4p3/8/8/8/K7 w d6" + rest, "d6"},    // There is no pawn.
          {"7k/8/8/3P4/8/8/8/K7 w d6" + rest, "d6"},    // The pawn is White's.
          {"7k/8/8/3n4/8/8/8/K7 w d6" + rest, "d6"},    // The piece is not a pawn.
          {"7k/8/3N4/3p4/8/8/8/K7 w d6" + rest, "d6"},  // The square is occupied.
          {"7k/3n4/8/3p4/8/8/8/K7 w d6" + rest, "d6"},  // The pawn's origin is occupied.
          {"7k/8/8/8/3P4/8/8/K7 w d3" + rest, "d3"},    // The pawn is that of the side to move.
          {"7k/8/8/3p4/8/8/8/K7 w d5" + rest, "d5"},    // The rank is wrong.
          {"7k/8/8/3p4/8/8/8/K7 b d6" + rest, "d6"},    // The wrong side is to move.
          {"7k/8/8/8/3P4/8/3N4/K7 b d3" + rest, "d3"},
      },
      ErrorReason::kImpossiblePosition);
  ExpectInvalid("7k/8/8/3p4/8/8/8/K7 w d6 1,1 0,0 0,0 0,0 2 {xf=noenpassant;d=0*2}");
}

// After the last bid the state is that of a board, which has no bidding text.
TEST(ChpokFen, P27_ABiddingWithoutChipsIsRefused) {
  ExpectInvalid(
      "bidding turn=challenger chips=0,0 white=1,1:challenger time=0,0:- home=0,0:RNBQKBNR "
      "xf=0,0:- ply=2");
}

TEST(ChpokFen, P26_APositionWithOneKingIsAFinishedGame) {
  const std::pair<const char*, Result> finished[] = {
      {"7k/8/8/8/8/8/8/Q7 w - 1,1 0,1000 0,0 0,0 9 {d=0*8,-1000}", Result::kBlackWins},
      {"8/8/8/8/8/8/8/K7 b - 1,1 1000,0 0,0 0,0 9 {d=0*9}", Result::kWhiteWins},
      {"8/8/8/8/8/8/8/K7 b - 1,1 1000,1000 0,0 0,0 9 {d=0*8,-1000}", Result::kDraw},
      {"8/8/8/8/8/8/8/K7 b - 1,1 1000,1001 0,0 0,0 9 {d=0*8,-1001}", Result::kBlackWins},
  };
  for (const auto& [fen, result] : finished) {
    const auto game = GameAt("chpok", fen);
    ExpectEnd(*game, result, Termination::kKingCaptured, "P17");
    EXPECT_THAT(LegalOf(*game), IsEmpty()) << fen;
    EXPECT_EQ(FenOf(*game), fen);
  }
}

// Play never leads beyond the limits of the points. Only running out of time leads below the lower
// limit.
TEST(ChpokFen, F2_PointsAreBounded) {
  for (const char* points : {"100000000,0", "-100005000,100000000"}) {
    EXPECT_THAT(ReadFen("chpok", StrCat("7k/8/8/8/8/8/8/K7 w - 1,1 ", points, " 0,0 0,0 2")),
                IsOk())
        << points;
  }
  for (const char* points : {"100000001,0", "0,100005000", "-100005001,0"}) {
    EXPECT_THAT(ReadFen("chpok", StrCat("7k/8/8/8/8/8/8/K7 w - 1,1 ", points, " 0,0 0,0 2")),
                Fails(ErrorReason::kBadFen, "must be two numbers"))
        << points;
  }
  // Running out of time can lead below the limit of play only once.
  const auto lost = GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 -100005000,0 0,0 0,0 2");
  Play(*lost, {"timeout"});
  EXPECT_THAT(ReadFen("chpok", FenOf(*lost)), IsOk()) << FenOf(*lost);
}

}  // namespace
}  // namespace arbiter
