#include "core/pgn/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "core/game/registry.h"
#include "tests/support/jsonl.h"
#include "tests/support/process_facts.h"

namespace arbiter::pgn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::StartsWith;

std::vector<ReadResult> ReadAll(std::string_view text, const ReadOptions& options = {}) {
  std::vector<ReadResult> games;
  const absl::Status status = ReadGames(
      text, options, [] { return absl::OkStatus(); },
      [&games](ReadResult game) {
        games.push_back(std::move(game));
        return absl::OkStatus();
      });
  EXPECT_TRUE(status.ok()) << status;
  return games;
}

// Returns the fault as `line:column text REASON: message`; empty if there is none.
std::string FaultOf(const ReadResult& read) {
  if (!read.fault) return "";
  const Fault& fault = *read.fault;
  return StrCat(fault.place.line, ":", fault.place.column, " ", fault.text, " ",
                ReasonName(ReasonOf(fault.status)), ": ", std::string(fault.status.message()));
}

// Reads one game of a variant, which `movetext` need not name.
ReadResult Read(std::string_view variant, std::string_view movetext) {
  ReadOptions options;
  options.variant = *FindVariant(variant);
  std::vector<ReadResult> games = ReadAll(movetext, options);
  EXPECT_EQ(games.size(), 1U) << movetext;
  return games.empty() ? ReadResult() : std::move(games.front());
}

std::vector<std::string> ActionsOf(std::string_view variant, std::string_view movetext) {
  ReadResult read = Read(variant, movetext);
  EXPECT_EQ(FaultOf(read), "") << movetext;
  return std::move(read.game.actions);
}

TEST(PgnRead, EveryNotationIsUnderstood) {
  for (const char* line : {"1. e4 e5 2. Nd2 Nd7", "1.e3e4 e6e5 2.b1d2 b8d7",
                           "e3-e4 e6-e5 Nb1-d2 Nb8-d7", "1. จ๔ จ๕ 2. ม-ง๒ ม-ง๗",
                           "1.e4! e5?! 2.Nd2!! $5 2...Nbd7??", "1 e4 1... e5 2 N1d2 ... Nd7 *"}) {
    EXPECT_THAT(ActionsOf("makruk", line), ElementsAre("e3e4", "e6e5", "b1d2", "b8d7")) << line;
  }
}

TEST(PgnRead, VariationsAndCommentsAreSkippedAtAnyDepth) {
  EXPECT_THAT(ActionsOf("makruk",
                        "1. e4 (1. Nf9 (1. a4 {)} a5) (2. x)) {[%clk 1:00] [%eval 0.3]} "
                        "1... e5 ; ( {\n*"),
              ElementsAre("e3e4", "e6e5"));
  const std::string deep(100'000, '(');
  EXPECT_THAT(ActionsOf("makruk", StrCat("e4 ", deep, std::string(deep.size(), ')'), " e5")),
              ElementsAre("e3e4", "e6e5"));
  EXPECT_EQ(FaultOf(Read("makruk", "e4 ((a4) e5 *")),
            "1:4 ( BAD_NOTATION: the variation is not closed");
  EXPECT_EQ(FaultOf(Read("makruk", "e4 ) e5 *")),
            "1:4 ) BAD_NOTATION: there is no open variation to close");
}

// Fairy-Stockfish wrote the moves of these games.
TEST(PgnRead, M12_MakrukGamesOfFairyStockfishAreRead) {
  int moves = 0;
  for (const auto& row : testing::ReadJsonLines("core/variants/makruk/testdata/games.jsonl")) {
    std::string text = "[Variant \"Makruk\"]\n\n";
    for (const std::string& san : testing::Texts(row, "san")) StrAppend(&text, san, "\n");
    const std::vector<ReadResult> read = ReadAll(text + "*");
    ASSERT_EQ(read.size(), 1U);
    ASSERT_EQ(FaultOf(read[0]), "");
    ASSERT_EQ(read[0].game.actions, testing::Texts(row, "moves"));
    moves += static_cast<int>(read[0].game.actions.size());
  }
  EXPECT_GT(moves, 1000);
}

TEST(PgnRead, F1_PromotedPiecesOfChakCanHaveAPlus) {
  // pychess writes promoted pieces of Chak in this way.
  const char* fen = "[FEN \"8k/9/9/9/4+P4/9/9/9/K8 w - - 0 1\"]\n[SetUp \"1\"]\n\n";
  EXPECT_THAT(ActionsOf("chak", StrCat(fen, "1. +Pe6 Kh8 2. +Pf7+ *")),
              ElementsAre("e5e6", "i9h8", "e6f7"));
  EXPECT_THAT(ActionsOf("chak", "[FEN \"8k/9/4+K4/9/9/9/9/9/9 w - - 0 1\"]\n\n1. +Ke5"),
              ElementsAre("e7e5"));
  // A pawn's move can begin with the letter of the pawn.
  EXPECT_THAT(ActionsOf("chak", "[FEN \"8k/9/9/9/9/3v5/2P6/9/K8 w - - 0 1\"]\n\n1. Pxd4"),
              ElementsAre("c3d4"));
}

TEST(PgnRead, OutcomesBidsAndActionsAreReadFromComments) {
  const std::string board = "[FEN \"4k3/8/8/e7/8/8/8/R3K3 w 0\"]\n\n";
  EXPECT_THAT(ActionsOf("chakart", board + "1. Ra5 {[%draw egg=chomp]} Kd8"),
              ElementsAre("a1a5{egg=chomp}", "e8d8"));
  EXPECT_THAT(ActionsOf("chakart", board + "1. Ra5*C Kd8"), ElementsAre("a1a5{egg=chomp}", "e8d8"));
  // `[%act]` can contain a second action of the same turn, or a move that PGN cannot express, which
  // is written as `--`. The `?` after d5 is an annotation.
  EXPECT_THAT(
      ActionsOf("chakart", board + "1. Ra5 {[%draw egg=kingboo,put=b4]\n[%act a5~e8] good} Ka6"),
      ElementsAre("a1a5{egg=kingboo,put=b4}", "a5~e8", "a5a6"));
  EXPECT_THAT(ActionsOf("chakart", "1. e4 g6 2. -- {[%act d1h5?]} d5? 3. a3"),
              ElementsAre("e2e4", "g7g6", "d1h5?", "d7d5", "a2a3"));
  EXPECT_THAT(
      ActionsOf("chpok",
                "[VariantOptions \"chips=2\"]\n\n{[%bid raise white +1] [%bid match white] "
                "[%draw white=challenger]} {[%bid raise time\n+1 5+3] [%bid raise xf +1 -]} "
                "1. e4 {[%act black:resign]} 1-0"),
      ElementsAre("raise white +1", "match white{white=challenger}", "raise time +1 5+3",
                  "raise xf +1 -", "e2e4", "resign"));
}

TEST(PgnRead, H6_QuestionMarkIsAnAnnotationUnlessTheMoveCanBeAStealthMove) {
  EXPECT_THAT(ActionsOf("chakart", "1. e4 e5? 2. Qh5? Qe7?? 3. Qh4 *"),
              ElementsAre("e2e4", "e7e5", "d1h5?", "d8e7", "h5h4"));
}

TEST(PgnRead, P6_TimeUsedFollowsTheAction) {
  const ReadResult read =
      Read("chpok",
           "[VariantOptions \"minutes=1; skip_bidding=true\"]\n\n1. e4 {[%emt 0:00:01.5]} e5 "
           "2. Nf3 {[%emt 0:02:00]} 0-1");
  EXPECT_EQ(FaultOf(read), "");
  EXPECT_THAT(read.game.actions, ElementsAre("e2e4", "e7e5", "timeout"));
  EXPECT_THAT(read.game.elapsed_ms, ElementsAre(1'500, -1, 120'000));
  EXPECT_EQ(read.game.result, arbiter::Result::kBlackWins);
}

// Returns a game of Makruk with these tags.
ReadResult ReadTimed(std::string_view tags, std::string_view movetext) {
  ReadResult read = Read("makruk", StrCat(tags, "\n\n", movetext));
  EXPECT_EQ(FaultOf(read), "") << tags << movetext;
  return read;
}

TEST(PgnRead, C17_ATimeControlIsTheOptionClock) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"[TimeControl \"300+3\"]", "300+3"},
      {"[TimeControl \"300\"]", "300+0"},
      {"[TimeControl \"15+3600\"]", "15+3600"},
      {"[WhiteTimeControl \"300+3\"]\n[BlackTimeControl \"180+3\"]", "300,180+3"},
      {"[WhiteTimeControl \"300\"]\n[BlackTimeControl \"300\"]", "300+0"},
      {"[VariantOptions \"clock=300+3\"]", "300+3"},
      {"[VariantOptions \"clock=300+3\"]\n[TimeControl \"300+3\"]", "300+3"},
      {"[VariantOptions \"clock=300+0\"]\n[TimeControl \"300\"]", "300+0"},
      {"[VariantOptions \"clock=300+0\"]\n[TimeControl \"?\"]", "300+0"},
  };
  for (const auto& [tags, clock] : cases) {
    const ReadResult read = ReadTimed(tags, "1. e4 e5 *");
    EXPECT_THAT(read.game.options, ElementsAre(Pair("clock", clock))) << tags;
    EXPECT_THAT(read.game.tags, IsEmpty()) << tags;
    EXPECT_THAT(read.game.elapsed_ms, IsEmpty()) << tags;
  }
}

TEST(PgnRead, C17_OtherTimeControlsGiveNoClock) {
  for (const std::string_view value :
       {"", "?", "-", "40/7200:3600", "14+0", "60001+0", "300+3601", "300,180+3", "*180", "0300",
        "300 + 3", "5:00", "300+3+", "99999999999999999999"}) {
    const ReadResult read = ReadTimed(StrCat("[TimeControl \"", value, "\"]"),
                                      "1. e4 {[%emt 0:00:01] [%clk 0:00:01]} e5 *");
    EXPECT_THAT(read.game.options, IsEmpty()) << value;
    ASSERT_EQ(read.game.tags.size(), 1U) << value;
    EXPECT_EQ(read.game.tags[0].value, value);
    EXPECT_THAT(read.game.elapsed_ms, IsEmpty()) << "times without clocks are dropped";
  }
  for (const std::string_view tags :
       {"[WhiteTimeControl \"300+3\"]", "[BlackTimeControl \"300+3\"]",
        "[WhiteTimeControl \"300+3\"]\n[BlackTimeControl \"300+2\"]",
        "[WhiteTimeControl \"300+3\"]\n[BlackTimeControl \"-\"]"}) {
    EXPECT_THAT(ReadTimed(tags, "1. e4 e5 *").game.options, IsEmpty()) << tags;
  }
  // The option can say that the tag is not about clocks.
  const ReadResult none =
      ReadTimed("[VariantOptions \"clock=-\"]\n[TimeControl \"300+3\"]", "1. e4 {[%emt 1]} e5 *");
  EXPECT_THAT(none.game.options, IsEmpty());
  EXPECT_THAT(none.game.elapsed_ms, IsEmpty());
  EXPECT_EQ(none.game.tags.size(), 1U);
  // Chpok has clocks of its own.
  const ReadResult chpok = Read("chpok", "[TimeControl \"300+3\"]\n\n*");
  EXPECT_EQ(FaultOf(chpok), "");
  EXPECT_THAT(chpok.game.options, IsEmpty());
  EXPECT_EQ(chpok.game.tags.size(), 1U);
}

TEST(PgnRead, C17_TagsThatDisagreeAboutTheClocksAreAFault) {
  const ReadResult read =
      Read("makruk", "[VariantOptions \"clock=300+3\"]\n[TimeControl \"300+2\"]\n\n*");
  EXPECT_EQ(FaultOf(read),
            "2:1 TimeControl BAD_FIELD: the tag says 300+2, but VariantOptions says clock=300+3");
}

TEST(PgnRead, C17_TheTimeLeftGivesTheTimeUsed) {
  // As lichess writes it, with the bonus of the move.
  const std::string_view tags = "[TimeControl \"300+3\"]";
  const ReadResult lichess = ReadTimed(tags,
                                       "1. e4 { [%clk 0:05:00] } 1... e5 { [%clk 0:04:58] } "
                                       "2. Nd2 { [%eval 0.1] [%clk 0:03:10.5] } Nd7 *");
  EXPECT_THAT(lichess.game.elapsed_ms, ElementsAre(3'000, 5'000, 112'500, -1));
  // [%emt] is more precise, and a control action earns no bonus.
  EXPECT_THAT(ReadTimed(tags,
                        "1. e4 {[%emt 0:00:01] [%clk 0:04:00]} e5 {[%clk 0:05:03] [%emt 7] "
                        "[%act draw?] [%clk 0:05:01]} *")
                  .game.elapsed_ms,
              ElementsAre(1'000, 7'000, 1'000));
}

TEST(PgnRead, C17_TheTimeLeftNeverMakesAGameIllegal) {
  const std::string_view tags = "[TimeControl \"300+3\"]";
  // A clock that gained time, one that lost more than it had, and one that is not a time.
  EXPECT_THAT(ReadTimed(tags,
                        "1. e4 {[%clk 9:00:00]} e5 {[%clk 0:00:00]} 2. Nd2 {[%clk x]} "
                        "Nd7 {[%clk -1]} 3. Nb1 {[%clk 99999999999:00:00]} *")
                  .game.elapsed_ms,
              ElementsAre(0, 300'000, -1, -1, 0));
  // Other programs measure time in other ways. If the moves contradict the clocks that only the
  // tag TimeControl says the game has, it is read without clocks.
  for (const std::string_view moves :
       {"1. e4 {[%emt 0:06:00]} e5 2. Nd2 *", "1. e4 e5 2. Nd2 {[%act timeout]} 1-0",
        "1. e4 {[%act white:timeout]} 0-1"}) {
    const ReadResult read = ReadTimed(tags, moves);
    EXPECT_THAT(read.game.options, IsEmpty()) << moves;
    ASSERT_EQ(read.game.tags.size(), 1U) << moves;
    EXPECT_EQ(read.game.tags[0].name, "TimeControl");
    EXPECT_THAT(read.game.elapsed_ms, IsEmpty()) << moves;
    EXPECT_GE(read.game.actions.size(), 2U) << moves;
  }
  // With VariantOptions, the clocks are those of the game.
  EXPECT_EQ(FaultOf(Read("makruk",
                         "[VariantOptions \"clock=300+3\"]\n\n1. e4 {[%act white:timeout]} 0-1")),
            "3:7 white:timeout CLAIM_REFUSED: white:timeout: White has 303000 ms left on the clock "
            "(C17)");
  // A fault that the clocks have not caused is reported for the game with clocks.
  const ReadResult faulty = Read("makruk", StrCat(tags, "\n\n1. e4 {[%clk 0:05:00]} e9 *"));
  EXPECT_THAT(FaultOf(faulty), StartsWith("3:24 e9 BAD_NOTATION"));
  EXPECT_THAT(faulty.game.options, ElementsAre(Pair("clock", "300+3")));
}

TEST(PgnRead, ResultThatContradictsTheRulesIsAFault) {
  const std::string mated = "[FEN \"k8/4D4/9/9/9/9/9/9/9 b - - 0 1\"]\n";
  EXPECT_EQ(FaultOf(Read("chak", mated + "\n0-1")),
            "3:1 0-1 BAD_FIELD: the result is given as 0-1, but the rules say: White wins by altar "
            "mate. (K13)");
  EXPECT_THAT(FaultOf(Read("chak", mated + "[Result \"1/2-1/2\"]\n\n*")),
              StartsWith("2:1 Result BAD_FIELD: the result is given as 1/2-1/2"));
  for (const char* result : {"1-0", "*", ""}) {
    const ReadResult read = Read("chak", StrCat(mated, "\n", result));
    EXPECT_EQ(FaultOf(read), "");
    EXPECT_EQ(read.game.result, arbiter::Result::kWhiteWins) << result;
  }
  EXPECT_EQ(FaultOf(Read("chak", "[Result \"1-0\"]\n\n1. e4 0-1")),
            "3:7 0-1 BAD_FIELD: the tag Result says 1-0, but the movetext ends with 0-1");
  EXPECT_THAT(FaultOf(Read("chak", "[Result \"2-0\"]\n\n1. e4 0-1")),
              StartsWith("1:1 Result BAD_FIELD: '2-0' is not a result"));
  EXPECT_THAT(FaultOf(Read("chak", mated + "\n1... Kb8 1-0")), HasSubstr("Kb8 GAME_OVER: "));
}

TEST(PgnRead, C7_OngoingGameCanHaveAnyResult) {
  for (const auto& [text, result] :
       {std::pair("1-0", arbiter::Result::kWhiteWins),
        std::pair("0-1", arbiter::Result::kBlackWins), std::pair("1/2", arbiter::Result::kDraw),
        std::pair("*", arbiter::Result::kOngoing)}) {
    EXPECT_EQ(Read("makruk", StrCat("1. e4 ", text)).game.result, result);
  }
  EXPECT_EQ(Read("makruk", "[Result \"1-0\"]\n\n1. e4 *").game.result, arbiter::Result::kWhiteWins);
  // The Challenger stands for White until the colours are known.
  EXPECT_EQ(Read("chpok", "{[%bid raise white +1]} 0-1").game.result,
            arbiter::Result::kSecondPlayerWins);
}

TEST(PgnRead, VariantNamesAreCaseInsensitive) {
  const std::vector<ReadResult> games = ReadAll(
      "[Variant \"MAKRUK\"] * [Variant \"Chak\"] * [Variant \"chakart\"] * [Variant \"Chpok\"] "
      "* [Variant \"Chess\"] * [White \"x\"] *");
  ASSERT_EQ(games.size(), 6U);
  EXPECT_EQ(games[0].game.variant->info().id, "makruk");
  EXPECT_EQ(games[1].game.variant->info().id, "chak");
  EXPECT_EQ(games[2].game.variant->info().id, "chakart");
  EXPECT_EQ(games[3].game.variant->info().id, "chpok");
  EXPECT_THAT(FaultOf(games[4]), HasSubstr("Variant UNKNOWN_VARIANT: unknown variant 'Chess'"));
  EXPECT_THAT(FaultOf(games[5]), HasSubstr("UNKNOWN_VARIANT: the game has no Variant tag"));
}

TEST(PgnRead, GamesWithoutMovesAndResultEndAtTheNextTagsOfTheSameNames) {
  const std::string tags = "[Event \"1\"]\n[Variant \"makruk\"]\n";
  const std::string other = "[Event \"2\"]\n[Variant \"makruk\"]\n\n1. e4 *\n";
  for (const std::string& between :
       {"\n", "\n\n", "{ no moves }\n", "; no moves\n", "\n{ no moves }\n\n"}) {
    const std::vector<ReadResult> games = ReadAll(StrCat(tags, between, other));
    ASSERT_EQ(games.size(), 2U) << between;
    EXPECT_THAT(games[0].game.actions, IsEmpty());
    EXPECT_THAT(games[1].game.actions, ElementsAre("e3e4"));
    EXPECT_EQ(games[1].game.tags[0].value, "2");
    EXPECT_EQ(FaultOf(games[0]), "");
    EXPECT_EQ(FaultOf(games[1]), "");
  }
  // A blank line between the tags of one game is harmless.
  const std::vector<ReadResult> one =
      ReadAll("[Event \"1\"]\n\n[Variant \"makruk\"]\n\n[Site \"x\"]\n\n1. e4 *\n");
  ASSERT_EQ(one.size(), 1U);
  EXPECT_THAT(one[0].game.actions, ElementsAre("e3e4"));
  // In one group, the same tag twice is a fault, as before.
  EXPECT_THAT(FaultOf(Read("makruk", "[FEN \"x\"]\n[FEN \"y\"]\n*")),
              HasSubstr("the tag FEN appears twice"));
}

// The tags since the last gap belong to the game that their repetition begins, whichever comes
// first.
TEST(PgnRead, TagsBeforeTheRepeatedOneBelongToTheNextGame) {
  std::vector<std::string> games;
  const absl::Status status = ReadGames(
      "[Event \"1\"]\n[Variant \"Makruk\"]\n\n[Site \"x\"]\n[Event \"2\"]\n[Variant "
      "\"Makruk\"]\n\n1. e4 *\n[Event \"3\"]\n[Variant \"Chak\"]\n1. e4 *",
      {}, [] { return absl::OkStatus(); },
      [&](const ReadResult& read) {
        std::string text = StrCat(read.fault ? "fault " : "", read.game.actions.size());
        for (const Tag& tag : read.game.tags) StrAppend(&text, " ", tag.name, "=", tag.value);
        games.push_back(text);
        return absl::OkStatus();
      });
  EXPECT_THAT(status, testing::IsOk());
  EXPECT_THAT(games, ElementsAre("0 Event=1", "1 Site=x Event=2", "1 Event=3"));
}

TEST(PgnRead, F4_TheFenIsMadeCanonical) {
  EXPECT_EQ(Read("makruk", "[SetUp \"1\"]\n[FEN \" 4k3/8/8/8/8/8/4R3/4K3  b - 0 0 0 \"]\n\n*")
                .game.start_fen,
            "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
  EXPECT_EQ(
      Read("makruk", "[SetUp \"1\"]\n[FEN \"4k3/8/8/4M~3/4M3/8/4R3/4K3 b\"]\n\n*").game.start_fen,
      "4k3/8/8/4M~3/4M3/8/4R3/4K3 b - - 0 1");
}

TEST(PgnRead, C15_ThaiMovesHaveBlanksInEveryStyle) {
  EXPECT_THAT(ActionsOf("makruk", "1. จ4 จ5 2. ม ข1-ง2 ม.ข8 - ง7 3. ง4 จ5 ×\nง4 *"),
              ElementsAre("e3e4", "e6e5", "b1d2", "b8d7", "d3d4", "e5d4"));
}

TEST(PgnRead, C15_ForeignSignsAndResultsAreRead) {
  EXPECT_THAT(ActionsOf("makruk", "1. e4 e5*"), ElementsAre("e3e4", "e6e5"));
  EXPECT_THAT(ActionsOf("makruk", "1. c4 ± c5 ∞ 2. Nc3 += Nc6 3. Bc2! -+ Bc7‼ 4. Qf2 = Qe7"),
              ElementsAre("c3c4", "c6c5", "b1c3", "b8c6", "c1c2", "c8c7", "e1f2", "d8e7"));
  for (const char* result : {"1/2", "½-½", "0.5-0.5", "1/2–1/2", "1/2-1/2", "½"}) {
    const ReadResult read = Read("makruk", StrCat("1. e4 ", result));
    EXPECT_EQ(FaultOf(read), "") << result;
    EXPECT_EQ(read.game.result, Result::kDraw) << result;
    EXPECT_EQ(Read("makruk", StrCat("[Result \"", result, "\"]\n\n1. e4 *")).game.result,
              Result::kDraw);
  }
  EXPECT_EQ(Read("makruk", "1. e4 1–0").game.result, Result::kWhiteWins);
  EXPECT_EQ(Read("makruk", "1. e4 0—1").game.result, Result::kBlackWins);
}

TEST(PgnRead, FaultInOneGameDoesNotAffectTheOthers) {
  const std::vector<ReadResult> games = ReadAll(
      "[Event \"1\"]\n[Variant \"makruk\"]\n\n1. e4 e5 2. Nf9 Nd7 1-0\n[Event \"2\"]\n[White "
      "\"a\"b\"]\n"
      "[Variant \"makruk\"]\n\n1. e4 *\n\n[Event \"3\"]\n[Variant \"makruk\"]\n\n{oh 1. "
      "e4\n\n[Event "
      "\"4\"]\n[Variant \"makruk\"]\n\n1. e4 (a4\n[Event \"5\"]\n[Variant \"makruk\"]\n\n1. a4 "
      "*\n");
  std::vector<std::string> faults;
  for (const ReadResult& game : games) faults.push_back(FaultOf(game));
  EXPECT_THAT(faults, ElementsAre(StartsWith("4:13 Nf9 BAD_NOTATION"), StartsWith("6:1 [White"),
                                  "14:1 { BAD_NOTATION: the comment is not closed",
                                  StartsWith("19:7 ("), ""));
  ASSERT_EQ(games.size(), 5U);
  EXPECT_THAT(games[0].game.actions, ElementsAre("e3e4", "e6e5"));
  EXPECT_EQ(games[1].place.line, 5U);
  EXPECT_THAT(games[4].game.actions, ElementsAre("a3a4"));
}

TEST(PgnRead, FaultNamesTheTagOrTheWord) {
  for (const auto& [text, fault] : std::vector<std::pair<std::string, std::string>>{
           {"[FEN \"x\"]\n*", "1:1 FEN BAD_FEN: "},
           {"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*", "1:1 FEN IMPOSSIBLE_POSITION: "},
           {"[VariantOptions \"counting\"]\n*", "1:1 VariantOptions OPTION_OUT_OF_RANGE: "},
           {"[VariantOptions \"counting=x\"]\n*", "1:1 VariantOptions OPTION_OUT_OF_RANGE: "},
           {"[VariantOptions \"draw_policy=claim; draw_policy=claim\"]\n*",
            "1:1 VariantOptions OPTION_OUT_OF_RANGE: the option 'draw_policy' is given twice"},
           {"[FEN \"x\"] [FEN \"y\"]\n*", "1:11 FEN BAD_FIELD: the tag FEN appears twice"},
           {"1. e4 e3", "1:7 e3 BAD_NOTATION: 'e3' names no legal move"},
           {"1. e3e5", "1:4 e3e5 ILLEGAL_ACTION: "},
           {"1. e4 {[%emt 1:x]}", "1:7 [%emt 1:x] BAD_NOTATION: the time used is not valid"},
           {"{[%draw egg=koopa]}", "1:1 [%draw egg=koopa] BAD_NOTATION: "},
           {"1. e4 {[%draw egg=koopa]}", "1:4 e4 "},
           {"1. e4 {[%bid raise white +1]}", "1:7 raise white +1 WRONG_PHASE: "},
           {"1. e4 {[%act claim draw]}", "1:7 claim draw CLAIM_REFUSED: "},
       }) {
    EXPECT_THAT(FaultOf(Read("makruk", text)), StartsWith(fault)) << text;
  }
  EXPECT_THAT(FaultOf(Read("chpok", "1. e4")), StartsWith("1:4 e4 WRONG_PHASE: "));
  EXPECT_THAT(FaultOf(Read("chakart", "[FEN \"4k3/8/8/e7/8/8/8/R3K3 w 0\"]\n\n1. Ra5 Kd8")),
              StartsWith("3:4 Ra5 RANDOMNESS_REQUIRED: "));
}

TEST(PgnRead, AFloodOfOptionsIsRefusedAtOnce) {
  // In this order, each option goes before all others, which takes longest if they are kept sorted.
  std::string options;
  for (int i = 400'000; i > 0; --i) StrAppend(&options, 100'000'000 + i, "=;");
  const auto start = testing::CpuTimeOfThread();
  EXPECT_EQ(FaultOf(Read("makruk", StrCat("[VariantOptions \"", options, "\"]\n*"))),
            "1:1 VariantOptions OPTION_OUT_OF_RANGE: there are more than 64 options");
  EXPECT_LT(testing::CpuTimeOfThread() - start, std::chrono::seconds(10));
}

TEST(PgnRead, R3_SeedIsReadButNeverQuoted) {
  const std::string digits = "000102030405060708090a0b0c0d0e0F";
  EXPECT_EQ(Read("chakart", StrCat("[Seed \"", digits, "\"]\n*")).game.seed.size(), 16U);
  for (const std::string& wrong : {digits.substr(1), digits + "x", digits.substr(2)}) {
    const std::string fault = FaultOf(Read("chakart", StrCat("[Seed \"", wrong, "\"]\n*")));
    EXPECT_THAT(fault, StartsWith("1:1 Seed BAD_SEED: "));
    EXPECT_EQ(fault.find("0405"), std::string::npos);
  }
}

TEST(PgnRead, EmptyTextHasNoGamesAndOverlongGameHasAFault) {
  EXPECT_THAT(ReadAll(""), IsEmpty());
  EXPECT_THAT(ReadAll("\xEF\xBB\xBF\n; nothing\n{here}\n% at all"), IsEmpty());
  ReadOptions options;
  options.variant = *FindVariant("makruk");
  options.max_actions = 2;
  EXPECT_EQ(FaultOf(ReadAll("1. e4 e5 2. d4 *", options)[0]),
            "1:13 d4 LIMIT_EXCEEDED: the game has more than 2 actions");
  EXPECT_EQ(FaultOf(ReadAll("1. e4 e5 {[%act draw?]} 2. d4 1-0", options)[0]),
            "1:10 draw? LIMIT_EXCEEDED: the game has more than 2 actions");
  EXPECT_FALSE(ReadAll("1. e4 -- {[%act e6e5]} *", options)[0].fault);
}

TEST(PgnRead, ReadingTextWithoutActionsCallsSpend) {
  ReadOptions options;
  options.variant = *FindVariant("makruk");
  for (const char* part : {"{ nothing } ", "1. ", "$1 ", "( ", ") ", "} ", "zz ", "[A \"b\"]\n",
                           "{[%act ]} ", "; nothing\n"}) {
    std::string text;
    while (text.size() < 300'000) text += part;
    int spent = 0;
    const auto spend = [&spent] {
      ++spent;
      return absl::OkStatus();
    };
    const auto visit = [](ReadResult) { return absl::OkStatus(); };
    EXPECT_TRUE(ReadGames(text, options, spend, visit).ok());
    // At most 128 KiB are read without a call of `spend`.
    EXPECT_GE(spent, 2) << part;
    const auto refuse = [] { return MakeError(ErrorReason::kCancelled, "enough"); };
    EXPECT_EQ(ReasonOf(ReadGames(text, options, refuse, visit)), ErrorReason::kCancelled) << part;
  }
}

TEST(PgnRead, ErrorOfEitherCallbackEndsTheReading) {
  ReadOptions options;
  options.variant = *FindVariant("makruk");
  int left = 5;
  const auto spend = [&left] {
    return --left > 0 ? absl::OkStatus() : MakeError(ErrorReason::kCancelled, "enough");
  };
  const auto visit = [](ReadResult) { return absl::OkStatus(); };
  EXPECT_EQ(ReasonOf(ReadGames("e4 e5 * e4 e5 *", options, spend, visit)), ErrorReason::kCancelled);
  left = 100;
  const auto refuse = [](ReadResult) { return MakeError(ErrorReason::kLimitExceeded, "enough"); };
  EXPECT_EQ(ReasonOf(ReadGames("e4 e5 * e4 e5 *", options, spend, refuse)),
            ErrorReason::kLimitExceeded);
  EXPECT_EQ(left, 97);
}

}  // namespace
}  // namespace arbiter::pgn
