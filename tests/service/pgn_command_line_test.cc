// Tests games in PGN on the command line, with the built-in service and with a server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/strings.h"
#include "tests/service/command_line.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Games as other sites write them, with an unrecorded resignation, an illegal move and a wrong
// result.
constexpr char kGames[] =
    "[Event \"1\"]\n[White \"Anna\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[Variant \"Makruk\"]\n\n"
    "1. e4 e5 2. Nd2 {[%clk 0:05:00]} Nd7 1-0\n\n"
    "[Event \"2\"]\n[Variant \"Chak\"]\n\n1. e4 e6 2. Nf9 *\n\n"
    "[Event \"3\"]\n[Variant \"Chak\"]\n[FEN \"k8/4D4/9/9/9/9/9/9/9 b - - 0 1\"]\n\n0-1\n";

TEST(PgnCommandLine, ValidateReportsEachGameAndASummary) {
  const TemporaryFile file(kGames);
  const ProgramResult validated = Arbiter({"validate", file.path()});
  EXPECT_EQ(validated.exit_code, 1);
  EXPECT_EQ(
      ReplaceAll(validated.out, {{file.path(), "FILE"}}),
      "FILE:1: makruk, Anna - Bob, 1-0: legal, 4 actions; the rules leave the game open; it "
      "may have ended by resignation, agreement or time\n"
      "FILE:9: chak, ? - ?, *: illegal\n"
      "  FILE:12:13: Nf9: BAD_NOTATION: 'Nf9' names no legal move: unknown piece N (known: "
      "K, D, J, Q, S, V, R, P, W, O)\n"
      "FILE:14: chak, ? - ?, 0-1: illegal\n"
      "  FILE:18:1: 0-1: BAD_FIELD: the result is given as 0-1, but the rules say: White wins by "
      "altar mate. (K13)\n"
      "3 games: 1 legal, 2 illegal\n");
  EXPECT_THAT(validated.err, HasSubstr("2 games are illegal"));
}

TEST(PgnCommandLine, ValidateReadsStandardInputAndOneOfSeveralGames) {
  const ProgramResult first = Arbiter({"validate", "-", "--game", "1"}, kGames);
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.out, EndsWith("1 game: 1 legal, 0 illegal\n"));
  EXPECT_THAT(Arbiter({"validate", "-", "--game", "4"}, kGames).err, HasSubstr("- holds 3 games"));
  EXPECT_THAT(Arbiter({"validate", "-"}, "").err, HasSubstr("- holds no games"));
  EXPECT_EQ(Out({"validate", "-", "--variant", "chak"}, "1. e4 *"),
            "-:1: chak, ? - ?, *: legal, 1 action; the rules leave the game open\n"
            "1 game: 1 legal, 0 illegal\n");
  EXPECT_EQ(Arbiter({"validate", "-"}, "1. e4 *").exit_code, 1) << "the variant is unknown";
  EXPECT_EQ(Arbiter({"validate", "no/such.pgn"}).exit_code, 1);
  EXPECT_EQ(Arbiter({"validate", "-", "--moves", "e3e4"}, kGames).exit_code, 2);
}

TEST(PgnCommandLine, ArgumentsWithoutEffectAreWrongUsage) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"validate", "-", "--draw-policy", "claim"},
                                             {"validate", "-", "--result", "white-wins"},
                                             {"validate", "makruk", "--game", "1"},
                                             {"validate", "makruk", "--variant", "chak"},
                                             {"review", "-", "--moves", "e3e4"},
                                             {"review", "makruk", "--moves", "e3e4", "--game", "1"},
                                             {"pgn", "-", "--result", "white-wins"},
                                             {"pgn", "-", "--tag", "White=Anna"},
                                             {"pgn", "-", "--viewer", "black"},
                                             {"pgn", "makruk", "--game", "1"}}) {
    const ProgramResult refused = Arbiter(arguments, kGames);
    EXPECT_EQ(refused.exit_code, 2) << ::testing::PrintToString(arguments);
    EXPECT_EQ(refused.out, "");
  }
  EXPECT_EQ(Arbiter({"pgn", "-", "--game", "1"}, R"({"variant":"chak"})").exit_code, 2);
}

// Files may come from strangers and must not control the terminal.
TEST(PgnCommandLine, ControlCharactersDoNotReachTheTerminal) {
  const std::string games =
      "[White \"\u009b31mAnna\"]\n[Variant \"\u009b31m\"]\n\n*\n\n"
      "[Event \"?\"]\n[Variant \"Makruk\"]\n[x \x1b[31m]\n\n1. \x1b]0;title\x07 *\n"
      "[Event \"?\"]\n[Variant \"Makruk\"]\n[FEN \"\u009b31m\"]\n\n*\n";
  for (const char* command : {"validate", "review", "pgn"}) {
    const ProgramResult finished = Arbiter({command, "-"}, games);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.out + finished.err, HasSubstr("?31m"));
    EXPECT_THAT(finished.out + finished.err, Not(HasSubstr("\u009b")));
    EXPECT_THAT(finished.out + finished.err, Not(HasSubstr("\x1b")));
  }
}

TEST(PgnCommandLine, JsonHasTheMessagesOfEachGame) {
  const ProgramResult validated = Arbiter({"validate", "-", "--json"}, kGames);
  EXPECT_EQ(validated.exit_code, 1);
  EXPECT_THAT(validated.out, StartsWith("{\"game\":{\"variant\":\"makruk\""));
  EXPECT_THAT(validated.out, HasSubstr("\n{\"verdict\":\"VERDICT_LEGAL\""));
  EXPECT_THAT(validated.out, HasSubstr("\"fault\":{\"line\":12,\"column\":13,\"text\":\"Nf9\""));
}

TEST(PgnCommandLine, R4_OutcomesOfAGameMustFollowFromItsSeed) {
  const std::string written = Out({"pgn", "chakart", "--moves", "g1f3 e7e5 h1g1", "--record-seed",
                                   "000102030405060708090a0b0c0d0e0f"});
  EXPECT_THAT(written, HasSubstr("[%draw egg="));
  for (const auto& [seed, code] : {std::pair("000102030405060708090a0b0c0d0e0f", 0),
                                   std::pair("000102030405060708090a0b0c0d0e10", 1)}) {
    const ProgramResult validated =
        Arbiter({"validate", "-"}, StrCat("[Seed \"", seed, "\"]\n", written));
    EXPECT_EQ(validated.exit_code, code) << validated.out;
    if (code != 0) {
      EXPECT_THAT(validated.out, HasSubstr("IMPOSSIBLE_OUTCOME"));
      EXPECT_THAT(validated.out + validated.err, Not(HasSubstr("0405")));
    }
  }
}

TEST(PgnCommandLine, LargeFilesAreSentInParts) {
  std::string games;
  std::string moves;
  for (int i = 0; i < 20; ++i) StrAppend(&moves, "b1d2 b8d7 d2b1 d7b8 ");
  for (int i = 0; i < 2'000; ++i) {
    StrAppend(&games, "[Event \"", i,
              "\"]\n[Variant \"Makruk\"]\n"
              "[VariantOptions \"draw_policy=claim\"]\n\n",
              moves, "*\n\n");
  }
  games += "[Event \"last\"]\n[Variant \"Makruk\"]\n\n1. e9 *\n";
  const ProgramResult read = Arbiter({"pgn", "-", "--game", "2001"}, games);
  EXPECT_EQ(read.exit_code, 1);
  EXPECT_THAT(read.err, HasSubstr("-:12004:4: e9: BAD_NOTATION"));
}

TEST(PgnCommandLine, Latin1IsRead) {
  const ProgramResult read =
      Arbiter({"pgn", "-"}, "[White \"Ren\xE9\"]\n[Variant \"chak\"]\n\n1. e4 *\n");
  EXPECT_EQ(read.exit_code, 0) << read.err;
  EXPECT_THAT(read.out, HasSubstr("René"));
}

TEST(PgnCommandLine, RecordIsWrittenAndReadBack) {
  const std::string written =
      Out({"pgn", "makruk", "--moves", "e3e4; black:draw?; e6e5", "--option", "counting=manual",
           "--tag", "White=Anna", "--result", "draw"});
  EXPECT_THAT(written, HasSubstr("[White \"Anna\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n"));
  EXPECT_THAT(written, EndsWith("\n1. e4 {[%act draw?]} 1... e5 1/2-1/2\n\n"));
  EXPECT_EQ(Out({"pgn", "-"}, written),
            "# -:1: makruk, Anna - ?, 1/2-1/2\n"
            "# options {\"makruk\":{\"counting\":\"COUNTING_MANUAL\"}}\n"
            "e3e4\ndraw?\ne6e5\n");
  EXPECT_THAT(Out({"pgn", "-", "--json"}, written), HasSubstr("\"actions\":[\"e3e4\",\"draw?\""));
  const TemporaryFile file(R"({"variant":"chak","record":{"actions":["e3e4","resign"]}})");
  EXPECT_THAT(Out({"pgn", file.path()}), HasSubstr("1. e4 {[%act resign] White wins"));
}

TEST(PgnCommandLine, ReviewJudgesEachGame) {
  const ProgramResult reviewed = Arbiter({"review", "-", "--depth", "2"}, kGames);
  EXPECT_EQ(reviewed.exit_code, 1);
  EXPECT_THAT(reviewed.out, StartsWith("-:1: makruk, Anna - Bob, 1-0\n   1  White      e4"));
  EXPECT_THAT(reviewed.out, HasSubstr("White      accuracy"));
  EXPECT_THAT(reviewed.err, HasSubstr("-:12:13: Nf9: BAD_NOTATION"));
  EXPECT_EQ(
      Arbiter({"review", "-", "--depth", "2", "--svg", "-"}, StrCat(kGames, kGames)).exit_code, 2)
      << "a picture shows only one game";
  const ProgramResult drawn =
      Arbiter({"review", "-", "--depth", "2", "--game", "1", "--svg", "-"}, kGames);
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_THAT(drawn.out, HasSubstr("<svg"));
}

TEST(PgnCommandLine, EmbeddedAndRemoteOutputsAreEqual) {
  const ServerProcess server;
  for (const char* command : {"validate", "pgn"}) {
    const ProgramResult embedded = Arbiter({command, "-"}, kGames);
    const ProgramResult remote = Arbiter({command, "-", "--server", server.address()}, kGames);
    EXPECT_EQ(embedded.out, remote.out);
    EXPECT_EQ(embedded.err, remote.err);
    EXPECT_EQ(embedded.exit_code, remote.exit_code);
  }
}

}  // namespace
}  // namespace arbiter::testing
