// Tests `arbiter review` with many games: threads, files that continue, and servers that fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arbiter/v1/game_file.pb.h"
#include "core/base/strings.h"
#include "tests/service/command_line.h"
#include "tests/service/shell.h"
#include "tests/service/verifiers.h"
#include "tests/support/file.h"
#include "tests/support/free_port.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// Returns games of different lengths, the third of which has an illegal move.
std::string Games(int count) {
  std::string games;
  const std::vector<std::string> moves = {"1. e4 e5 2. d4 d5 3. Nd2 Nd7", "1. e4 e5", "1. e4 exe4"};
  for (int i = 1; i <= count; ++i) {
    games += StrCat("[Event \"Cup\"]\n[White \"", i, "\"]\n[Variant \"Makruk\"]\n\n",
                    moves[i == 3 ? 2 : static_cast<size_t>(i) % 2], " *\n\n");
  }
  return games;
}

std::vector<std::string> SortedLines(const std::string& text) {
  std::vector<std::string> lines = Lines(text);
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(ArchiveReview, EachLineTellsItsGame) {
  const TemporaryFile file(Games(4));
  const ProgramResult reviewed = Arbiter({"review", file.path(), "--depth", "2", "--json"});
  EXPECT_EQ(reviewed.exit_code, 1);
  const std::vector<v1::ResultLine> results = ResultLines(reviewed.out);
  ASSERT_THAT(results, SizeIs(4));
  for (uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(results[i].game(), i + 1);
    EXPECT_EQ(results[i].file(), file.path());
    EXPECT_EQ(results[i].line(), 6 * i + 1);
    EXPECT_EQ(results[i].tags(1).value(), StrCat(i + 1));
  }
  EXPECT_THAT(results[0].plies(), SizeIs(2));
  ASSERT_THAT(results[1].plies(), SizeIs(6));
  EXPECT_EQ(results[1].plies(5).ply(), 6);
  EXPECT_EQ(results[1].plies(5).review().san(), "Nd7");
  EXPECT_THAT(results[1].summary().players(), SizeIs(2));
  EXPECT_THAT(results[2].error().message(), HasSubstr("line 17, column 7: 'exe4'"));
  EXPECT_THAT(results[2].plies(), SizeIs(0));
}

TEST(ArchiveReview, ThreadsDoNotChangeTheOutput) {
  const TemporaryFile file(Games(30));
  const ServerProcess server;
  for (const std::string format : {"--json", "--progress=never"}) {
    std::vector<std::string> command = {"review", file.path(), "--depth", "3", format};
    const ProgramResult one = Arbiter(command);
    EXPECT_EQ(one.exit_code, 1) << "game 3 is illegal";
    command.insert(command.end(), {"--threads", "4"});
    const ProgramResult four = Arbiter(command);
    EXPECT_EQ(four.out, one.out);
    EXPECT_EQ(four.err, one.err);
    command.insert(command.end(), {"--server", server.address()});
    EXPECT_EQ(Arbiter(command).out, one.out);
  }
  EXPECT_EQ(Arbiter({"review", file.path(), "--threads", "1000"}).exit_code, 2);
}

TEST(ArchiveReview, AKilledRunContinues) {
  constexpr int kGames = 40;
  const TemporaryFile games(Games(kGames));
  const TemporaryFile file;
  const std::vector<std::string> command = {"review",    games.path(), "--depth",  "4",
                                            "--threads", "2",          "--resume", file.path()};
  std::vector<std::string> program = command;
  program.insert(program.begin(), ARBITER_CLI);
  Process killed(program);
  ASSERT_TRUE(Eventually([&] { return Lines(ReadFile(file.path())).size() >= 2; }));
  killed.Signal(SIGKILL);
  killed.Wait();

  const ProgramResult finished = Arbiter(command);
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.out, StrCat(games.path(),
                                 ": 40 games: 39 reviewed, 1 failed; the reviews are "
                                 "in ",
                                 file.path(), "\n"));
  const std::string text = ReadFile(file.path());
  const std::vector<std::string> expected =
      SortedLines(Arbiter({"review", games.path(), "--depth", "4", "--json"}).out);
  ASSERT_THAT(expected, SizeIs(kGames));
  EXPECT_EQ(SortedLines(text), expected);

  // A file that was cut in the middle of a line, wherever that is.
  for (const size_t size : {size_t{1}, text.size() / 2, text.size() - 1}) {
    file.Write(text.substr(0, size));
    Arbiter(command);
    EXPECT_EQ(SortedLines(ReadFile(file.path())), expected);
  }
}

TEST(ArchiveReview, AFileOfOtherGamesOrSettingsIsRefused) {
  const Shell shell;
  shell.Write("games.pgn", Games(2));
  shell.Write("others.pgn", Games(4));
  const std::string review = "arbiter review games.pgn --resume reviews.jsonl --depth ";
  EXPECT_EQ(shell.Run(review + "1").exit_code, 0);
  const std::string before = shell.Read("reviews.jsonl");
  for (const std::string& command :
       {review + "2", std::string("arbiter review others.pgn --resume reviews.jsonl --depth 1")}) {
    const ProgramResult refused = shell.Run(command);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr("reviews.jsonl:1: this result is from other games or other "
                                       "settings; give another file"));
  }
  EXPECT_EQ(shell.Read("reviews.jsonl"), before);
  // Threads are not a setting on which the reviews depend.
  EXPECT_EQ(shell.Run(review + "1 --threads 2").exit_code, 0);
  EXPECT_EQ(shell.Read("reviews.jsonl"), before);
  for (const std::string& command :
       {review + "1 --game 2", std::string("arbiter review makruk --moves e3e4 --resume f")}) {
    EXPECT_EQ(shell.Run(command).exit_code, 2) << command;
  }
}

TEST(ArchiveReview, AFileThatIsNotItsOwnIsLeftAsItIs) {
  const Shell shell;
  shell.Write("games.pgn", Games(2));
  EXPECT_EQ(shell.Run("arbiter review games.pgn --depth 2 --resume other.jsonl").exit_code, 0);
  const std::string other = shell.Read("other.jsonl");
  // The last line of a file need not end with a newline.
  for (const std::string& content :
       {std::string("my notes\n"), std::string("my notes"), std::string("{\"a\":1}"),
        std::string("[Variant \"Makruk\"]\n\n1. e4 *"), other.substr(0, 60)}) {
    shell.Write("mine.txt", content);
    const ProgramResult refused = shell.Run("arbiter review games.pgn --depth 1 --resume mine.txt");
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr("mine.txt:1: this is not a result of this command"));
    EXPECT_EQ(shell.Read("mine.txt"), content);
  }
}

TEST(ArchiveReview, OnlyARegularFileContinues) {
  const Shell shell;
  shell.Write("games.pgn", Games(2));
  for (const std::string path : {"/dev/zero", "/dev/null", "pipe"}) {
    const ProgramResult refused = shell.Run(
        "mkfifo -m 600 pipe; timeout 10 arbiter review games.pgn --depth 1 --resume " + path);
    EXPECT_EQ(refused.exit_code, 1) << path;
    EXPECT_THAT(refused.err, HasSubstr(path + " is not a regular file")) << path;
  }
  const ProgramResult refused = shell.Run("arbiter review games.pgn --depth 1 --resume -");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--resume needs the name of a file"));
}

TEST(ArchiveReview, TwoRunsDoNotWriteToOneFile) {
  const Shell shell;
  shell.Write("games.pgn", Games(2));
  const ProgramResult second = shell.Run(
      "exec 3> reviews.jsonl; flock 3; "
      "arbiter review games.pgn --depth 1 --resume reviews.jsonl 3>&-");
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.err, HasSubstr("another program writes to reviews.jsonl"));
}

TEST(ArchiveReview, SurvivesARestartOfTheServer) {
  const TemporaryFile games(Games(30));
  const TemporaryFile file;
  const std::string address = StrCat("127.0.0.1:", FreePort());
  auto server = std::make_unique<ServerProcess>(std::vector<std::string>{"--listen", address});
  const std::vector<std::string> command = {ARBITER_CLI, "review",    games.path(), "--movetime",
                                            "50",        "--threads", "2",          "--resume",
                                            file.path(), "--server",  address};
  Process review(command);
  ASSERT_TRUE(Eventually([&] { return Lines(ReadFile(file.path())).size() >= 2; }));
  server.reset();
  EXPECT_TRUE(Eventually([&] {
    return review.errors().find("; trying again until the server answers") != std::string::npos;
  }));
  server = std::make_unique<ServerProcess>(std::vector<std::string>{"--listen", address});
  EXPECT_EQ(review.Wait(), 1) << "game 3 is illegal";
  EXPECT_THAT(review.errors(), HasSubstr("arbiter: the server answers again\n"));
  std::vector<uint32_t> numbers;
  for (const v1::ResultLine& result : ResultLines(ReadFile(file.path()))) {
    numbers.push_back(result.game());
    EXPECT_EQ(result.has_error(), result.game() == 3);
    EXPECT_THAT(result.plies(), SizeIs(result.has_error() ? 0 : result.game() % 2 == 1 ? 2 : 6));
  }
  std::sort(numbers.begin(), numbers.end());
  std::vector<uint32_t> all(30);
  for (uint32_t i = 0; i < all.size(); ++i) all[i] = i + 1;
  EXPECT_EQ(numbers, all);
}

// A server that takes one analysis at a time and lets none wait refuses most calls for a second.
TEST(ArchiveReview, WaitsAsLongAsAnOverloadedServerSays) {
  const TemporaryFile games(Games(8));
  const ServerProcess server({"--analysis-threads", "1", "--analysis-queue", "0"});
  const std::vector<std::string> command = {"review",    games.path(), "--movetime", "30",
                                            "--threads", "4",          "--json"};
  std::vector<std::string> remote = command;
  remote.insert(remote.end(), {"--server", server.address()});
  const ProgramResult reviewed = Arbiter(remote);
  EXPECT_EQ(reviewed.exit_code, 1) << reviewed.err;
  ASSERT_THAT(ResultLines(reviewed.out), SizeIs(8));
}

// The others are reviewed, and the next run does not try this game again.
TEST(ArchiveReview, AGameThatTakesTooLongHasAnError) {
  const Shell shell;
  shell.Write("games.pgn", Games(2));
  const ServerProcess server({"--max-review-ms", "1"});
  const std::string review = StrCat(
      "arbiter review games.pgn --depth 12 --resume reviews.jsonl --server ", server.address());
  const ProgramResult reviewed = shell.Run(review);
  EXPECT_EQ(reviewed.exit_code, 1);
  EXPECT_THAT(reviewed.err, AllOf(HasSubstr("games.pgn:7: LIMIT_EXCEEDED: limits: the review took"),
                                  HasSubstr("arbiter: 2 games have no review")));
  const std::string text = shell.Read("reviews.jsonl");
  const std::vector<v1::ResultLine> results = ResultLines(text);
  ASSERT_THAT(results, SizeIs(2));
  for (const v1::ResultLine& result : results) EXPECT_TRUE(result.has_error());
  EXPECT_EQ(shell.Run(review).exit_code, 1);
  EXPECT_EQ(shell.Read("reviews.jsonl"), text);
}

TEST(ArchiveReview, ShowsItsProgressAndCtrlCSaysHowToContinue) {
  const Shell shell;
  shell.Write("games.pgn", Games(60));
  const ProgramResult shown =
      shell.RunOnTerminal("arbiter review games.pgn --movetime 5 --resume reviews.jsonl");
  EXPECT_THAT(shown.out, ContainsRegex(R"(\[#*-+\] +[0-9]+%  [0-9]+ games, [0-9]+:[0-9]{2})"));
  const ProgramResult interrupted = shell.Run(
      "timeout --foreground --preserve-status --signal INT 1 "
      "arbiter review games.pgn --movetime 500 --resume slow.jsonl");
  EXPECT_EQ(interrupted.exit_code, 130);
  EXPECT_EQ(interrupted.err, "arbiter: interrupted; run the same command again to continue\n");
}

}  // namespace
}  // namespace arbiter::testing
