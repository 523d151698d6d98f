// Tests that a promoted pawn stays recognisable: ruling M13.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::GameAt;
using testing::IsOk;
using testing::Play;

// White's pawn can promote.
constexpr const char* kPromoting = "4k3/8/r7/4P3/8/8/8/R3K2M w - - 0 1";

std::string PychessFen(const Game& game) { return game.Fen(FenStyle::kPychess); }

std::string BoardOf(const std::string& fen) { return fen.substr(0, fen.find(' ')); }

testing::GamePtr FromSnapshot(const Game& game) {
  auto copy = testing::VariantNamed("makruk").FromSnapshot(game.Snapshot(), {});
  EXPECT_THAT(copy, IsOk());
  return *std::move(copy);
}

TEST(MakrukUpturned, M13_TheMarkMovesWithThePiece) {
  const auto game = GameAt("makruk", kPromoting);
  Play(*game, {"e5e6m"});
  EXPECT_EQ(BoardOf(PychessFen(*game)), "4k3/8/r3M~3/8/8/8/8/R3K2M");
  EXPECT_EQ(BoardOf(testing::FenOf(*game)), "4k3/8/r3M3/8/8/8/8/R3K2M");
  Play(*game, {"e8f8", "e6d5", "a6d6"});
  EXPECT_EQ(BoardOf(PychessFen(*game)), "5k2/8/3r4/3M~4/8/8/8/R3K2M");
  // The mark disappears with a capture and does not pass to the capturing piece.
  Play(*game, {"a1b1", "d6d5"});
  EXPECT_EQ(BoardOf(PychessFen(*game)), "5k2/8/8/3r4/8/8/8/1R2K2M");
}

TEST(MakrukUpturned, M13_BothFenStylesReadTheMark) {
  const std::string marked = "4k3/8/4m~3/4M3/8/8/8/R3K3 w - - 0 1";
  const auto game = GameAt("makruk", marked);
  EXPECT_EQ(PychessFen(*game), marked);
  EXPECT_EQ(testing::FenOf(*game), "4k3/8/4m3/4M3/8/8/8/R3K3 w - - 0 1");
  EXPECT_THAT(testing::ReadFen("makruk", "4k3/8/4R~3/8/8/8/8/4K3 w - - 0 1"),
              Fails(ErrorReason::kBadFen, std::string("'~' is not a piece")));
}

TEST(MakrukUpturned, M13_SnapshotsKeepTheMark) {
  const auto game = GameAt("makruk", kPromoting);
  Play(*game, {"e5e6m", "e8f8"});
  const auto copy = FromSnapshot(*game);
  EXPECT_EQ(PychessFen(*copy), PychessFen(*game));
  EXPECT_EQ(copy->Snapshot(), game->Snapshot());
  Play(*copy, {"e6d5"});
  EXPECT_EQ(BoardOf(PychessFen(*copy)), "5k2/8/r7/3M~4/8/8/8/R3K2M");
}

// The position is the same after a met and an upturned bia have changed places.
TEST(MakrukUpturned, M13_AnUpturnedBiaEqualsAMetInRepetition) {
  const auto game = GameAt("makruk", "k7/8/8/8/8/2M1M~3/8/K6R w - - 0 1");
  Play(*game, {"c3d2", "a8b8", "e3d4", "b8a8", "d2e3", "a8b8", "d4c3", "b8a8"});
  EXPECT_EQ(BoardOf(PychessFen(*game)), "k7/8/8/8/8/2M~1M3/8/K6R");
  EXPECT_EQ(game->Adjudicate().occurrences, 2);
}

TEST(MakrukUpturned, M13_BoardsShowTheUpturnedBia) {
  const BoardView view = GameAt("makruk", "4k3/8/4M~3/4M3/8/8/8/4K3 w - - 0 1")->View();
  const BoardView::Cell& upturned = view.cells[5 * 8 + 4];
  EXPECT_EQ(upturned.letter, 'M');
  EXPECT_EQ(upturned.shape, "bia-ngai");
  EXPECT_TRUE(upturned.promoted);
  EXPECT_EQ(view.cells[4 * 8 + 4].shape, "met");
  EXPECT_FALSE(view.cells[4 * 8 + 4].promoted);
}

TEST(MakrukUpturned, M13_AnUpturnedBiaHasItsOwnName) {
  const std::vector<MarkedPieceInfo>& marked = testing::VariantNamed("makruk").info().marked_pieces;
  ASSERT_EQ(marked.size(), 1u);
  EXPECT_EQ(marked.front().letters, "M~");
  EXPECT_EQ(marked.front().name.th, "เบี้ยหงาย");
}

}  // namespace
}  // namespace arbiter
