// Tests that forged snapshots of Chpok are refused, because anyone can compute the checksum (F3).
#include "core/game/snapshot.h"

#include <gtest/gtest.h>

#include <string>

#include "core/base/strings.h"
#include "core/variants/chpok/info.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::GamePtr;
using testing::IsOk;
using testing::Play;
using testing::StartOf;
using testing::VariantNamed;

const OptionMap kBoard = {{"skip_bidding", "true"}, {"features", "undo=1,skip"}};

GamePtr AfterFourPlies() {
  GamePtr game = StartOf("chpok", kBoard);
  Play(*game, {"e2e4", "e7e5", "0000", "d7d5"});
  return game;
}

// Returns the status of reading the snapshot after `change` has modified its data.
template <typename Change>
absl::Status ReadChanged(const Game& game, Change change) {
  const std::string snapshot = game.Snapshot();
  SnapshotData data = *DecodeSnapshot(snapshot);
  change(&data);
  return VariantNamed("chpok").FromSnapshot(EncodeSnapshot(data), {}).status();
}

TEST(ChpokSnapshot, F3_HoldsThePliesThatCanBeTakenBack) {
  const GamePtr game = AfterFourPlies();
  const std::string snapshot = game->Snapshot();
  const SnapshotData data = *DecodeSnapshot(snapshot);
  EXPECT_EQ(data.extra.substr(data.extra.find("first=")),
            "first=0,0,0,0,0,0,0,0,0,0;e2e4 e7e5 0000 d7d5 from "
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 "
            "{xf=undo=1,skip;d=0}");
  EXPECT_THAT(ReadChanged(*game, [](SnapshotData*) {}), IsOk());
}

TEST(ChpokSnapshot, F3_PliesThatDoNotLeadToThePositionAreRefused) {
  const GamePtr game = AfterFourPlies();
  // A part of the text and its replacement.
  const std::pair<const char*, const char*> changes[] = {
      {"0000 d7d5", "0000 d7d6"},     // Another ply.
      {"e2e4 e7e5", "e2e5 e7e5"},     // An illegal ply.
      {"d7d5 from", "d7d5from"},      // No space.
      {"e7e5 0000", "0000"},          // A missing ply.
      {" from ", " "},                // No first position.
      {"first=0", "first=x"},         // Not a number.
      {"first=0,0", "first=1,0"},     // Other points.
      {"points=0,", "points=0"},      // Too few sources.
      {"w - 1,1 0,0 0,0", "w - 1,1"}  // Not a FEN.
  };
  for (const auto& [from, to] : changes) {
    std::string changed;
    const absl::Status status = ReadChanged(*game, [&, from = from, to = to](SnapshotData* data) {
      ASSERT_NE(data->extra.find(from), std::string::npos) << from;
      changed = ReplaceAll(data->extra, {{from, to}});
      data->extra = changed;
    });
    EXPECT_THAT(status, Fails(ErrorReason::kBadSnapshot, "")) << from << " -> " << to;
  }
}

// If the space after the pass is missing, parsing must not read the same pass forever.
TEST(ChpokSnapshot, F3_APassWithoutASpaceIsRefused) {
  const GamePtr game = AfterFourPlies();
  std::string changed;
  const absl::Status status = ReadChanged(*game, [&changed](SnapshotData* data) {
    changed = ReplaceAll(data->extra, {{"e2e4 e7e5 0000 d7d5 from", "0000from"}});
    data->extra = changed;
  });
  EXPECT_THAT(status, Fails(ErrorReason::kBadSnapshot, ""));
}

TEST(ChpokSnapshot, F3_AnEndThatNoActionCanBringIsRefused) {
  const GamePtr game = AfterFourPlies();
  const End ends[] = {
      {Result::kDraw, Termination::kDrawAgreed, "C14"},    // Draws cannot be agreed (P17).
      {Result::kWhiteWins, chpok::kWinClaimedEnd, "P18"},  // The claim is not rightful.
      {Result::kWhiteWins, Termination::kTimeout, "P24"},  // The points are level.
      {Result::kFirstPlayerWins, Termination::kResignation, "C7"},
  };
  for (const End& end : ends) {
    const absl::Status status =
        ReadChanged(*game, [&end](SnapshotData* data) { data->controls.end = end; });
    EXPECT_THAT(status, Fails(ErrorReason::kBadSnapshot, "")) << static_cast<int>(end.termination);
  }
}

}  // namespace
}  // namespace arbiter
