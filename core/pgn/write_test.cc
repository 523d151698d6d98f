#include "core/pgn/write.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "core/game/registry.h"

namespace arbiter::pgn {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

PgnGame GameOf(std::string_view variant, std::vector<std::string> actions, OptionMap options = {}) {
  PgnGame game;
  game.variant = *FindVariant(variant);
  game.options = std::move(options);
  game.actions = std::move(actions);
  return game;
}

std::string Write(const PgnGame& game) {
  const auto text = WriteGame(game, Viewer::kAll, [] { return absl::OkStatus(); });
  EXPECT_TRUE(text.ok()) << text.status();
  return text.value_or("");
}

// Returns the error as `REASON at field: message`.
std::string RefusalOf(const PgnGame& game, Viewer viewer = Viewer::kAll) {
  const absl::Status status = WriteGame(game, viewer, [] { return absl::OkStatus(); }).status();
  return StrCat(ReasonName(ReasonOf(status)), " at ", FieldOf(status), ": ",
                std::string(status.message()));
}

// Returns the part after the tags.
std::string MovetextIn(const std::string& text) { return text.substr(text.find("\n\n") + 2); }

TEST(PgnWrite, TagsAreInTheOrderOfTheStandard) {
  PgnGame game = GameOf("makruk", {"e3e4", "resign"}, {{"counting", "manual"}});
  game.tags = {{"ECO", "1"}, {"Black", "Bob \"B\" \\"}, {"White", "Anna"}};
  EXPECT_EQ(Write(game),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Anna\"]\n"
            "[Black \"Bob \\\"B\\\" \\\\\"]\n[Result \"1-0\"]\n[Variant \"Makruk\"]\n"
            "[VariantOptions \"counting=manual\"]\n[Termination \"normal\"]\n[ECO \"1\"]\n\n"
            "1. e4 {[%act resign] White wins: Black resigned. (C7)} 1-0\n\n");
}

TEST(PgnWrite, DefaultsAreOmitted) {
  const std::string start = std::string((**FindVariant("makruk")).info().start_fen);
  PgnGame game = GameOf("makruk", {}, {{"counting", "auto"}});
  game.start_fen = start;
  EXPECT_THAT(Write(game), Not(HasSubstr("VariantOptions")));
  EXPECT_THAT(Write(game), Not(HasSubstr("FEN")));
  game.start_fen = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1";
  EXPECT_THAT(Write(game), HasSubstr("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\"]\n"));
  game.actions = {"e8d8", "e2e3"};
  EXPECT_EQ(MovetextIn(Write(game)), "1... Kd8 2. Re3 *\n\n");
}

TEST(PgnWrite, M13_StartFenDistinguishesPromotedPawnsFromOtherMets) {
  PgnGame game = GameOf("makruk", {});
  game.start_fen = "4k3/8/8/4M~3/4M3/8/4R3/4K3 b - - 0 1";
  EXPECT_THAT(Write(game), HasSubstr("[FEN \"" + game.start_fen + "\"]"));
  // Promoted pieces of Chak keep the letters of the standard style.
  game = GameOf("chak", {});
  game.start_fen = "9/9/9/9/9/4+k4/9/9/K8 w - - 0 1";
  EXPECT_THAT(Write(game), HasSubstr("[FEN \"9/9/9/9/9/4d4/9/9/K8"));
}

// The movetext has one SAN move for each turn, so comments contain everything else.
TEST(PgnWrite, H27_OutcomesAndFurtherActionsAreWrittenInComments) {
  PgnGame game = GameOf("chakart", {"a1a5{egg=kingboo,put=b4}", "a5~e8", "a5a6"});
  game.start_fen = "4k3/8/8/e7/8/8/8/R3K3 w 0";
  EXPECT_THAT(MovetextIn(Write(game)),
              EndsWith("1. Rxa5 {[%draw egg=kingboo,put=b4] [%act a5~e8]} 1... Ka6 *\n\n"));
}

TEST(PgnWrite, H6_StealthMoveIsWrittenInACommentAfterAPlaceholder) {
  EXPECT_EQ(MovetextIn(Write(GameOf("chakart", {"e2e4", "e7e5", "d1h5?", "d7d6"}))),
            "1. e4 e5 2. -- {[%act d1h5?]} 2... d6 *\n\n");
}

TEST(PgnWrite, P2_BidsAreWrittenBeforeTheFirstMove) {
  PgnGame game = GameOf("chpok",
                        {"raise white +1", "match white{white=challenger}", "raise time +1 5+3",
                         "raise xf +1 -", "e2e4", "black:resign"},
                        {{"chips", "2"}});
  EXPECT_EQ(MovetextIn(Write(game)),
            "{[%bid raise white +1] [%bid match white] [%draw white=challenger]\n"
            "[%bid raise time +1 5+3] [%bid raise xf +1 -]} 1. e4 {[%act resign] White wins:\n"
            "Black resigned. (C7)} 1-0\n\n");
  // The Challenger stands for White until the colours are known.
  game.actions = {"opponent:resign"};
  EXPECT_THAT(Write(game), EndsWith("1-0\n\n"));
}

TEST(PgnWrite, C5_TerminationHasAValueOfTheStandard) {
  PgnGame game = GameOf("makruk", {"timeout"});
  EXPECT_THAT(Write(game), HasSubstr("[Termination \"time forfeit\"]"));
  game.actions = {"resign"};
  EXPECT_THAT(Write(game), HasSubstr("[Termination \"normal\"]"));
  game.actions = {};
  EXPECT_THAT(Write(game), HasSubstr("[Termination \"unterminated\"]"));
  game.result = arbiter::Result::kDraw;
  EXPECT_THAT(Write(game), Not(HasSubstr("Termination"))) << "the termination is not known";
  game.tags = {{"Termination", "emergency"}};
  EXPECT_THAT(Write(game), HasSubstr("[Termination \"emergency\"]"));
}

TEST(PgnWrite, P6_TimeUsedFollowsTheAction) {
  PgnGame game =
      GameOf("chpok", {"e2e4", "e7e5", "g1f3"}, {{"skip_bidding", "true"}, {"minutes", "1"}});
  game.elapsed_ms = {1'500, -1, 90'000};
  EXPECT_THAT(
      MovetextIn(Write(game)),
      ::testing::StartsWith("1. e4 {[%emt 0:00:01.5] [%clk 0:00:58.5]} 1... e5 {[%act timeout]\n"
                            "[%emt 0:01:30] [%clk 0:00:00] "));
  game.elapsed_ms = {-1, -1, -1};
  EXPECT_EQ(MovetextIn(Write(game)), "1. e4 {[%emt -]} 1... e5 2. Nf3 *\n\n");
}

TEST(PgnWrite, C17_ClocksAreWritten) {
  PgnGame game = GameOf("makruk", {"e3e4", "e6e5", "draw?"}, {{"clock", "300+3"}});
  EXPECT_THAT(Write(game), HasSubstr("[VariantOptions \"clock=300+3\"]\n"
                                     "[TimeControl \"300+3\"]\n"));
  EXPECT_EQ(MovetextIn(Write(game)), "1. e4 e5 {[%act draw?]} *\n\n") << "no time is reported";
  game.elapsed_ms = {5'000, -1, 1'500};
  EXPECT_EQ(MovetextIn(Write(game)),
            "1. e4 {[%emt 0:00:05] [%clk 0:04:58]} 1... e5 {[%act draw?] [%emt 0:00:01.5]\n"
            "[%clk 0:04:56.5]} *\n\n");
  game.actions = {"e3e4", "e6e5", "b1d2"};
  game.elapsed_ms = {5'000, -1, 400'000};
  EXPECT_THAT(MovetextIn(Write(game)),
              HasSubstr("1... e5 {[%act timeout] [%emt 0:06:40]\n[%clk 0:00:00] Black wins"));

  game = GameOf("makruk", {}, {{"clock", "300,180+0"}});
  EXPECT_THAT(Write(game), HasSubstr("[WhiteTimeControl \"300+0\"]\n"
                                     "[BlackTimeControl \"180+0\"]\n"));
  for (const std::string_view name : {"TimeControl", "WhiteTimeControl", "BlackTimeControl"}) {
    game.tags = {{std::string(name), "300+0"}};
    EXPECT_EQ(RefusalOf(game), StrCat("BAD_FIELD at tags[0].name: the tag ", name,
                                      " is written from the game itself"));
  }
  // In a game without clocks these are tags like others.
  game.options.clear();
  game.tags = {{"TimeControl", "40/7200:3600"}};
  EXPECT_THAT(Write(game), HasSubstr("[TimeControl \"40/7200:3600\"]\n"));
  EXPECT_THAT(Write(game), Not(HasSubstr("VariantOptions")));
  // A tag that would be read as clocks is written so that it is not.
  game.tags = {{"TimeControl", "300+3"}};
  EXPECT_THAT(Write(game), HasSubstr("[VariantOptions \"clock=-\"]\n"));
  game.options = {{"counting", "manual"}, {"clock", "-"}};
  EXPECT_THAT(Write(game), HasSubstr("[VariantOptions \"counting=manual; clock=-\"]\n"));
}

TEST(PgnWrite, C17_ATimeWithoutClocksIsRefused) {
  PgnGame game = GameOf("makruk", {"e3e4", "e6e5"});
  game.elapsed_ms = {-1, -1};
  EXPECT_EQ(MovetextIn(Write(game)), "1. e4 e5 *\n\n");
  game.elapsed_ms = {-1, 0};
  EXPECT_THAT(RefusalOf(game),
              ::testing::StartsWith("BAD_FIELD at elapsed_ms[1]: no time can be "));
}

TEST(PgnWrite, R3_SeedIsUsedButNotWritten) {
  PgnGame game = GameOf("chakart", {"a2a3"}, {{"setup", "asymmetric"}});
  game.seed = "0123456789abcdef";
  const std::string text = Write(game);
  EXPECT_THAT(text, HasSubstr("[FEN \""));
  EXPECT_THAT(text, Not(HasSubstr("30313233")));
  EXPECT_THAT(text, Not(HasSubstr("Seed")));
}

TEST(PgnWrite, RefusalNamesTheField) {
  PgnGame game = GameOf("makruk", {"e3e4", "e6e4"});
  EXPECT_THAT(RefusalOf(game), ::testing::StartsWith("ILLEGAL_ACTION at actions[1]: "));
  game.actions = {"resign"};
  game.result = arbiter::Result::kWhiteWins;
  EXPECT_EQ(RefusalOf(game),
            "BAD_FIELD at result: the result is given as 1-0, but the rules say: Black wins: White "
            "resigned. (C7)");
  game.actions = {};
  game.result = arbiter::Result::kFirstPlayerWins;
  EXPECT_THAT(RefusalOf(game), ::testing::StartsWith("BAD_FIELD at result: "));
  game = GameOf("makruk", {});
  game.start_fen = "x";
  EXPECT_THAT(RefusalOf(game), ::testing::StartsWith("BAD_FEN at start_fen: "));
  game = GameOf("makruk", {}, {{"counting", "x"}});
  EXPECT_THAT(RefusalOf(game), ::testing::StartsWith("OPTION_OUT_OF_RANGE at options.makruk"));
  game = GameOf("makruk", {});
  for (const auto& [tags, refusal] : std::vector<std::pair<std::vector<Tag>, std::string>>{
           {{{"", "x"}}, "tags[0].name"},
           {{{"A", "x"}, {"1A", "x"}}, "tags[1].name"},
           {{{"A b", "x"}}, "tags[0].name"},
           {{{std::string(256, 'A'), "x"}}, "tags[0].name"},
           {{{"FEN", "x"}}, "tags[0].name"},
           {{{"A", "x"}, {"A", "x"}}, "tags[1].name"},
           {{{"A", "x\ny"}}, "tags[0].value"}}) {
    game.tags = tags;
    EXPECT_THAT(RefusalOf(game), ::testing::StartsWith("BAD_FIELD at " + refusal));
  }
  game.tags = {{"Seed", "0123456789abcdef"}};
  EXPECT_EQ(
      RefusalOf(game),
      "BAD_SEED at tags[0].value: a seed is an even number of hexadecimal digits, 32 to 128 (R3)");
}

TEST(PgnWrite, H23_GameWithAHiddenQueenIsNotWritten) {
  const PgnGame game = GameOf("chakart", {"e2e4", "e7e5", "d1h5?"});
  for (const Viewer viewer : {Viewer::kBlack, Viewer::kSpectator}) {
    EXPECT_THAT(RefusalOf(game, viewer), ::testing::StartsWith("HIDDEN_INFORMATION at viewer: "));
  }
  EXPECT_TRUE(WriteGame(game, Viewer::kWhite, [] { return absl::OkStatus(); }).ok());
  // The refusal of a later action does not reveal the queen's square.
  PgnGame refused = game;
  refused.actions.emplace_back("e8d4");
  EXPECT_THAT(RefusalOf(refused, Viewer::kBlack), Not(HasSubstr("h5")));
}

}  // namespace
}  // namespace arbiter::pgn
