// Players in processes of their own, here of the shell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/game/registry.h"
#include "core/rules/strings.h"
#include "tests/match/opening.h"
#include "tests/match/uci_player.h"
#include "tests/support/status.h"

namespace arbiter::match {
namespace {

using arbiter::testing::IsOk;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;

// An engine that tells on `go` the position it was given, and then does as `answer` says.
UciSetUp ShellEngine(const std::string& answer) {
  return {.command = StrCat("sh -c 'games=0; while read -r line; do case \"$line\" in "
                            "uci) echo \"option name Hash\"; echo uciok ;; "
                            "isready) echo readyok ;; "
                            "ucinewgame) games=$((games + 1)) ;; "
                            "position*) position=$line ;; "
                            "go*) echo \"info depth 7 seldepth 9 nodes 1234 pv a b\"; ",
                            answer, " ;; quit) exit ;; esac; done'"),
          .variant = "makruk",
          .limits = {.movetime = milliseconds(10)}};
}

struct Asked {
  Opening opening;
  absl::Status begun = absl::OkStatus();
  absl::StatusOr<Choice> choice = absl::UnknownError("not asked");
};

Asked Ask(UciPlayer& player) {
  Asked asked{.opening = *RandomOpening(**FindVariant("makruk"), 2, 1)};
  asked.begun = player.NewGame(1);
  if (asked.begun.ok()) {
    asked.choice =
        player.Choose({*asked.opening.game, asked.opening.start_fen, asked.opening.actions});
  }
  return asked;
}

TEST(UciProcessTest, SpeaksInLines) {
  const auto process = UciProcess::Start("sh -c 'read -r a; echo one; echo \"$a\"; read -r b'");
  ASSERT_THAT(process, IsOk());
  ASSERT_THAT((*process)->Send("hello there"), IsOk());
  const auto deadline = UciProcess::Clock::now() + seconds(30);
  EXPECT_EQ(*(*process)->ReadUntil("hello", deadline), "hello there");
}

TEST(UciProcessTest, SilenceAndEndAreUnavailable) {
  const auto silent = UciProcess::Start("sh -c 'read -r line; exit'");
  ASSERT_THAT(silent, IsOk());
  const auto soon = UciProcess::Clock::now() + milliseconds(20);
  EXPECT_EQ((*silent)->ReadLine(soon).status().message(), "the program is silent");
  const auto gone = UciProcess::Start("true");
  ASSERT_THAT(gone, IsOk());
  const auto late = UciProcess::Clock::now() + seconds(30);
  EXPECT_EQ((*gone)->ReadLine(late).status().message(), "the program has ended");
}

TEST(UciPlayerTest, SendsThePositionAndReadsTheAnswer) {
  UciPlayer player(ShellEngine("set -- $position; echo \"bestmove $4/${11}/$#\""));
  const Asked asked = Ask(player);
  ASSERT_THAT(asked.begun, IsOk());
  ASSERT_THAT(asked.choice, IsOk());
  // position fen <6 fields> moves <2 moves>
  const std::string board = asked.opening.start_fen.substr(0, asked.opening.start_fen.find(' '));
  EXPECT_EQ(asked.choice->action, StrCat("w/", asked.opening.actions[1], "/11")) << board;
  EXPECT_EQ(asked.choice->depth, 7);
  EXPECT_EQ(asked.choice->nodes, 1234u);
}

TEST(UciPlayerTest, ADeadEngineLosesAndIsStartedAgain) {
  // The first search of each process is for warming up.
  UciPlayer player(ShellEngine("[ $games = 0 ] || exit; echo bestmove a3a4"));
  for (int game = 0; game < 2; ++game) {
    const Asked asked = Ask(player);
    ASSERT_THAT(asked.begun, IsOk());
    EXPECT_EQ(asked.choice.status().code(), absl::StatusCode::kUnavailable);
  }
}

TEST(UciPlayerTest, AnEngineThatHasWorkedAndCannotBeStartedAgainLosesOn) {
  const std::string folder = ::testing::TempDir() + "arbiter_engine_that_starts_once";
  std::filesystem::remove(folder);
  UciSetUp set_up = ShellEngine("[ $games = 0 ] || exit; echo bestmove a3a4");
  set_up.command =
      StrCat("sh -c 'mkdir \"$0\" 2>/dev/null && exec \"$@\"' ", folder, " ", set_up.command);
  UciPlayer player(set_up);
  EXPECT_THAT(Ask(player).begun, IsOk());
  EXPECT_EQ(Ask(player).begun.code(), absl::StatusCode::kUnavailable);
  std::filesystem::remove(folder);
}

TEST(UciPlayerTest, AnEngineThatIsNoneEndsTheMatch) {
  UciPlayer player({.command = "true", .variant = "makruk"});
  const absl::Status status = player.NewGame(1);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("true"));
}

}  // namespace
}  // namespace arbiter::match
