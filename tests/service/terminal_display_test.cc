// Tests the output of `arbiter` on a terminal and elsewhere: colours, symbols and `arbiter play`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/service/shell.h"

namespace arbiter::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Matcher;
using ::testing::Not;

constexpr char kRender[] = "arbiter render chakart ";

Matcher<const std::string&> Coloured() { return HasSubstr("\x1b[0;1;38;5;"); }
Matcher<const std::string&> Symbols() { return AllOf(HasSubstr("♜"), Not(HasSubstr(" r "))); }
Matcher<const std::string&> Letters() { return AllOf(HasSubstr(" r "), Not(HasSubstr("♜"))); }
Matcher<const std::string&> Plain() { return Not(HasSubstr("\x1b")); }

std::string OnTerminal(const std::string& line, const std::string& input = "") {
  const ProgramResult finished = Shell().RunOnTerminal(line, input);
  EXPECT_EQ(finished.exit_code, 0) << finished.out;
  return finished.out;
}

std::string Piped(const std::string& line) { return Shell().Run(line).out; }

TEST(TerminalDisplay, ColoursAndSymbolsAreForTerminalsOnly) {
  EXPECT_THAT(OnTerminal(kRender), AllOf(Coloured(), Symbols()));
  EXPECT_THAT(Piped(kRender), AllOf(Plain(), Letters()));
}

TEST(TerminalDisplay, EnvironmentDisablesAndEnablesColoursAndSymbols) {
  const std::string render = kRender;
  EXPECT_THAT(OnTerminal("NO_COLOR=1 " + render), AllOf(Plain(), Symbols()));
  EXPECT_THAT(OnTerminal("NO_COLOR= " + render), Coloured());
  EXPECT_THAT(OnTerminal("CLICOLOR=0 " + render), Plain());
  EXPECT_THAT(OnTerminal("TERM=dumb " + render), AllOf(Plain(), Letters()));
  EXPECT_THAT(Piped("CLICOLOR_FORCE=1 " + render), AllOf(Coloured(), Letters()));
  EXPECT_THAT(Piped("CLICOLOR_FORCE=0 " + render), Plain());
  EXPECT_THAT(Piped("NO_COLOR=1 CLICOLOR_FORCE=1 " + render), Plain());
}

TEST(TerminalDisplay, LocaleWithoutUtf8GetsLetters) {
  const std::string render = kRender;
  EXPECT_THAT(OnTerminal("LANG=C " + render), Letters());
  EXPECT_THAT(OnTerminal("LC_ALL=C LANG=C.UTF-8 " + render), Letters());
  EXPECT_THAT(OnTerminal("LC_ALL=en_US.utf8 LANG=C " + render), Symbols());
}

TEST(TerminalDisplay, FlagsOverrideTheEnvironment) {
  const std::string render = kRender;
  EXPECT_THAT(OnTerminal(render + "--color never --unicode never"), AllOf(Plain(), Letters()));
  EXPECT_THAT(OnTerminal(render + "--text"), AllOf(Plain(), Letters()));
  EXPECT_THAT(Piped("NO_COLOR=1 TERM=dumb LANG=C " + render + "--color always --unicode always"),
              AllOf(Coloured(), Symbols()));
  const ProgramResult wrong = Shell().Run(render + "--color perhaps");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("perhaps"));
}

TEST(TerminalDisplay, JsonIsTheSameOnATerminal) {
  const std::string json = std::string(kRender) + "--json";
  const std::string line = Piped(json);
  EXPECT_EQ(OnTerminal(json), line.substr(0, line.size() - 1) + "\r\n");
  EXPECT_THAT(Piped(json + " --unicode always"), HasSubstr("♜"));
}

TEST(TerminalDisplay, OtherCommandsDrawBoardsTheSameWay) {
  EXPECT_THAT(OnTerminal("arbiter start chakart"), AllOf(Coloured(), Symbols()));
  EXPECT_THAT(OnTerminal("arbiter apply chakart b1c3"), AllOf(Coloured(), HasSubstr("[♞]")));
}

TEST(TerminalDisplay, PlayRedrawsTheScreenAndShowsErrorsInRed) {
  const std::string shown = OnTerminal("arbiter play makruk", "e3e5\ne3e4\nmoves d1\nquit\n");
  EXPECT_THAT(shown, HasSubstr("\x1b[H\x1b[2J"));
  // The scrollback of the terminal is not cleared.
  EXPECT_THAT(shown, Not(HasSubstr("\x1b[3J")));
  EXPECT_THAT(shown, HasSubstr("Type an action, or help."));
  EXPECT_THAT(shown, HasSubstr("\x1b[1mWhite>\x1b[0m"));
  EXPECT_THAT(shown, HasSubstr("\x1b[31me3e5: a pawn moves one square, never two (M1)\x1b[0m"));
  EXPECT_THAT(shown, HasSubstr("[P]"));
  EXPECT_THAT(shown, HasSubstr("Last      e3e4  e4"));
}

TEST(TerminalDisplay, PlayShowsThatTheEngineIsThinking) {
  const std::string shown =
      OnTerminal("arbiter play makruk --black engine --depth 2", "e3e4\nquit\n");
  EXPECT_THAT(shown, HasSubstr("The engine is thinking."));
  EXPECT_THAT(shown, HasSubstr("Engine    "));
}

TEST(TerminalDisplay, PlayIsPlainOnADumbTerminal) {
  EXPECT_THAT(OnTerminal("TERM=dumb arbiter play makruk", "e3e5\nquit\n"), Plain());
}

TEST(TerminalDisplay, HelpOfPlayListsTheActionsOfTheVariant) {
  const std::string makruk = OnTerminal("arbiter play makruk", "help\nquit\n");
  EXPECT_THAT(makruk, HasSubstr("uncount"));
  EXPECT_THAT(makruk, HasSubstr("take back the last action"));
  EXPECT_THAT(makruk, Not(HasSubstr("raise")));
  EXPECT_THAT(OnTerminal("arbiter play chpok", "help\nquit\n"), HasSubstr("raise time"));
}

}  // namespace
}  // namespace arbiter::testing
