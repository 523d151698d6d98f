// The plain reading of Chpok's board phase, that the real one is compared with, against the rows
// of another plain model, and where no row goes.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/plain_chpok/game.h"
#include "tests/plain_chpok/perft.h"
#include "tests/support/jsonl.h"
#include "tests/support/random_play.h"

namespace arbiter::testing::plain_chpok {
namespace {

using google::protobuf::Struct;
using google::protobuf::Value;

std::vector<Struct> Rows(const std::string& kind) {
  return ReadJsonLines("core/variants/chpok/testdata/" + kind + ".jsonl");
}

TEST(PlainChpokTest, LegalRows) {
  for (const Struct& row : Rows("legal")) {
    const std::string fen = Text(row, "fen");
    const auto game = Game::FromFen(fen, false);
    ASSERT_TRUE(game) << fen;
    EXPECT_EQ(game->Legal(), Texts(row, "legal")) << fen;
    EXPECT_EQ(game->Fen(), fen);
  }
}

// Of the i-th action of a row; -1 where none is reported.
int64_t ElapsedMs(const Struct& row, int i) {
  const Value& all = Field(row, "ms");
  if (!all.has_list_value()) return -1;
  const Value& value = all.list_value().values(i);
  return value.has_number_value() ? static_cast<int64_t>(value.number_value()) : -1;
}

TEST(PlainChpokTest, GameRows) {
  for (const Struct& row : Rows("games")) {
    const std::vector<std::string> actions = Texts(row, "actions");
    const std::vector<std::string> fens = Texts(row, "fens");
    const std::vector<std::string> claims = Texts(row, "claims");
    auto game = Game::FromFen(Text(row, "fen"), Text(row, "draw_policy") == "automatic");
    ASSERT_TRUE(game) << Text(row, "fen");
    ASSERT_EQ(game->Fen(), Text(row, "fen"));
    for (size_t i = 0; i < actions.size(); ++i) {
      ASSERT_FALSE(game->Ended()) << game->Fen();
      const std::string before = game->Fen();
      ASSERT_TRUE(game->Play(actions[i], ElapsedMs(row, static_cast<int>(i))))
          << actions[i] << " in " << before;
      ASSERT_EQ(game->Fen(), fens[i]) << actions[i] << " in " << before;
      ASSERT_EQ(game->Claims(), claims[i]) << fens[i];
    }
    ASSERT_TRUE(game->Ended()) << game->Fen();
    EXPECT_EQ(game->Ended()->result, Text(row, "result")) << game->Fen();
    EXPECT_EQ(game->Ended()->termination, Text(row, "termination")) << game->Fen();
  }
}

// A game whose FEN is known to be one.
Game From(const std::string& fen, bool automatic = false) {
  auto game = Game::FromFen(fen, automatic);
  EXPECT_TRUE(game) << fen;
  return *game;
}

// `WHITE_WINS HILL`, or nothing while the game goes on.
std::string EndText(const Game& game) {
  return game.Ended() ? game.Ended()->result + " " + game.Ended()->termination : "";
}

TEST(PlainChpokTest, EndsThatAPositionShows) {
  EXPECT_EQ(EndText(From("6/6/6/6/6/6/6/K5 w - 1,1 0,7 0,0 0,0 1 {d=0}")),
            "BLACK_WINS KING_CAPTURED");
  const Game past = From("k5/6/6/6/6/6/6/K5 w - 1,1 3,3 0,0 0,0 11 {xf=moves=10;d=0*11}");
  EXPECT_EQ(EndText(past), "DRAW POINTS");
  EXPECT_TRUE(past.Legal().empty());
}

// P20: a king captured by the move that reaches the hill is not paid twice.
TEST(PlainChpokTest, HillPaysForEveryKingOnce) {
  Game game = From("k7/8/8/3k4/3K4/8/8/8 w - 1,1 0,0 0,0 0,0 1 {xf=hill;d=0}");
  ASSERT_TRUE(game.Play("d4d5"));
  EXPECT_EQ(game.Points(kWhite), 2001);
  EXPECT_EQ(EndText(game), "WHITE_WINS HILL");
}

// P23, from a FEN that says that the last ply was a forced pass.
TEST(PlainChpokTest, SecondForcedPassEndsTheGame) {
  const std::string board = "4pk/4pb/4p1/4P1/1p4/1P4/BP4/KP4 b - 0,0 3,5 0,0 0,0 7 ";
  Game game = From(board + "{pass=1;d=0*6,-2}");
  ASSERT_TRUE(game.Play("0000"));
  EXPECT_EQ(EndText(game), "BLACK_WINS BLOCKED");
  game = From(board + "{d=0*6,-2}");
  ASSERT_TRUE(game.Play("0000"));
  EXPECT_EQ(EndText(game), "");
}

// Two kings that go to and fro on their home rows.
void PlayMoves(Game& game, int moves) {
  for (int i = 0; i < moves; ++i) {
    const bool back = game.Now().ranks[0][0] == kEmpty;
    ASSERT_TRUE(game.Play(back ? "b1a1" : "a1b1"));
    ASSERT_TRUE(game.Play(back ? "g8h8" : "h8g8"));
  }
}

// P18: a draw needs 20 values of d, a win 21.
TEST(PlainChpokTest, ClaimsNeedKnownHistory) {
  for (const bool level : {true, false}) {
    const std::string points = level ? "4,4" : "5,4";
    Game game = From("7k/8/8/8/8/8/8/K7 w - 1,1 " + points + " 0,0 0,0 30");
    EXPECT_EQ(game.Fen(), "7k/8/8/8/8/8/8/K7 w - 1,1 " + points + " 0,0 0,0 30");
    PlayMoves(game, 19);
    EXPECT_EQ(game.Claims(), "");
    PlayMoves(game, 1);
    EXPECT_EQ(game.Claims(), level ? "d" : "");
    PlayMoves(game, 1);
    EXPECT_EQ(game.Claims(), level ? "d" : "w");
    EXPECT_FALSE(game.Play("black:claim win"));
    EXPECT_EQ(game.Play("black:claim draw"), level);
    EXPECT_EQ(game.Play("claim win"), !level);
    EXPECT_EQ(EndText(game), level ? "DRAW DRAW_CLAIMED" : "WHITE_WINS WIN_CLAIMED");
  }
}

// P18: `automatic` waits for a Black move.
TEST(PlainChpokTest, AutomaticClaimsAreLookedAtAfterBlacksMove) {
  Game game = From("7k/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 30 {d=0*21}", true);
  EXPECT_EQ(game.Claims(), "d");
  EXPECT_EQ(EndText(game), "");
  ASSERT_TRUE(game.Play("h8g8"));
  EXPECT_EQ(EndText(game), "DRAW DRAW_CLAIMED");
}

// P6, P24
TEST(PlainChpokTest, TimeoutsAreConfirmedByTrackedClocks) {
  const std::string fen = "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+2;clock=1000,900}";
  Game game = From(fen);
  EXPECT_FALSE(game.Play("timeout"));
  EXPECT_FALSE(game.Play("timeout", 999));
  EXPECT_FALSE(game.Play("black:timeout", 1000));
  EXPECT_EQ(game.Fen(), fen);
  ASSERT_TRUE(game.Play("timeout", 1000));
  EXPECT_EQ(EndText(game), "BLACK_WINS TIMEOUT");
  EXPECT_EQ(game.Points(kWhite), -5000);

  // No time left is not below zero.
  game = From(fen);
  ASSERT_TRUE(game.Play("a1b1", 1000));
  EXPECT_EQ(game.Now().clocks->at(kWhite), 2000);
  ASSERT_TRUE(game.Play("h8g8", 901));
  EXPECT_EQ(EndText(game), "WHITE_WINS TIMEOUT");
  EXPECT_EQ(game.Now().ranks[7], ".......k");

  // Believed where no clocks are tracked.
  game = From("7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}");
  ASSERT_TRUE(game.Play("black:timeout", 5));
  EXPECT_EQ(EndText(game), "WHITE_WINS TIMEOUT");
}

// P19: two plies must stand on the record.
TEST(PlainChpokTest, UndoNeedsTwoPlies) {
  Game game = From("7k/8/8/8/8/8/8/K7 w - 1,1 0,0 1,1 0,0 5 {xf=undo=1;d=0*5}");
  EXPECT_FALSE(game.Play("undo"));
  ASSERT_TRUE(game.Play("a1b1"));
  EXPECT_FALSE(game.Play("undo"));
  ASSERT_TRUE(game.Play("h8g8"));
  EXPECT_TRUE(game.CanUndo());
  ASSERT_TRUE(game.Play("undo"));
  EXPECT_EQ(game.Fen(), "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,1 0,0 5 {xf=undo=1;d=0*5}");
  ASSERT_TRUE(game.Play("a1b1"));
  EXPECT_FALSE(game.CanUndo());
}

TEST(PlainChpokTest, RefusedActionsChangeNothing) {
  Game game = From("7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0}");
  const std::string fen = game.Fen();
  for (const char* action : {"", "a1a3", "a1", "h8g8", "white:a1b1", "white:undo", "undo", "0000",
                             "draw?", "claim draw", "claim win", "green:resign", "a1b1x"}) {
    EXPECT_FALSE(game.Play(action)) << action;
    EXPECT_EQ(game.Fen(), fen) << action;
  }
  ASSERT_TRUE(game.Play("resign"));
  EXPECT_FALSE(game.Play("a1b1"));
}

TEST(PlainChpokTest, PerftRows) {
  // All there are; with sanitizers only the smaller ones.
  const uint64_t most = kSanitizerSlowdown > 1 ? 1'000'000 : UINT64_MAX;
  for (const Struct& row : Rows("perft")) {
    const auto position = ReadFen(Text(row, "fen"));
    ASSERT_TRUE(position) << Text(row, "fen");
    int depth = 0;
    for (const Value& value : Field(row, "perft").list_value().values()) {
      ++depth;
      const auto leaves = static_cast<uint64_t>(value.number_value());
      if (leaves > most) break;
      EXPECT_EQ(Perft(*position, depth), leaves) << Text(row, "fen") << " depth " << depth;
    }
  }
}

}  // namespace
}  // namespace arbiter::testing::plain_chpok
