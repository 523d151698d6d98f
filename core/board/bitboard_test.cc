#include "core/board/bitboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/board/attacks.h"
#include "core/board/board.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Chess = Geometry<8, 8>;
using Wide = Geometry<9, 9>;

template <typename G>
std::vector<std::string> Texts(const Bitboard<G>& squares) {
  std::vector<std::string> texts;
  for (const Square<G> square : squares) texts.push_back(ToString(square));
  return texts;
}

template <typename G>
Bitboard<G> SetOf(std::initializer_list<const char*> texts) {
  Bitboard<G> squares;
  for (const char* text : texts) squares.Set(*ParseSquare<G>(text));
  return squares;
}

TEST(Square, C1_FilesAreLettersAndRanksNumbers) {
  EXPECT_EQ(ToString(Square<Wide>(0)), "a1");
  EXPECT_EQ(ToString(Square<Wide>(80)), "i9");
  EXPECT_EQ(ParseSquare<Chess>("h8"), Square<Chess>(63));
  for (const char* text : {"", "a", "i1", "a9", "a0", "A1", "1a", "a1 ", "`1"}) {
    EXPECT_FALSE(ParseSquare<Chess>(text)) << text;
  }
  EXPECT_EQ(ToString(ParseSquare<Wide>("c2")->flipped()), "c8");
  EXPECT_EQ(ParseSquare<Wide>("c2")->rank_for(Color::kBlack), 7);
}

TEST(Bitboard, HoldsSquaresOfBothWords) {
  Bitboard<Wide> squares = SetOf<Wide>({"i9", "a1", "b8", "a8"});
  EXPECT_EQ(squares.size(), 4);
  EXPECT_THAT(Texts(squares), ElementsAre("a1", "a8", "b8", "i9"));
  EXPECT_EQ(ToString(squares.First()), "a1");
  EXPECT_EQ(ToString(squares.Last()), "i9");
  EXPECT_EQ(ToString(squares.PopFirst()), "a1");
  EXPECT_EQ(ToString(squares.PopFirst()), "a8");
  squares.Reset(*ParseSquare<Wide>("b8"));
  EXPECT_THAT(Texts(squares), ElementsAre("i9"));
  EXPECT_TRUE((squares - squares).empty());
}

TEST(Bitboard, CombinesAsSets) {
  const auto left = SetOf<Wide>({"a1", "i9"});
  const auto right = SetOf<Wide>({"i9", "e5"});
  EXPECT_THAT(Texts(left & right), ElementsAre("i9"));
  EXPECT_THAT(Texts(left | right), ElementsAre("a1", "e5", "i9"));
  EXPECT_THAT(Texts(left ^ right), ElementsAre("a1", "e5"));
  EXPECT_THAT(Texts(left - right), ElementsAre("a1"));
}

TEST(Attacks, RaysEndAtTheFirstOccupiedSquare) {
  const Square<Chess> from = *ParseSquare<Chess>("d4");
  EXPECT_THAT(Texts(RookAttacks<Chess>(from, SetOf<Chess>({"d6", "b4", "d3"}))),
              ElementsAre("d3", "b4", "c4", "e4", "f4", "g4", "h4", "d5", "d6"));
}

TEST(Attacks, BetweenIsWhatLiesInside) {
  const auto between = [](const char* from, const char* to) {
    return Texts(Between<Wide>(*ParseSquare<Wide>(from), *ParseSquare<Wide>(to)));
  };
  EXPECT_THAT(between("e5", "e9"), ElementsAre("e6", "e7", "e8"));
  EXPECT_THAT(between("g7", "e5"), ElementsAre("f6"));
  EXPECT_THAT(between("e5", "e6"), IsEmpty());
  EXPECT_THAT(between("e5", "f7"), IsEmpty());
}

TEST(Attacks, LeapersStayOnTheBoardAndTurnWithTheColour) {
  constexpr Step kForward[] = {{0, 1}};
  const Square<Chess> e4 = *ParseSquare<Chess>("e4");
  EXPECT_THAT(Texts(LeaperTables<Chess>(kForward)[0][e4.index()]), ElementsAre("e5"));
  EXPECT_THAT(Texts(LeaperTables<Chess>(kForward)[1][e4.index()]), ElementsAre("e3"));
  EXPECT_THAT(Texts(LeaperTable<Chess>(kKnightSteps)[0]), ElementsAre("c2", "b3"));
}

enum class Kind : uint8_t { kKing, kRook, kCount };

TEST(Board, KeepsMailboxSetsAndKeyInStep) {
  const Square<Chess> e4 = *ParseSquare<Chess>("e4");
  Board<Chess, Kind> board;
  const uint64_t empty = board.key();
  board.Put(e4, {Kind::kRook, Color::kBlack});
  EXPECT_EQ(board.At(e4), (Piece<Kind>{Kind::kRook, Color::kBlack}));
  EXPECT_TRUE(board.Of(Color::kBlack, Kind::kRook).Has(e4));
  EXPECT_TRUE(board.Of(Color::kWhite).empty());
  EXPECT_NE(board.key(), empty);
  Board<Chess, Kind> other;
  other.Put(e4, {Kind::kRook, Color::kWhite});
  EXPECT_NE(other.key(), board.key());
  EXPECT_FALSE(other == board);
  board.Remove(e4);
  EXPECT_TRUE(board.IsEmpty(e4));
  EXPECT_EQ(board.key(), empty);
}

}  // namespace
}  // namespace arbiter
