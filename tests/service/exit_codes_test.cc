// Tests the exit codes of `arbiter`: 0 for success, 1 for a refusal, 2 for wrong usage, 3 for an
// unreachable server, and 128 plus the number of the signal that ends the program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/service/shell.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

// Runs a command line and expects its exit code and a part of its standard error.
void ExpectExit(const std::string& line, int exit_code, const std::string& message) {
  const ProgramResult finished = Shell().Run(line);
  EXPECT_EQ(finished.exit_code, exit_code) << line << ": " << finished.err;
  EXPECT_THAT(finished.err, HasSubstr(message)) << line;
}

TEST(ExitCodes, HelpListsTheExitCodes) {
  const std::string help = Shell().Run("arbiter --help").out;
  EXPECT_THAT(help, HasSubstr("Exit status: 0 success; 1 refused"));
  EXPECT_THAT(help, HasSubstr("2 wrong usage; 3 the server cannot be reached"));
}

TEST(ExitCodes, RefusalsExitWithOne) {
  ExpectExit("arbiter apply makruk e3e5", 1, "ILLEGAL_ACTION");
  ExpectExit("arbiter legal chess", 1, "UNKNOWN_VARIANT");
  ExpectExit("arbiter legal chak --fen rubbish", 1, "BAD_FEN");
  ExpectExit("arbiter validate makruk --moves e3e5", 1, "the game is illegal");
  ExpectExit("arbiter validate makruk --moves 'e3e4 resign' --result black-wins", 1, "result");
  ExpectExit("arbiter legal chak --record nowhere.txt", 1, "cannot read nowhere.txt");
  ExpectExit("arbiter render chak --svg nowhere/board.svg", 1, "cannot write nowhere/board.svg");
  ExpectExit("arbiter verify nowhere.json", 1, "1 game failed verification");
  ExpectExit("arbiter batch nowhere.jsonl", 1, "cannot read nowhere.jsonl");
  ExpectExit("arbiter batch .", 1, "cannot read .: Is a directory");
  ExpectExit("arbiter batch < .", 1, "cannot read standard input: Is a directory");
  ExpectExit("arbiter keys list --file nowhere.json", 1, "cannot read nowhere.json");
}

TEST(ExitCodes, WrongUsageExitsWithTwo) {
  ExpectExit("arbiter", 2, "Usage: arbiter");
  ExpectExit("arbiter chess", 2, "Try arbiter --help");
  ExpectExit("arbiter legal", 2, "Try arbiter legal --help");
  ExpectExit("arbiter perft chak --depth many", 2, "--depth");
  ExpectExit("arbiter render chak --theme pink", 2, "pink");
  ExpectExit("arbiter start makruk --option counting=never", 2,
             "unknown value 'never' of counting");
  ExpectExit("arbiter start makruk --option chips=3", 2, "unknown option 'chips' of makruk");
  ExpectExit("arbiter completion tcsh", 2, "tcsh");
  ExpectExit("arbiter keys", 2, "Try arbiter keys --help");
  ExpectExit("arbiter legal chak --moves e3e4 --record game.txt", 2, "either --moves or --record");
  ExpectExit("arbiter legal $'\\xff'", 2, "arguments must be UTF-8");
}

TEST(ExitCodes, AnAddressThatTheServerCannotHaveExitsWithTwo) {
  ExpectExit("arbiter legal chak --server https://localhost", 2, "needs TLS: use --tls-ca");
  ExpectExit("arbiter legal chak --server localhost:0", 2, "a port is a number from 1 to 65535");
  ExpectExit("ARBITER_API_KEY=arb_x arbiter legal chak --server 'a b'", 2, "not a valid address");
}

TEST(ExitCodes, AnUnreachableServerExitsWithThree) {
  constexpr char kNothingListens[] =
      "arbiter: cannot reach the server at 127.0.0.1:1: nothing listens there\n";
  for (const std::string command :
       {"legal chak", "analyze chak", "review chak --moves e3e4", "play chak", "uci"}) {
    ExpectExit("arbiter " + command + " --server 127.0.0.1:1", 3, kNothingListens);
  }
  ExpectExit("echo '{}' | arbiter batch --server 127.0.0.1:1", 3, kNothingListens);
}

TEST(ExitCodes, CtrlCExitsWith130ExceptDuringAnAnalysis) {
  const std::string interrupted =
      "timeout --foreground --preserve-status --signal INT 0.5 arbiter ";
  ExpectExit(interrupted + "perft makruk --depth 10", 130, "");
  ExpectExit("sleep 1 | " + interrupted + "play chak", 130, "");
  // An interrupted analysis still prints its best move, and succeeds.
  const ProgramResult analysis = Shell().RunAndInterrupt("arbiter analyze chak --infinite");
  EXPECT_EQ(analysis.exit_code, 0);
  EXPECT_THAT(analysis.out, HasSubstr("Best "));
}

// When the reader closes the output, the program ends silently, as other programs do.
TEST(ExitCodes, AClosedOutputEndsTheProgramSilently) {
  const Shell shell;
  const ProgramResult finished = shell.Run(
      "yes '{\"legalMoves\":{\"position\":{\"variant\":\"chak\"}}}' | arbiter batch | head -1;"
      " echo ${PIPESTATUS[1]}");
  EXPECT_THAT(finished.out, HasSubstr("\n141\n"));
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(shell.Run("set -o pipefail; arbiter legal chak | cat | head -1 > /dev/null").exit_code,
            0);
  // If SIGPIPE is ignored, the exit code is that of an error.
  const ProgramResult ignored = shell.Run(
      "trap '' PIPE; yes '{\"legalMoves\":{\"position\":{\"variant\":\"chak\"}}}' 2>/dev/null |"
      " arbiter batch 2> errors | head -1; echo ${PIPESTATUS[1]}; cat errors");
  EXPECT_THAT(ignored.out, HasSubstr("\n1\narbiter: cannot write to standard output\n"));
}

TEST(ExitCodes, AFullDiskIsAnError) {
  ExpectExit("arbiter legal chak > /dev/full", 1, "cannot write");
}

}  // namespace
}  // namespace arbiter::testing
