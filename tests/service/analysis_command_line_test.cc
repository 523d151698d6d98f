// Tests `arbiter analyze`, `review` and `play` with the engine as people use them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <regex>
#include <sstream>

#include "tests/service/command_line.h"
#include "tests/service/interactive.h"
#include "tests/support/file.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

// A Chak position in which Black mates in one.
constexpr char kMateInOne[] = "9/9/1V7/9/9/2d6/9/7K1/9 b - - 29 147";

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Removes the times from JSON.
std::string Timeless(const std::string& json) {
  return std::regex_replace(json, std::regex(R"("(nps":"\d+"|timeMs":\d+),?)"), "");
}

TEST(AnalyzeCommand, PrintsARowPerDepthAndTheBestMove) {
  const std::vector<std::string> lines =
      Lines(Out({"analyze", "makruk", "--depth", "3", "--moves", "e3e4 e6e5"}));
  ASSERT_THAT(lines, SizeIs(5));
  EXPECT_THAT(lines[0], StartsWith("depth "));
  for (int depth = 1; depth <= 3; ++depth) {
    EXPECT_THAT(
        lines[depth],
        ContainsRegex("^ +" + std::to_string(depth) +
                      " +[+-][0-9]+\\.[0-9][0-9]( +[0-9]+\\.[0-9]){2}( +[0-9]+){2}  [A-Za-z]"));
  }
  EXPECT_THAT(lines[4], StartsWith("Best      "));
}

TEST(AnalyzeCommand, JsonHasOneAnswerPerLine) {
  const ProgramResult finished =
      Arbiter({"analyze", "chak", "--fen", kMateInOne, "--movetime", "700", "--json"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_LT(finished.cpu_time, milliseconds(5000));
  const std::vector<std::string> lines = Lines(finished.out);
  ASSERT_GE(lines.size(), 2U);
  for (size_t i = 0; i + 1 < lines.size(); ++i) {
    EXPECT_THAT(lines[i], StartsWith(R"({"progress":{)"));
  }
  EXPECT_THAT(lines[lines.size() - 2], HasSubstr(R"("mateIn":1)"));
  EXPECT_THAT(lines.back(), StartsWith(R"({"bestMove":{"action":")"));
}

TEST(AnalyzeCommand, StopsAfterASecondWithoutALimit) {
  const auto begun = steady_clock::now();
  const ProgramResult finished = Arbiter({"analyze", "chak"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_GE(steady_clock::now() - begun, milliseconds(950));
  EXPECT_LT(finished.cpu_time, milliseconds(5000));
}

TEST(AnalyzeCommand, EqualSearchesHaveEqualAnswers) {
  const std::vector<std::string> command = {"analyze", "makruk", "--nodes",    "20000", "--hash",
                                            "4",       "--json", "--multi-pv", "2"};
  const std::string once = Timeless(Out(command));
  EXPECT_EQ(Timeless(Out(command)), once);
  EXPECT_THAT(once, HasSubstr(R"("rank":2)"));
}

TEST(AnalyzeCommand, SearchesOnlyTheGivenMoves) {
  for (const std::string list : {"a3a4,h3h4", "a3a4 h3h4", "a3a4; h3h4"}) {
    const std::string text =
        Out({"analyze", "makruk", "--depth", "2", "--multi-pv", "5", "--search-moves", list});
    // Which of the two moves is better depends on the evaluation.
    EXPECT_THAT(text, AnyOf(HasSubstr("(a3a4)"), HasSubstr("(h3h4)"))) << list;
    EXPECT_THAT(text, AllOf(HasSubstr("  a4"), HasSubstr("  h4"), Not(HasSubstr("e3e4")))) << list;
    EXPECT_THAT(Lines(text), SizeIs(1 + 2 * 2 + 1)) << list;
  }
  const ProgramResult refused =
      Arbiter({"analyze", "makruk", "--depth", "2", "--search-moves", "a3a4,a1a8"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("ILLEGAL_ACTION: search_moves[1]"));
}

TEST(AnalyzeCommand, RefusesLimitsThatContradictEachOther) {
  const ProgramResult refused = Arbiter({"analyze", "makruk", "--infinite", "--depth", "3"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("BAD_FIELD: limits.infinite"));
  EXPECT_EQ(Arbiter({"analyze", "makruk", "--depth", "many"}).exit_code, 2);
  EXPECT_EQ(Arbiter({"analyze", "makruk", "--depth", "1", "--multi-pv", "65"}).exit_code, 1);
}

TEST(AnalyzeCommand, FinishedGameHasAResultAndNoMove) {
  EXPECT_THAT(Out({"analyze", "makruk", "--fen", "k1R5/8/1K6/8/8/8/8/8 b - - 0 1"}),
              StartsWith("Result    White wins: checkmate "));
}

TEST(AnalyzeCommand, CtrlCEndsTheSearchWithTheBestMove) {
  InteractiveProgram program({ARBITER_CLI, "analyze", "makruk", "--infinite"});
  program.Await("    3 ");
  const auto used = program.cpu_time();
  program.Signal(SIGINT);
  program.Await("Best      ");
  EXPECT_EQ(program.Wait(), 0);
  EXPECT_LT(program.cpu_time() - used, milliseconds(500));
}

TEST(AnalyzeCommand, EmbeddedAndRemoteOutputsAreEqual) {
  ServerProcess server;
  for (std::vector<std::string> command : std::vector<std::vector<std::string>>{
           {"analyze", "makruk", "--nodes", "20000", "--hash", "4", "--json"},
           {"analyze", "makruk", "--infinite", "--depth", "3"},
           {"review", "makruk", "--moves", "e3e4 e6e5", "--depth", "3", "--json"},
           {"review", "makruk", "--moves", "e3e5", "--depth", "3"},
           {"play", "makruk", "--white", "engine", "--nodes", "1000"}}) {
    const ProgramResult embedded = Arbiter(command);
    command.insert(command.end(), {"--server", server.address()});
    const ProgramResult remote = Arbiter(command);
    EXPECT_EQ(Timeless(embedded.out), Timeless(remote.out));
    EXPECT_EQ(embedded.err, remote.err);
    EXPECT_EQ(embedded.exit_code, remote.exit_code);
  }
  InteractiveProgram program(
      {ARBITER_CLI, "analyze", "makruk", "--infinite", "--server", server.address()});
  program.Await("    3 ");
  program.Signal(SIGINT);
  program.Await("Best      ");
  EXPECT_EQ(program.Wait(), 0);
}

TEST(AnalyzeCommand, UnreachableServerHasItsOwnExitCode) {
  EXPECT_EQ(Arbiter({"analyze", "chak", "--server", "127.0.0.1:1"}).exit_code, 3);
  EXPECT_EQ(Arbiter({"review", "chak", "--moves", "e3e4", "--server", "127.0.0.1:1"}).exit_code, 3);
}

TEST(ReviewCommand, PrintsEveryPlyAndASummary) {
  const TemporaryFile svg;
  const std::string text = Out(
      {"review", "makruk", "--moves", "e3e4 e6e5 a3a4 d6d5", "--depth", "4", "--svg", svg.path()});
  const std::vector<std::string> lines = Lines(text);
  ASSERT_THAT(lines, SizeIs(7)) << text;
  EXPECT_THAT(lines[0], ContainsRegex("^   1  White +e4[?!]* +[+-][0-9.]+  [a-z]+"));
  EXPECT_THAT(lines[3], ContainsRegex("^   4  Black +d5[?!]* +[+-][0-9.]+  [a-z]+"));
  EXPECT_THAT(lines[5], ContainsRegex("^White +accuracy [0-9.]+%, plies 2, inaccuracies [0-9]+, "
                                      "mistakes [0-9]+, blunders [0-9]+$"));
  EXPECT_THAT(lines[6], StartsWith("Black "));
  EXPECT_THAT(ReadFile(svg.path()), StartsWith("<svg "));
}

TEST(ReviewCommand, BlunderIsMarked) {
  // White leaves a rook en prise instead of capturing Black's.
  const std::string text =
      Out({"review", "makruk", "--start-fen", "4k3/8/4p3/8/r7/4P3/8/R3K3 w - - 0 1", "--moves",
           "e3e4", "--depth", "4"});
  EXPECT_THAT(text, ContainsRegex("   1  White +e4\\?\\? .* blunder +-[0-9.]+% +Rxa4"));
}

TEST(ReviewCommand, JsonHasOneAnswerPerLine) {
  const std::vector<std::string> lines =
      Lines(Out({"review", "makruk", "--moves", "e3e4 e6e5", "--depth", "2", "--json"}));
  ASSERT_THAT(lines, SizeIs(3));
  EXPECT_THAT(lines[0], StartsWith(R"({"ply":{"action":"e3e4")"));
  EXPECT_THAT(lines[2], StartsWith(R"({"summary":{)"));
}

TEST(PlayCommand, EngineRepliesAndShowsItsScore) {
  const std::string text =
      Out({"play", "makruk", "--black", "engine", "--nodes", "2000"}, "e3e4\nd3d4\nrecord\nquit\n");
  EXPECT_THAT(text, ContainsRegex("Engine    [A-Za-z0-9]+  [+-][0-9.]+, depth [0-9]+\n"));
  // Each player has made two moves.
  const std::vector<std::string> lines = Lines(text);
  ASSERT_GE(lines.size(), 4U);
  EXPECT_EQ(lines[lines.size() - 4], "e3e4");
  EXPECT_EQ(lines[lines.size() - 2], "d3d4");
}

TEST(PlayCommand, BackReturnsToThePersonsLastDecision) {
  const std::vector<std::string> white = {"play",    "makruk", "--white", "human",
                                          "--black", "engine", "--nodes", "1000"};
  EXPECT_THAT(Out(white, "e3e4\nd3d4\nback\nrecord\nback\nfen\nback\nquit\n"),
              AllOf(ContainsRegex("\ne3e4\n[a-h][1-8][a-h][1-8]\n"),
                    HasSubstr("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\n"),
                    EndsWith("there is nothing to take back\n")));
  // The engine moved first, so there is no earlier decision of the person.
  EXPECT_THAT(Out({"play", "makruk", "--white", "engine", "--nodes", "1000"}, "back\nquit\n"),
              EndsWith("there is nothing to take back\n"));
}

TEST(PlayCommand, EnginePlaysAgainstItself) {
  const std::string text =
      Out({"play", "chpok", "--option", "skip_bidding=true", "--option", "features=moves=10",
           "--white", "engine", "--black", "engine", "--nodes", "300"},
          "record\nquit\n");
  EXPECT_THAT(text, HasSubstr("Result    "));
  EXPECT_THAT(text, ContainsRegex("Engine    [^ ]+  [+-][0-9.e+]+ points, depth [0-9]+\n"));
}

TEST(PlayCommand, EngineBidsAndKeepsItsSeat) {
  // The Challenger is a person and gets Black, so the engine makes the first move on the board.
  const std::string text = Out({"play", "chpok", "--fen",
                                "bidding turn=challenger chips=1,0 white=0,2:opponent time=1,0:3+0 "
                                "home=0,0:RNBQKBNR xf=0,0:- ply=2",
                                "--black", "engine", "--nodes", "300"},
                               "raise time +1 5+3\nfen\nquit\n");
  EXPECT_THAT(text, HasSubstr("Black is the Challenger, White the Opponent.\n"));
  EXPECT_THAT(text, ContainsRegex("Engine    [^\n]+\n"));
  EXPECT_THAT(text, ContainsRegex(" b [^\n]*\\{d=0;tc=5\\+3\\}\n$"));
  const std::string bid =
      Out({"play", "chpok", "--option", "chips=1", "--white", "engine", "--nodes", "300"},
          "record\nquit\n");
  EXPECT_THAT(bid, ContainsRegex("\nraise (white|time|home|xf) \\+1[^\n]*\n$"));
}

TEST(PlayCommand, EngineContinuesAnUnfinishedTurnOfChakart) {
  const std::string once_more = R"(7k/8/8/8/8/8/8/K6Q w 4 {"flags":"1111","pending":"again"})";
  const std::string text = Out({"play", "chakart", "--fen", once_more, "--white", "engine",
                                "--black", "engine", "--nodes", "200"},
                               "record\nquit\n");
  EXPECT_THAT(text, AllOf(HasSubstr("Engine    "),
                          HasSubstr("Result    White wins: king captured (H17)\n")));
}

TEST(PlayCommand, EngineClaimsItsWin) {
  const std::string win = "7k/8/8/8/8/8/8/K7 w - 1,1 9,0 0,0 0,0 31 {d=9*21}";
  for (const std::string seat : {"--white", "--black"}) {
    const std::string text =
        Out({"play", "chpok", "--fen", win, seat, "engine", "--nodes", "100"}, "record\nquit\n");
    if (seat == "--white") {
      EXPECT_THAT(text, AllOf(HasSubstr("Engine    claim win\n"),
                              HasSubstr("Result    White wins: win claimed (P18)\n")));
    } else {
      EXPECT_THAT(text, Not(HasSubstr("Result ")));
    }
  }
  // The engine also claims while the other player is to move.
  const std::string later = "7k/8/8/8/8/8/8/K7 w - 1,1 0,9 0,0 0,0 31 {d=-9*21}";
  EXPECT_THAT(Out({"play", "chpok", "--fen", later, "--black", "engine", "--nodes", "100"}, ""),
              HasSubstr("Engine    black:claim win\n"));
}

TEST(PlayCommand, EngineTakesADrawIfItFindsNothingBetter) {
  // White may claim a draw. In the first position, Black has two rooks. In the second, White has
  // them and can capture.
  const auto play = [](const std::string& variant, const std::string& fen,
                       const std::string& input) {
    return Out({"play", variant, "--fen", fen, "--white", "engine", "--nodes", "2000"}, input);
  };
  EXPECT_THAT(play("chak", "4k4/9/9/9/r7r/9/9/9/4K4 w - - 100 80", ""),
              AllOf(HasSubstr("Engine    claim draw  +0.00"), HasSubstr("Result    draw: ")));
  EXPECT_THAT(play("chak", "4k4/9/9/9/R7R/9/9/w8/4K4 w - - 100 80", ""),
              AllOf(HasSubstr("Engine    Rxa2  +"), Not(HasSubstr("Result "))));
  // Points are level, and White will lose the king.
  EXPECT_THAT(play("chpok", "1r5k/8/8/8/8/8/2q5/K7 w - 1,1 0,0 0,0 0,0 31 {d=0*21}", ""),
              HasSubstr("Engine    claim draw  +0 points"));
  // The offer stands until the engine moves; instead of moving, the engine accepts it.
  EXPECT_THAT(play("makruk", "4k3/8/8/8/r6r/4P3/8/4K3 w - - 0 1", "draw?\ne8d8\n"),
              AllOf(HasSubstr("Engine    draw!  -"), HasSubstr("Result    draw: draw agreed ")));
}

TEST(AnalysisCommands, HelpHasExamples) {
  EXPECT_THAT(Out({"analyze", "--help"}), HasSubstr("arbiter analyze chak --movetime 700"));
  EXPECT_THAT(Out({"review", "--help"}), HasSubstr("arbiter review makruk --record"));
  EXPECT_THAT(Out({"play", "--help"}),
              HasSubstr("arbiter play chakart --white human --black engine --movetime 500"));
  EXPECT_THAT(Out({"uci", "--help"}), HasSubstr("raise_time_+3_5+2"));
}

}  // namespace
}  // namespace arbiter::testing
