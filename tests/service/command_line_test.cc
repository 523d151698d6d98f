// Tests `arbiter` as people use it, on its own and with a server.
#include "tests/service/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "core/base/strings.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(CommandLine, PerftPrintsTheCount) {
  EXPECT_EQ(Arbiter({"perft", "makruk", "--depth", "4"}).out, "273026\n");
}

TEST(CommandLine, EmbeddedAndRemoteOutputsAreEqual) {
  ServerProcess server;
  const std::vector<std::vector<std::string>> commands = {
      {"variants", "--json"},
      {"start", "chak", "--json"},
      {"legal", "makruk", "--json"},
      {"apply", "chak", "e3e4", "--json"},
      {"outcomes", "makruk", "e3e4", "--json"},
      {"outcomes", "chakart", "a1a3", "--fen", "4k3/8/8/e7/8/8/8/R3K3 w 0"},
      {"apply", "chakart", "d1d5?", "--fen", "4k3/8/8/8/8/8/8/3QK3 w 0", "--viewer", "black"},
      {"start", "chakart", "--option", "setup=symmetric", "--seed",
       "000102030405060708090a0b0c0d0e0f", "--json"},
      {"adjudicate", "chak", "--json"},
      {"convert", "makruk", "b1d2", "--json"},
      {"render", "makruk", "--svg"},
      {"perft", "chak", "--depth", "2"},
      {"apply", "makruk", "e3e5"},
  };
  for (std::vector<std::string> command : commands) {
    const ProgramResult embedded = Arbiter(command);
    command.insert(command.end(), {"--server", server.address()});
    const ProgramResult remote = Arbiter(command);
    EXPECT_EQ(embedded.out, remote.out) << command[0];
    EXPECT_EQ(embedded.err, remote.err) << command[0];
    EXPECT_EQ(embedded.exit_code, remote.exit_code) << command[0];
  }
}

TEST(CommandLine, RefusalNamesReasonFieldAndRule) {
  const ProgramResult refused = Arbiter({"apply", "makruk", "e3e5"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("ILLEGAL_ACTION"));
  EXPECT_THAT(refused.err, HasSubstr("actions[0]"));
  EXPECT_THAT(refused.err, HasSubstr("never two (M1)"));
}

TEST(CommandLine, WrongUsageAndUnreachableServerHaveTheirOwnExitCodes) {
  EXPECT_EQ(Arbiter({"perft"}).exit_code, 2);
  EXPECT_EQ(Arbiter({"legal", "chak", "--server", "127.0.0.1:1"}).exit_code, 3);
}

TEST(CommandLine, BatchPrintsOneAnswerPerLine) {
  const std::string input = R"({"id":"1","perft":{"position":{"variant":"chak"},"depth":1}})"
                            "\n\nnot JSON\n"
                            R"({"id":"2","perft":{"position":{"variant":"nothing"},"depth":1}})"
                            "\n";
  const ProgramResult batch = Arbiter({"batch"}, input);
  std::istringstream lines(batch.out);
  std::vector<std::string> answers;
  for (std::string line; std::getline(lines, line);) answers.push_back(line);
  ASSERT_EQ(answers.size(), 3U) << batch.out;
  EXPECT_EQ(answers[0], R"({"id":"1","perft":{"nodes":"33"}})");
  EXPECT_THAT(answers[1], HasSubstr(R"("code":3)"));
  EXPECT_THAT(answers[2], HasSubstr("UNKNOWN_VARIANT"));
}

// The id allows the caller to match the error to its request.
TEST(CommandLine, BatchKeepsTheIdOfAnInvalidLine) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"id":"seven","legalMoves":{"position":{"variant":"chak")", R"("id":"seven")"},
      {R"({"legalMoves":{"position":{"variant":"chak","id":"inner"}},"id" : "a\"b", x)",
       R"("id":"a\"b")"},
      {R"({"id":7,"legalMoves")", R"("id":"7")"},
      {R"({"id":"8","legalMoves":{"fem":"x"}})", R"("id":"8")"},
      {R"({"legalMoves":{"position":{"id":"inner"}},)", ""},
      {R"({"id":)", ""},
      {R"({"id":12)", ""},
      {R"({"id":"open)", ""},
      {R"({"id":{"no":1},)", ""},
      {R"(["id","x")", ""},
      {R"({"text":"\"id\":\"x\"",)", ""},
  };
  for (const auto& [line, id] : cases) {
    const ProgramResult batch = Arbiter({"batch"}, std::string(line) + "\n");
    EXPECT_THAT(batch.out, HasSubstr(R"("code":3)")) << line;
    if (*id != 0) {
      EXPECT_THAT(batch.out, HasSubstr(id)) << line;
    } else {
      EXPECT_THAT(batch.out, ::testing::Not(HasSubstr(R"("id":)"))) << line;
    }
  }
}

// A device such as /dev/zero was read until the memory was full.
TEST(CommandLine, FilesAreReadOnlyToABound) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"validate", "/dev/zero"}, "256 MiB"},
      {{"pgn", "/dev/zero"}, "256 MiB"},
      {{"legal", "chak", "--record", "/dev/zero"}, "16 MiB"},
      {{"legal", "chak", "--snapshot-file", "/dev/zero"}, "4 MiB"},
      {{"keys", "list", "--file", "/dev/zero"}, "32 MiB"},
      {{"keys", "add", "site", "--file", "/dev/zero"}, "32 MiB"},
      {{"legal", "chak", "--server", "127.0.0.1:1", "--api-key-file", "/dev/zero"}, "64 KiB"},
      {{"legal", "chak", "--server", "127.0.0.1:1", "--tls-ca", "/dev/zero"}, "4 MiB"},
  };
  for (const auto& [arguments, bound] : cases) {
    const ProgramResult refused = Arbiter(arguments);
    EXPECT_EQ(refused.exit_code, 1) << ::testing::PrintToString(arguments);
    EXPECT_THAT(refused.err, HasSubstr("cannot read /dev/zero: it is larger than " + bound +
                                       ", the limit for such a file"));
  }
  const ProgramResult input =
      Arbiter({"legal", "chak", "--record", "-"}, std::string((16 << 20) + 1, ' '));
  EXPECT_EQ(input.exit_code, 1);
  EXPECT_THAT(input.err, HasSubstr("cannot read standard input: it is larger than 16 MiB"));
}

TEST(CommandLine, LongLineOfPlayIsRefused) {
  const ProgramResult play =
      Arbiter({"play", "chak"}, std::string((64 << 20) + 1, 'x') + "\nfen\n");
  EXPECT_EQ(play.exit_code, 0) << play.err;
  EXPECT_THAT(play.out, HasSubstr("the line is longer than 67108864 bytes"));
  EXPECT_THAT(play.out, HasSubstr("rvsqkjsvr/4o4/"));
}

TEST(CommandLine, RequestsOfABatchAreReadAsStrictJson) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"listVariants":{},"listVariants":{}})", "list_variants: the field is repeated"},
      {R"({"listVariants":{},"perft":{}})", "perft: `list_variants` is given, too"},
      {R"({"listVariants":{},})", "not JSON: line 1, column 20: expected a name"},
      {R"({'listVariants':{}})", "not JSON: line 1, column 2: expected a name"},
      {R"({"perft":{"depth":"x"}})", "perft.depth: must be an integer from 0 to 4294967295"},
  };
  for (const auto& [line, message] : cases) {
    EXPECT_THAT(Arbiter({"batch"}, std::string(line) + "\n").out, HasSubstr(message)) << line;
  }
}

// The bytes 0 to 31.
constexpr char kHexSeed[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
constexpr char kBase64Seed[] = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

TEST(CommandLine, R3_SeedsAreReadInHexadecimalOrWithAPrefixInBase64) {
  const auto start = [](const std::string& seed) {
    return Arbiter(
        {"start", "chakart", "--option", "setup=symmetric", "--commitment", "--seed", seed});
  };
  const ProgramResult hex = start(kHexSeed);
  EXPECT_EQ(hex.exit_code, 0) << hex.err;
  EXPECT_THAT(hex.out,
              StartsWith("SHA-256   "
                         "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd\n"
                         "  base64  Yw3NKWbEM2aRElRIu7JbT/QSpJxzLbLIq8G4WBvXEN0=\n"
                         "8  b  b  n  k  n  r  r  q\n"));
  EXPECT_EQ(start(UpperCase(kHexSeed)).out, hex.out);
  EXPECT_EQ(start(StrCat("base64:", kBase64Seed)).out, hex.out);
  // 48 bytes, and another game.
  const ProgramResult base64 = start(StrCat("base64:", kHexSeed));
  EXPECT_EQ(base64.exit_code, 0) << base64.err;
  EXPECT_NE(base64.out, hex.out);
  // Without the prefix, a mistyped digit would silently start another game.
  std::string mistyped = kHexSeed;
  mistyped[0] = 'O';
  for (const std::string& seed : {std::string(kBase64Seed), mistyped, StrCat("0x", kHexSeed)}) {
    const ProgramResult refused = start(seed);
    EXPECT_EQ(refused.exit_code, 2) << seed;
    EXPECT_THAT(refused.err, HasSubstr("if it is base64, write base64: before it")) << seed;
  }
}

TEST(CommandLine, R3_AGeneratedSeedIsPrintedInHexadecimalAndInBase64) {
  std::istringstream lines(Out({"start", "chakart", "--generate-seed"}));
  std::string name;
  std::string hex;
  std::string base64;
  lines >> name >> hex;
  EXPECT_EQ(name, "Seed");
  lines >> name >> base64;
  EXPECT_EQ(name, "base64");
  const auto state = [](const std::string& seed) {
    return Out({"start", "chakart", "--option", "setup=symmetric", "--seed", seed});
  };
  EXPECT_EQ(state(hex), state("base64:" + base64));
}

// The seed of the hexadecimal digits and that of the same text as base64 start different games.
TEST(CommandLine, R3_JsonWithASeedThatCouldBeHexadecimalIsRefused) {
  const std::string either =
      "seed: hexadecimal digits could also be base64 of other bytes; JSON needs base64";
  const auto record = [](const std::string& seed) {
    return StrCat(R"({"seed":")", seed, R"(","actions":["g1f3"]})");
  };
  for (const std::string& seed : {std::string(kHexSeed), UpperCase(kHexSeed),
                                  std::string(kHexSeed).substr(1), std::string(22, 'a')}) {
    const ProgramResult refused = Arbiter({"apply", "chakart", "--record", "-"}, record(seed));
    EXPECT_EQ(refused.exit_code, 1) << seed;
    EXPECT_THAT(refused.err, HasSubstr("record: " + either)) << seed;
    const std::string batch =
        StrCat(R"({"startGame":{"variant":"chakart","randomness":{"seed":")", seed, "\"}}}\n");
    EXPECT_THAT(Arbiter({"batch"}, batch).out, HasSubstr("start_game.randomness." + either))
        << seed;
  }
  EXPECT_EQ(Arbiter({"apply", "chakart", "--record", "-"}, record(kBase64Seed)).exit_code, 0);
  // A text that is too short for a seed in either spelling is base64.
  EXPECT_THAT(Arbiter({"apply", "chakart", "--record", "-"}, record("cafe")).err,
              HasSubstr("the seed has 3 bytes"));
}

TEST(CommandLine, UnknownFieldErrorListsKnownFields) {
  const ProgramResult batch =
      Arbiter({"batch"}, R"({"legalMoves":{"position":{"variant":"chak","fem":"x"}}})"
                         "\n");
  EXPECT_THAT(batch.out, HasSubstr("legal_moves.position.fem: unknown field (did you mean "
                                   "fen? known: variant, "));
}

TEST(CommandLine, UnknownValueErrorListsKnownValues) {
  const ProgramResult batch =
      Arbiter({"batch"}, R"({"startGame":{"variant":"makruk","options":{"makruk":)"
                         R"({"counting":"COUNTING_AUT"}}}})"
                         "\n");
  EXPECT_THAT(batch.out, HasSubstr("start_game.options.makruk.counting: unknown value "
                                   "'COUNTING_AUT' (did you mean COUNTING_AUTO? known: "));
  EXPECT_THAT(Arbiter({"convert", "makruk", "--to", "thailan", "e4"}).err,
              HasSubstr("unknown value 'thailan' (did you mean thai-lan? known: action, "));
}

TEST(CommandLine, UnknownCommandOrOptionErrorListsKnownOnes) {
  const ProgramResult command = Arbiter({"aply", "makruk"});
  EXPECT_EQ(command.exit_code, 2);
  EXPECT_THAT(command.err, HasSubstr("unknown command aply (did you mean apply? known: "));
  const ProgramResult option = Arbiter({"legal", "makruk", "--form", "e3"});
  EXPECT_EQ(option.exit_code, 2);
  EXPECT_THAT(option.err, HasSubstr("unknown option --form (did you mean --from? known: "));
}

TEST(CommandLine, ConvertReadsTheThaiLanThatItWrites) {
  const ProgramResult written =
      Arbiter({"convert", "makruk", "--from", "action", "--to", "thai-lan", "e3e4 e6e5 b1d2"});
  EXPECT_EQ(written.out, "บ จ๓-จ๔; บ จ๖-จ๕; ม ข๑-ง๒\n");
  for (const char* line : {"บ จ๓-จ๔; บ จ๖-จ๕; ม ข๑-ง๒", "บ จ๓-จ๔ บ จ๖-จ๕ ม ข๑-ง๒"}) {
    EXPECT_EQ(Arbiter({"convert", "makruk", "--from", "thai-lan", line}).out, "e3e4 e6e5 b1d2\n");
  }
}

TEST(CommandLine, BatchAcceptsGamesOf5000Actions) {
  std::string actions;
  for (int i = 0; i < 1250; ++i) {
    actions += R"("b1d2","b8d7","d2b1","d7b8",)";
  }
  actions.pop_back();
  const ProgramResult batch = Arbiter(
      {"batch"},
      R"({"id":"1","validateGame":{"variant":"makruk","options":{"drawPolicy":"DRAW_POLICY_CLAIM"},)"
      R"("record":{"actions":[)" +
          actions + "]}}}\n");
  EXPECT_THAT(batch.out, HasSubstr(R"("verdict":"VERDICT_LEGAL")"));
  EXPECT_THAT(batch.out, HasSubstr(R"("actionsApplied":5000)"));
}

TEST(CommandLine, BundleThatIsTooLargeForAMessageFailsAlone) {
  const ServerProcess server;
  const std::string position = R"({"legalMoves":{"position":{"variant":"makruk"}}})";
  std::string items = position;
  for (int i = 0; i < 80'000; ++i) items += "," + position;
  const ProgramResult batch =
      Arbiter({"batch", "--server", server.address()},
              R"({"id":"large","bundle":{"items":[)" + items + R"(]}})" + "\n" +
                  R"({"id":"small","bundle":{"items":[)" + position + R"(]}})" + "\n");
  EXPECT_EQ(batch.exit_code, 0) << batch.err;
  EXPECT_THAT(batch.out, HasSubstr(R"("id":"large","status":)"));
  EXPECT_THAT(batch.out, HasSubstr("LIMIT_EXCEEDED"));
  EXPECT_THAT(
      batch.out,
      HasSubstr(R"("id":"small","bundle":{"items":[{"legalMoves":{"texts":["a1a2","a3a4")"));
}

TEST(CommandLine, PlayIsAGameForTwoPeople) {
  const ProgramResult play = Arbiter({"play", "makruk"}, "e3e4\ne3e4\nNd7\nresign\n");
  EXPECT_THAT(play.out + play.err, HasSubstr("no piece on e3"));
  EXPECT_THAT(play.out, HasSubstr("Black wins: White resigned."));
  EXPECT_EQ(play.exit_code, 0);
}

TEST(CommandLine, NotesFollowTheTurn) {
  EXPECT_THAT(
      Arbiter({"apply", "chak", "e3e4", "e7e6"}).out,
      EndsWith("Turn      White, move 2\nNotes     Plies without a capture or promotion: 2; "
               "until a draw can be claimed: 98.\n"));
  EXPECT_THAT(Arbiter({"start", "chakart"}).out,
              EndsWith("Turn      White, move 1\n"
                       "Notes     White still has the shell and the stealth move.\n"
                       "          Black still has the shell and the stealth move.\n"));
}

TEST(CommandLine, NotesBelowAPictureAreNotRepeated) {
  const std::vector<std::string> count = {"--fen", "7k/8/8/8/8/8/8/K2RRN2 b - 16 10 40"};
  const std::string note = "Black counts 6 of 8 (pieces' honour); moves left: 3.\n";
  std::vector<std::string> apply = {"apply", "makruk", "h8h7"};
  apply.insert(apply.end(), count.begin(), count.end());
  const std::string applied = Arbiter(apply).out;
  EXPECT_THAT(applied, HasSubstr("[ ] last move\n" + note));
  EXPECT_THAT(applied, Not(HasSubstr("Notes")));
  std::vector<std::string> adjudicate = {"adjudicate", "makruk", "--moves", "h8h7"};
  adjudicate.insert(adjudicate.end(), count.begin(), count.end());
  EXPECT_THAT(Arbiter(adjudicate).out, HasSubstr("Notes     " + note));
}

TEST(CommandLine, PassIsShownAlthoughItHasNoSquares) {
  const std::string stuck = R"(L7/8/8/8/8/8/8/k7 w 0 {"flags":"1111"})";
  const ProgramResult applied = Arbiter({"apply", "chakart", "0000", "--fen", stuck});
  EXPECT_EQ(applied.exit_code, 0) << applied.err;
  EXPECT_THAT(applied.out, HasSubstr("White passes"));
  const ProgramResult played = Arbiter({"play", "chakart", "--fen", stuck}, "0000\nfen\nquit\n");
  EXPECT_THAT(played.out, HasSubstr("K7/8/8/8/8/8/8/k7 b 1"));
}

TEST(CommandLine, PlayGeneratesSeedsForRandomDraws) {
  const ProgramResult played =
      Arbiter({"play", "chakart", "--option", "setup=asymmetric"}, "moves\nrecord\nquit\n");
  EXPECT_EQ(played.exit_code, 0) << played.err;
  EXPECT_THAT(played.out, HasSubstr("a2a3 a3"));
  const ProgramResult rook =
      Arbiter({"play", "chakart", "--fen", "4k3/8/8/8/8/8/8/R3K3 w 0"}, "a1a3\nrecord\nquit\n");
  EXPECT_THAT(rook.out, HasSubstr("a1a3{put=b"));
}

}  // namespace
}  // namespace arbiter::testing
