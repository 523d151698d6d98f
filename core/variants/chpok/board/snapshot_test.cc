// Snapshots of Chpok that somebody made himself: the checksum is no secret (F3).
#include <gtest/gtest.h>

#include <string>

#include "core/game/snapshot.h"
#include "core/rules/strings.h"
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

// What reading the snapshot says once `change` has been at its data.
template <typename Change>
absl::Status ReadChanged(const Game& game, Change change) {
  SnapshotData data = *DecodeSnapshot(game.Snapshot());
  change(&data);
  return VariantNamed("chpok").FromSnapshot(EncodeSnapshot(data), {}).status();
}

TEST(ChpokSnapshot, F3_HoldsThePliesThatCanBeTakenBack) {
  const GamePtr game = AfterFourPlies();
  const SnapshotData data = *DecodeSnapshot(game->Snapshot());
  EXPECT_EQ(data.extra.substr(data.extra.find("first=")),
            "first=0,0,0,0,0,0,0,0,0,0;e2e4 e7e5 0000 d7d5 from "
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 "
            "{xf=undo=1,skip;d=0}");
  EXPECT_THAT(ReadChanged(*game, [](SnapshotData*) {}), IsOk());
}

TEST(ChpokSnapshot, F3_PliesThatDoNotLeadHereAreRefused) {
  const GamePtr game = AfterFourPlies();
  // What stands in the text, and what instead.
  const std::pair<const char*, const char*> changes[] = {
      {"0000 d7d5", "0000 d7d6"},     // another way
      {"e2e4 e7e5", "e2e5 e7e5"},     // no legal ply
      {"d7d5 from", "d7d5from"},      // no blank between
      {"e7e5 0000", "0000"},          // plies are missing
      {" from ", " "},                // no position to begin with
      {"first=0", "first=x"},         // no points
      {"first=0,0", "first=1,0"},     // other points
      {"points=0,", "points=0"},      // too few sources
      {"w - 1,1 0,0 0,0", "w - 1,1"}  // no FEN
  };
  for (const auto& [from, to] : changes) {
    const absl::Status status = ReadChanged(*game, [&](SnapshotData* data) {
      ASSERT_NE(data->extra.find(from), std::string::npos) << from;
      data->extra = ReplaceAll(data->extra, {{from, to}});
    });
    EXPECT_THAT(status, Fails(ErrorReason::kBadSnapshot, "")) << from << " -> " << to;
  }
}

// A pass leads nowhere else, so that a text without end would never be used up.
TEST(ChpokSnapshot, F3_APassWithoutEndIsRefused) {
  const GamePtr game = AfterFourPlies();
  const absl::Status status = ReadChanged(*game, [](SnapshotData* data) {
    data->extra = ReplaceAll(data->extra, {{"e2e4 e7e5 0000 d7d5 from", "0000from"}});
  });
  EXPECT_THAT(status, Fails(ErrorReason::kBadSnapshot, ""));
}

TEST(ChpokSnapshot, F3_AnEndThatNoActionBringsIsRefused) {
  const GamePtr game = AfterFourPlies();
  const End ends[] = {
      {Result::kDraw, Termination::kDrawAgreed, "C14"},       // P17
      {Result::kWhiteWins, Termination::kWinClaimed, "P18"},  // not granted
      {Result::kWhiteWins, Termination::kTimeout, "P24"},     // points are level
      {Result::kFirstPlayerWins, Termination::kResignation, "C7"},
  };
  for (const End& end : ends) {
    const absl::Status status =
        ReadChanged(*game, [&end](SnapshotData* data) { data->agreements.end = end; });
    EXPECT_THAT(status, Fails(ErrorReason::kBadSnapshot, "")) << static_cast<int>(end.termination);
  }
}

}  // namespace
}  // namespace arbiter
