// Tests the line on standard error that shows the progress of long work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/service/command_line.h"
#include "tests/service/shell.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

// A perft that takes long enough for a bar.
constexpr char kPerft[] =
    "arbiter perft chpok --option skip_bidding=true --option features=width=9 --depth 6";

// Returns the text that remains visible after everything in `written` was sent to a terminal.
std::string Screen(const std::string& written) {
  std::string lines;
  std::string line;
  size_t column = 0;
  for (size_t i = 0; i < written.size(); ++i) {
    if (written[i] == '\r') {
      column = 0;
    } else if (written[i] == '\n') {
      lines += line + "\n";
      line.clear();
    } else if (written.compare(i, 3, "\x1b[K") == 0) {
      line.resize(column);
      i += 2;
    } else {
      line.resize(std::max(line.size(), column + 1));
      line[column++] = written[i];
    }
  }
  return lines + line;
}

TEST(Progress, ShowsABarOnATerminalAndErasesIt) {
  const ProgramResult finished = Shell().RunOnTerminal(kPerft);
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_THAT(
      finished.out,
      ContainsRegex(
          R"(\[#+-+\] +[0-9]+%  [0-9]+ of 23 moves, [0-9]+:[0-9]{2}, [0-9]+:[0-9]{2} left)"));
  EXPECT_EQ(Screen(finished.out), Shell().Run(kPerft).out);
}

TEST(Progress, IsNotShownElsewhere) {
  const std::string perft = kPerft;
  EXPECT_EQ(Shell().Run(perft).err, "");
  EXPECT_THAT(Shell().RunOnTerminal(perft + " 2> errors; cat errors").out, Not(HasSubstr("[")));
  EXPECT_THAT(Shell().RunOnTerminal(perft + " --progress never").out, Not(HasSubstr("[")));
  EXPECT_THAT(Shell().RunOnTerminal("TERM=dumb " + perft).out, Not(HasSubstr("[")));
  // Work that ends at once shows no progress either. On a busy machine, it may not end at once.
  EXPECT_TRUE(Eventually([] {
    const std::string out = Shell().RunOnTerminal("arbiter perft chak --depth 2").out;
    return out.find('[') == std::string::npos;
  }));
}

TEST(Progress, StaysOutOfStandardOutput) {
  const ProgramResult finished = Shell().Run(std::string(kPerft) + " --progress always");
  EXPECT_THAT(finished.err, HasSubstr("% "));
  EXPECT_EQ(finished.out, Shell().Run(kPerft).out);
}

// To show progress, perft counts move by move, which must not change the result.
TEST(Progress, DoesNotChangePerft) {
  for (const std::vector<std::string>& position :
       {std::vector<std::string>{"chak", "--depth", "3"},
        {"makruk", "--depth", "3", "--moves", "e3e4"},
        {"chakart", "--depth", "2"},
        {"chakart", "--depth", "2", "--fen", "4k3/8/8/e7/8/8/8/R3K3 w 0"},
        {"chpok", "--depth", "3", "--option", "skip_bidding=true"},
        {"chpok", "--depth", "2"},
        {"makruk", "--depth", "2", "--fen", "k1R5/8/1K6/8/8/8/8/8 b - - 0 1"},
        {"makruk", "--depth", "2", "--moves", "resign"},
        {"makruk", "--depth", "13"},
        {"makruk", "--depth", "0"}}) {
    std::vector<std::string> command = {"perft", "--divide"};
    command.insert(command.end(), position.begin(), position.end());
    const ProgramResult plain = Arbiter(command);
    command.insert(command.end(), {"--progress", "always"});
    const ProgramResult shown = Arbiter(command);
    EXPECT_EQ(shown.out, plain.out) << position[0];
    EXPECT_EQ(shown.exit_code, plain.exit_code) << position[0];
    EXPECT_THAT(shown.err, HasSubstr(plain.err)) << position[0];
  }
}

TEST(Progress, BatchShowsAPercentageForAFileAndARateForAPipe) {
  const Shell shell;
  std::string requests;
  for (int i = 0; i < 60; ++i) {
    requests += R"({"perft":{"position":{"variant":"makruk"},"depth":5}})"
                "\n";
  }
  shell.Write("requests.jsonl", requests);
  const ProgramResult file = shell.RunOnTerminal("arbiter batch requests.jsonl > answers.jsonl");
  EXPECT_THAT(file.out, ContainsRegex(R"(\[[#-]+\] +[0-9]+%  [0-9]+ answers, )"));
  EXPECT_EQ(Screen(file.out), "");
  const ProgramResult redirected =
      shell.RunOnTerminal("arbiter batch < requests.jsonl > answers.jsonl");
  EXPECT_THAT(redirected.out, ContainsRegex(R"([0-9]+% )"));
  const ProgramResult piped = shell.RunOnTerminal("cat requests.jsonl | arbiter batch | wc -l");
  EXPECT_THAT(piped.out, ContainsRegex(R"([0-9]+ answers, [0-9]+ a second)"));
  EXPECT_EQ(Screen(piped.out), "60\n");
  // On a terminal the answers themselves show the progress.
  EXPECT_THAT(shell.RunOnTerminal("arbiter batch requests.jsonl").out, Not(HasSubstr("answers,")));
}

TEST(Progress, DoesNotDamageTheTableOfAReview) {
  const std::string review =
      "arbiter review makruk --moves 'e3e4 e6e5 d3d4 e5d4 b1d2 b8d7' --movetime 120";
  const ProgramResult finished = Shell().RunOnTerminal(review);
  EXPECT_THAT(finished.out, ContainsRegex(R"(\[#+-+\] +[0-9]+%  [0-9] of 6 plies)"));
  EXPECT_THAT(Screen(finished.out), AllOf(HasSubstr("\n   6  Black"), HasSubstr("\nWhite      acc"),
                                          Not(HasSubstr("plies,  "))));
  EXPECT_THAT(Screen(finished.out), Not(HasSubstr("#")));
}

TEST(Progress, MatchCountsItsGames) {
  if (Shell().Run("command -v arbiter_match").exit_code != 0) {
    GTEST_SKIP() << "arbiter_match is not built; ./dev build builds it";
  }
  const ProgramResult finished = Shell().RunOnTerminal(
      "arbiter_match --variant makruk --a engine --b random --games 4 --movetime 5");
  EXPECT_EQ(finished.exit_code, 0) << finished.out;
  EXPECT_THAT(finished.out, ContainsRegex(R"(\[#+-*\] +[0-9]+%  [0-9] of 4 games)"));
  EXPECT_THAT(Screen(finished.out), Not(HasSubstr("[#")));
}

TEST(Progress, IsErasedAfterCtrlC) {
  const ProgramResult finished = Shell().RunOnTerminal(
      "timeout --foreground --preserve-status --signal INT 1 arbiter perft makruk --depth 10;"
      " echo status $?");
  // The perft may show nothing yet, because its first move can take longer. The batch below does.
  EXPECT_EQ(Screen(finished.out), "status 130\n");
  const Shell shell;
  std::string out;
  for (int seconds = 1; out.find("answers, ") == std::string::npos; seconds *= 4) {
    ASSERT_LT(seconds, kPatience.count());
    out = shell
              .RunOnTerminal(
                  "yes '{\"perft\":{\"position\":{\"variant\":\"makruk\"},\"depth\":3}}' |"
                  " timeout --foreground --preserve-status --signal INT " +
                  std::to_string(seconds) + " arbiter batch > answers; echo status $?")
              .out;
    EXPECT_EQ(Screen(out), "status 130\n");
  }
}

}  // namespace
}  // namespace arbiter::testing
