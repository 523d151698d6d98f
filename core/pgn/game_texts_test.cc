#include "core/pgn/game_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "tests/support/status.h"

namespace arbiter::pgn {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::IsOk;

std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> games;
  EXPECT_THAT(SplitGames(
                  text, [] { return absl::OkStatus(); },
                  [&games](std::string_view game) {
                    games.emplace_back(game);
                    return absl::OkStatus();
                  }),
              IsOk());
  return games;
}

TEST(PgnSplit, AGameEndsAfterItsResultOrBeforeTheTagsOfTheNext) {
  EXPECT_THAT(
      Split("[Event \"a\"]\n\n1. e4 e5 1-0\n\n\n[Event \"b\"]\n\n1. a4\n\n[Event \"c\"]\n*\n"),
      ElementsAre("[Event \"a\"]\n\n1. e4 e5 1-0", "[Event \"b\"]\n\n1. a4", "[Event \"c\"]\n*"));
  EXPECT_THAT(Split("e4 * a4 0-1"), ElementsAre("e4 *", " a4 0-1"));
}

TEST(PgnSplit, AGameWithAFaultDoesNotTakeTheNextOne) {
  EXPECT_THAT(Split("[Event \"a\"]\ne4 {not closed\n[Event \"b\"]\nnonsense (\n[Event \"c\"]\n*"),
              ElementsAre("[Event \"a\"]\ne4 {not closed", "[Event \"b\"]\nnonsense (",
                          "[Event \"c\"]\n*"));
}

TEST(PgnSplit, TagsOfAGameWithoutMovesStayTogether) {
  EXPECT_THAT(Split("[Event \"a\"]\n\n[Site \"x\"]\n[bad\n[Event \"b\"]\n\n*"),
              ElementsAre("[Event \"a\"]", "[Site \"x\"]\n[bad\n[Event \"b\"]\n\n*"));
}

TEST(PgnSplit, WhatFollowsTheLastGameIsDropped) {
  EXPECT_THAT(Split("e4 *\n\n; the end\n{no game}\n"), ElementsAre("e4 *"));
  EXPECT_THAT(Split(" \n{no game}\n"), IsEmpty());
  EXPECT_THAT(Split(""), IsEmpty());
}

TEST(PgnSplit, LinearInTheLengthOfTheText) {
  // Each of these would take hours in quadratic time.
  constexpr size_t kCount = 100'000;
  std::string tags = "[A \"\"]\n\n";
  for (size_t i = 0; i < kCount; ++i) StrAppend(&tags, "[B", i, " \"\"]\n");
  // The second `A` takes the tags before it along.
  EXPECT_EQ(Split(StrCat(tags, tags)).size(), 3);
  std::string games;
  for (size_t i = 0; i < kCount; ++i) games += "[A \"\"]\n{\n";
  EXPECT_EQ(Split(games).size(), 1);
  games.clear();
  for (size_t i = 0; i < kCount; ++i) games += "\n[Event \"\"]\n{ (";
  EXPECT_EQ(Split(games).size(), kCount);
}

TEST(PgnSplit, ErrorsEndIt) {
  const auto stop = [] { return MakeError(ErrorReason::kCancelled, "stop"); };
  EXPECT_EQ(ReasonOf(SplitGames("* *", stop, [](std::string_view) { return absl::OkStatus(); })),
            ErrorReason::kCancelled);
  int games = 0;
  EXPECT_EQ(ReasonOf(SplitGames(
                "* *", [] { return absl::OkStatus(); },
                [&](std::string_view) {
                  ++games;
                  return stop();
                })),
            ErrorReason::kCancelled);
  EXPECT_EQ(games, 1);
}

}  // namespace
}  // namespace arbiter::pgn
