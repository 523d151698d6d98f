// How `arbiter` ends: 0 done, 1 refused, 2 wrong usage, 3 nobody there; and signals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/service/shell.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

void ExpectEnd(const std::string& line, int exit_code, const std::string& told) {
  const Finished finished = Shell().Run(line);
  EXPECT_EQ(finished.exit_code, exit_code) << line << ": " << finished.err;
  EXPECT_THAT(finished.err, HasSubstr(told)) << line;
}

TEST(ExitCodes, HelpNamesThem) {
  const std::string help = Shell().Run("arbiter --help").out;
  EXPECT_THAT(help, HasSubstr("Exit status: 0 done; 1 refused"));
  EXPECT_THAT(help, HasSubstr("2 wrong usage; 3 the server cannot be reached"));
}

TEST(ExitCodes, Refusals) {
  ExpectEnd("arbiter apply makruk e3e5", 1, "ILLEGAL_ACTION");
  ExpectEnd("arbiter legal chess", 1, "UNKNOWN_VARIANT");
  ExpectEnd("arbiter legal chak --fen rubbish", 1, "BAD_FEN");
  ExpectEnd("arbiter validate makruk --moves e3e5", 1, "the game is illegal");
  ExpectEnd("arbiter validate makruk --moves 'e3e4 resign' --result black-wins", 1, "result");
  ExpectEnd("arbiter legal chak --record nowhere.txt", 1, "cannot read nowhere.txt");
  ExpectEnd("arbiter render chak --svg nowhere/board.svg", 1, "cannot write nowhere/board.svg");
  ExpectEnd("arbiter verify nowhere.json", 1, "cannot read nowhere.json");
  ExpectEnd("arbiter batch nowhere.jsonl", 1, "cannot read nowhere.jsonl");
  ExpectEnd("arbiter batch .", 1, "cannot read .: Is a directory");
  ExpectEnd("arbiter batch < .", 1, "cannot read standard input: Is a directory");
  ExpectEnd("arbiter keys list --file nowhere.json", 1, "cannot read nowhere.json");
}

TEST(ExitCodes, WrongUsage) {
  ExpectEnd("arbiter", 2, "Usage: arbiter");
  ExpectEnd("arbiter chess", 2, "Try arbiter --help");
  ExpectEnd("arbiter legal", 2, "Try arbiter legal --help");
  ExpectEnd("arbiter perft chak --depth many", 2, "--depth");
  ExpectEnd("arbiter render chak --theme pink", 2, "pink");
  ExpectEnd("arbiter start makruk --option counting=never", 2, "unknown value 'never' of counting");
  ExpectEnd("arbiter start makruk --option chips=3", 2, "unknown option 'chips' of makruk");
  ExpectEnd("arbiter completion tcsh", 2, "tcsh");
  ExpectEnd("arbiter keys", 2, "Try arbiter keys --help");
  ExpectEnd("arbiter legal chak --moves e3e4 --record game.txt", 2, "either --moves or --record");
  ExpectEnd("arbiter legal $'\\xff'", 2, "arguments must be UTF-8");
}

TEST(ExitCodes, NobodyThere) {
  for (const std::string command :
       {"legal chak", "analyze chak", "review chak --moves e3e4", "play chak", "uci"}) {
    ExpectEnd("arbiter " + command + " --server 127.0.0.1:1 --timeout 2", 3, "127.0.0.1:1");
  }
  ExpectEnd("echo '{}' | arbiter batch --server 127.0.0.1:1 --timeout 2", 3, "127.0.0.1:1");
}

TEST(ExitCodes, CtrlC) {
  const std::string interrupted =
      "timeout --foreground --preserve-status --signal INT 0.5 arbiter ";
  ExpectEnd(interrupted + "perft makruk --depth 10", 130, "");
  ExpectEnd("sleep 1 | " + interrupted + "play chak", 130, "");
  // An analysis ends with what it has found.
  const Finished analysis = Shell().Run(interrupted + "analyze chak --infinite");
  EXPECT_EQ(analysis.exit_code, 0);
  EXPECT_THAT(analysis.out, HasSubstr("Best "));
}

// Without a word, as other programs.
TEST(ExitCodes, NobodyReadsOn) {
  const Shell shell;
  const Finished finished = shell.Run(
      "yes '{\"legalMoves\":{\"position\":{\"variant\":\"chak\"}}}' | arbiter batch | head -1;"
      " echo ${PIPESTATUS[1]}");
  EXPECT_THAT(finished.out, HasSubstr("\n141\n"));
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(shell.Run("set -o pipefail; arbiter legal chak | cat | head -1 > /dev/null").exit_code,
            0);
  // A parent that ignores the signal gets the exit code of an error.
  const Finished ignored = shell.Run(
      "trap '' PIPE; yes '{\"legalMoves\":{\"position\":{\"variant\":\"chak\"}}}' 2>/dev/null |"
      " arbiter batch 2> errors | head -1; echo ${PIPESTATUS[1]}; cat errors");
  EXPECT_THAT(ignored.out, HasSubstr("\n1\narbiter: cannot write to standard output\n"));
}

TEST(ExitCodes, AFullDisk) { ExpectEnd("arbiter legal chak > /dev/full", 1, "cannot write"); }

}  // namespace
}  // namespace arbiter::testing
