#include "core/board/board.h"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

using Geo = Geometry<9, 9>;
enum class Kind : uint8_t { kRook, kPawn, kCount };
using TestBoard = Board<Geo, Kind>;
constexpr Piece<Kind> kWhitePawn = {Kind::kPawn, Color::kWhite};
constexpr Piece<Kind> kBlackPawn = {Kind::kPawn, Color::kBlack};
constexpr Piece<Kind> kWhiteRook = {Kind::kRook, Color::kWhite};

TestBoard With(int first, Piece<Kind> one, int second, Piece<Kind> other) {
  TestBoard board;
  board.Put(Square<Geo>(first), one);
  board.Put(Square<Geo>(second), other);
  return board;
}

TEST(Board, TheKeyOfAKindDependsOnItsSquaresOnly) {
  const TestBoard board = With(3, kWhitePawn, 80, kWhiteRook);
  const auto key = [](const TestBoard& of) { return PlacementKey(of, Kind::kPawn); };
  EXPECT_EQ(key(board), key(With(3, kWhitePawn, 7, kWhiteRook)));
  EXPECT_NE(key(board), key(With(4, kWhitePawn, 80, kWhiteRook)));
  EXPECT_NE(key(board), key(With(3, kBlackPawn, 80, kWhiteRook)));
  EXPECT_NE(key(board), key(With(3, kWhitePawn, 80, kWhitePawn)));
}

TEST(Board, TheKeyOfTheMaterialDependsOnTheNumbersOnly) {
  const TestBoard board = With(3, kWhitePawn, 80, kWhiteRook);
  EXPECT_EQ(MaterialKey(board), MaterialKey(With(17, kWhiteRook, 40, kWhitePawn)));
  EXPECT_NE(MaterialKey(board), MaterialKey(With(3, kBlackPawn, 80, kWhiteRook)));
  EXPECT_NE(MaterialKey(board), MaterialKey(With(3, kWhitePawn, 80, kWhitePawn)));
}

TEST(Board, TheKeyAfterAMoveIsKnownBeforeIt) {
  const Square<Geo> from(3);
  const Square<Geo> empty(7);
  const Square<Geo> taken(80);
  for (const Square<Geo> to : {empty, taken}) {
    for (const Kind kind : {Kind::kPawn, Kind::kRook}) {
      TestBoard board = With(3, kBlackPawn, 80, kWhiteRook);
      const uint64_t key = board.KeyAfterMove(from, to, kind);
      board.Move(from, to, kind);
      EXPECT_EQ(key, board.key());
    }
  }
}

}  // namespace
}  // namespace arbiter
