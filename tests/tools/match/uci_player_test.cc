// Players in their own processes, which are shell scripts here.
#include "tests/tools/match/uci_player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/strings.h"
#include "core/game/registry.h"
#include "tests/support/status.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"
#include "tests/tools/match/opening.h"

namespace arbiter::match {
namespace {

using arbiter::testing::IsOk;
using std::chrono::milliseconds;
using ::testing::HasSubstr;

// Returns an engine that sends an `info` line on `go` and then runs `script`. The script can use
// $position, the last UCI command `position`, and $games, the number of games so far.
UciSetUp ShellEngine(const std::string& script) {
  return {.command = StrCat("sh -c 'games=0; while read -r line; do case \"$line\" in "
                            "uci) echo \"option name Hash\"; echo uciok ;; "
                            "isready) echo readyok ;; "
                            "ucinewgame) games=$((games + 1)) ;; "
                            "position*) position=$line ;; "
                            "go*) echo \"info depth 7 seldepth 9 nodes 1234 pv a b\"; ",
                            script, " ;; quit) exit ;; esac; done'"),
          .variant = "makruk",
          .limits = {.movetime = milliseconds(10)}};
}

struct FirstMove {
  Opening opening;
  absl::Status new_game = absl::OkStatus();
  absl::StatusOr<Choice> choice = absl::UnknownError("the game did not begin");
};

// Begins a game from a random opening and lets the player choose one action.
FirstMove PlayFirstMove(UciPlayer& player) {
  FirstMove move{.opening = *RandomOpening(**FindVariant("makruk"), 2, 1)};
  move.new_game = player.NewGame(1);
  if (move.new_game.ok()) {
    move.choice = player.Choose({*move.opening.game, move.opening.start_fen, move.opening.actions});
  }
  return move;
}

TEST(UciProcessTest, ExchangesLines) {
  const auto process = UciProcess::Start("sh -c 'read -r a; echo one; echo \"$a\"; read -r b'");
  ASSERT_THAT(process, IsOk());
  ASSERT_THAT((*process)->Send("hello there"), IsOk());
  const auto deadline = UciProcess::Clock::now() + testing::kPatience;
  EXPECT_EQ(*(*process)->ReadUntil("hello", deadline), "hello there");
}

TEST(UciProcessTest, TimeoutAndExitAreUnavailable) {
  const auto silent = UciProcess::Start("sh -c 'read -r line; exit'");
  ASSERT_THAT(silent, IsOk());
  const auto soon = UciProcess::Clock::now() + milliseconds(20);
  EXPECT_EQ((*silent)->ReadLine(soon).status().message(), "the program did not respond in time");
  const auto exited = UciProcess::Start("true");
  ASSERT_THAT(exited, IsOk());
  const auto late = UciProcess::Clock::now() + testing::kPatience;
  EXPECT_EQ((*exited)->ReadLine(late).status().message(), "the program has exited");
}

TEST(UciPlayerTest, SendsThePositionAndReadsTheResult) {
  UciPlayer player(ShellEngine("set -- $position; echo \"bestmove $4/${11}/$#\""));
  const FirstMove move = PlayFirstMove(player);
  ASSERT_THAT(move.new_game, IsOk());
  ASSERT_THAT(move.choice, IsOk());
  // The command is `position fen <6 fields> moves <2 moves>`.
  EXPECT_EQ(move.choice->action, StrCat("w/", move.opening.actions[1], "/11"))
      << move.opening.start_fen;
  EXPECT_EQ(move.choice->depth, 7);
  EXPECT_EQ(move.choice->nodes, 1234u);
}

TEST(UciPlayerTest, SendsTheClocks) {
  UciSetUp set_up = ShellEngine("set -- $line; shift; IFS=_; echo \"bestmove $*\"; unset IFS");
  set_up.limits = {};
  UciPlayer player(set_up);
  ASSERT_THAT(player.NewGame(1), IsOk());
  const Opening opening = *RandomOpening(**FindVariant("makruk"), 2, 1);
  MatchClocks clocks({.time = milliseconds(5'000), .increment = milliseconds(20)});
  ASSERT_TRUE(clocks.Spend(Color::kWhite, milliseconds(1'200)));
  const auto choice = player.Choose({*opening.game, opening.start_fen, opening.actions, clocks});
  ASSERT_THAT(choice, IsOk());
  EXPECT_EQ(choice->action, "wtime_3800_btime_5000_winc_20_binc_20");
  // A player who uses the grace still has a clock.
  ASSERT_TRUE(clocks.Spend(Color::kBlack, milliseconds(5'000) + MatchClocks::kGrace));
  EXPECT_EQ(player.Choose({*opening.game, opening.start_fen, opening.actions, clocks})->action,
            "wtime_3800_btime_1_winc_20_binc_20");
}

TEST(UciPlayerTest, AnEngineThatExitsLosesAndIsRestarted) {
  // The engine survives its warm-up, which precedes the first game, and exits when it is to move.
  UciPlayer player(ShellEngine("[ $games = 0 ] || exit; echo bestmove a3a4"));
  for (int game = 0; game < 2; ++game) {
    const FirstMove move = PlayFirstMove(player);
    ASSERT_THAT(move.new_game, IsOk());
    EXPECT_EQ(move.choice.status().code(), absl::StatusCode::kUnavailable);
  }
}

TEST(UciPlayerTest, AnEngineThatCannotBeRestartedLosesItsGame) {
  const std::string folder = testing::TemporaryPath("starts_once");
  std::filesystem::remove(folder);
  UciSetUp set_up = ShellEngine("[ $games = 0 ] || exit; echo bestmove a3a4");
  set_up.command =
      StrCat("sh -c 'mkdir \"$0\" 2>/dev/null && exec \"$@\"' ", folder, " ", set_up.command);
  UciPlayer player(set_up);
  EXPECT_THAT(PlayFirstMove(player).new_game, IsOk());
  EXPECT_EQ(PlayFirstMove(player).new_game.code(), absl::StatusCode::kUnavailable);
  std::filesystem::remove(folder);
}

TEST(UciPlayerTest, AProgramThatDoesNotSpeakUciEndsTheMatch) {
  UciPlayer player({.command = "true", .variant = "makruk"});
  const absl::Status status = player.NewGame(1);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("true"));
}

}  // namespace
}  // namespace arbiter::match
