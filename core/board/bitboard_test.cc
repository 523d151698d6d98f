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

TEST(Square, C1_FilesAreLettersAndRanksAreNumbers) {
  EXPECT_EQ(ToString(Square<Wide>(0)), "a1");
  EXPECT_EQ(ToString(Square<Wide>(80)), "i9");
  EXPECT_EQ(ParseSquare<Chess>("h8"), Square<Chess>(63));
  for (const char* text : {"", "a", "i1", "a9", "a0", "A1", "1a", "a1 ", "`1"}) {
    EXPECT_FALSE(ParseSquare<Chess>(text)) << text;
  }
  EXPECT_EQ(ToString(ParseSquare<Wide>("c2")->flipped()), "c8");
  EXPECT_EQ(ParseSquare<Wide>("c2")->rank_for(Color::kBlack), 7);
}

TEST(Bitboard, HoldsSquaresInBothWords) {
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

TEST(Bitboard, ContainsTheSquareThatItIsMadeFrom) {
  for (const char* square : {"a1", "a8", "b8", "i9"}) {
    const Bitboard<Wide> squares(*ParseSquare<Wide>(square));
    EXPECT_THAT(Texts(squares), ElementsAre(square));
  }
  EXPECT_THAT(Texts(Bitboard<Chess>(*ParseSquare<Chess>("h8"))), ElementsAre("h8"));
}

TEST(Bitboard, FlipsSquaresInBothWords) {
  Bitboard<Wide> squares = SetOf<Wide>({"a1", "i9"});
  for (const char* square : {"a1", "b1", "c8", "i9"}) squares.Flip(*ParseSquare<Wide>(square));
  EXPECT_THAT(Texts(squares), ElementsAre("b1", "c8"));
}

TEST(Bitboard, SupportsSetOperations) {
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

TEST(Attacks, RaysReachTheEdgeOfBothWords) {
  const Square<Wide> from = *ParseSquare<Wide>("c8");
  EXPECT_THAT(Texts(RookAttacks<Wide>(from, SetOf<Wide>({"c2", "e8"}))),
              ElementsAre("c2", "c3", "c4", "c5", "c6", "c7", "a8", "b8", "d8", "e8", "c9"));
  EXPECT_THAT(Texts(BishopAttacks<Wide>(from, SetOf<Wide>({"e6"}))),
              ElementsAre("a6", "e6", "b7", "d7", "b9", "d9"));
  EXPECT_EQ(BishopAttacks<Wide>(Square<Wide>(0), SetOf<Wide>({"i9"})).size(), 8);
}

TEST(Attacks, HopsContinueBeyondTheFirstOccupiedSquare) {
  const Square<Wide> from = *ParseSquare<Wide>("e5");
  const auto occupied = SetOf<Wide>({"e6", "e9", "e2", "e1", "c5", "i5", "h8", "i9", "a1"});
  // The straight hops lead over e6 as far as e9, over e2 to e1, and over c5 to the edge of the
  // board. The diagonal hop leads over h8 to i9. No square lies beyond i5 and a1, which are on the
  // edge.
  EXPECT_THAT(Texts(FourHops<Wide, 0>(from, occupied)),
              ElementsAre("e1", "a5", "b5", "e7", "e8", "e9"));
  EXPECT_THAT(Texts(FourHops<Wide, 1>(from, occupied)), ElementsAre("i9"));
  EXPECT_TRUE((FourHops<Wide, 0>(from, Bitboard<Wide>(from)).empty()));
}

TEST(Attacks, BetweenExcludesBothSquares) {
  const auto between = [](const char* from, const char* to) {
    return Texts(Between<Wide>(*ParseSquare<Wide>(from), *ParseSquare<Wide>(to)));
  };
  EXPECT_THAT(between("e5", "e9"), ElementsAre("e6", "e7", "e8"));
  EXPECT_THAT(between("g7", "e5"), ElementsAre("f6"));
  EXPECT_THAT(between("e5", "e6"), IsEmpty());
  EXPECT_THAT(between("e5", "f7"), IsEmpty());
}

TEST(Attacks, LeapersStayOnTheBoardAndAreMirroredForBlack) {
  constexpr Step kForward[] = {{0, 1}};
  const Square<Chess> e4 = *ParseSquare<Chess>("e4");
  EXPECT_THAT(Texts(LeaperTables<Chess>(kForward)[0][e4.index()]), ElementsAre("e5"));
  EXPECT_THAT(Texts(LeaperTables<Chess>(kForward)[1][e4.index()]), ElementsAre("e3"));
  EXPECT_THAT(Texts(LeaperTable<Chess>(kKnightSteps)[0]), ElementsAre("c2", "b3"));
}

enum class Kind : uint8_t { kKing, kRook, kCount };

TEST(Board, KeepsMailboxBitboardsAndKeyConsistent) {
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

TEST(Board, MovesAndCaptures) {
  const Square<Chess> e4 = *ParseSquare<Chess>("e4");
  const Square<Chess> e8 = *ParseSquare<Chess>("e8");
  Board<Chess, Kind> expected;
  expected.Put(e8, {Kind::kKing, Color::kBlack});
  for (const bool captures : {false, true}) {
    Board<Chess, Kind> board;
    board.Put(e4, {Kind::kRook, Color::kBlack});
    if (captures) board.Put(e8, {Kind::kRook, Color::kWhite});
    board.Move(e4, e8, Kind::kKing);
    EXPECT_TRUE(board == expected);
    EXPECT_EQ(board.key(), expected.key());
    EXPECT_EQ(board.Occupied(), Bitboard<Chess>(e8));
    EXPECT_EQ(board.Of(Color::kBlack, Kind::kKing), Bitboard<Chess>(e8));
    EXPECT_TRUE(board.Of(Kind::kRook).empty());
  }
}

// Snapshots store these keys, so the keys must never change.
TEST(Board, KeysAreNumberedByColourKindAndSquare) {
  Board<Chess, Kind> board;
  board.Put(Square<Chess>(3), {Kind::kRook, Color::kBlack});
  EXPECT_EQ(board.key(), Mix64((1 * 2 + 1) * 64 + 3));
  EXPECT_EQ(Mix64(195), 0x5bd22369c07a0949ULL);
}

}  // namespace
}  // namespace arbiter
