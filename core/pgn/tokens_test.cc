#include "core/pgn/tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "core/base/strings.h"
#include "tests/support/process_facts.h"

namespace arbiter::pgn {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Returns each token as `line:column kind text`.
std::vector<std::string> TokensOf(std::string_view text) {
  static constexpr std::string_view kKinds[] = {"end", "tag", "word", "comment",
                                                "(",   ")",   "bad",  "skipped"};
  std::vector<std::string> tokens;
  Tokenizer tokenizer(text);
  for (Token token = tokenizer.Next(); token.kind != Token::Kind::kEnd; token = tokenizer.Next()) {
    tokens.push_back(StrCat(token.place.line, ":", token.place.column, " ",
                            kKinds[static_cast<size_t>(token.kind)], " ", token.text,
                            token.kind == Token::Kind::kTag ? "=" : "", token.value));
  }
  return tokens;
}

TEST(PgnTokens, TagsHaveEscapesAndCanShareALine) {
  EXPECT_THAT(
      TokensOf("[White \"Anna \\\"A\\\" \\\\ B\"] [Black\t\"\\x\"]\n [ Round \"1\" ]"),
      ElementsAre("1:1 tag White=Anna \"A\" \\ B", "1:27 tag Black=\\x", "2:2 tag Round=1"));
  EXPECT_THAT(TokensOf("[A \"x\ty\"]"), ElementsAre("1:1 tag A=x y"));
}

TEST(PgnTokens, NumbersGlyphsAndLineCommentsAreSkipped) {
  EXPECT_THAT(
      TokensOf("\xEF\xBB\xBF% a line\r\n1.e4 e5;a comment } {\r\n2 . Nd2 $12 ! 2... ...Nd7?!"
               "$1 exd6 e.p. 1/2-1/2"),
      ElementsAre("2:3 word e4", "2:6 word e5", "3:5 word Nd2", "3:23 word Nd7?!", "3:31 word exd6",
                  "3:41 word 1/2-1/2"));
  EXPECT_THAT(TokensOf("\n\n  17  $3 !! ... \t\n"), IsEmpty());
  EXPECT_THAT(
      TokensOf("0000 0-1 1-0 * --"),
      ElementsAre("1:1 word 0000", "1:6 word 0-1", "1:10 word 1-0", "1:14 word *", "1:16 word --"));
}

TEST(PgnTokens, C15_ThaiMovesCanContainBlanks) {
  EXPECT_THAT(TokensOf("1. ม ข๑-ง๒ ม.ข8 - ง7 2.ร.ก4 ×\n บ.ง4* ม็"),
              ElementsAre("1:4 word ม ข๑-ง๒", "1:22 word ม.ข8 - ง7", "1:40 word ร.ก4 ×\n บ.ง4",
                          "2:10 word *", "2:12 word ม็"));
  EXPECT_THAT(TokensOf("ม {a comment} ง๒ จ4 e4 x"),
              ElementsAre("1:1 word ม", "1:5 comment a comment", "1:17 word ง๒", "1:24 word จ4",
                          "1:29 word e4", "1:32 word x"));
}

TEST(PgnTokens, LongSkippedTextIsReportedInParts) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "1. ";
  const std::vector<std::string> tokens = TokensOf(text + "e4");
  EXPECT_THAT(tokens, ElementsAre("1:384 skipped ", "1:768 skipped ", "1:901 word e4"));
}

TEST(PgnTokens, CommentsCanContainAnythingExceptTheirEnd) {
  EXPECT_THAT(TokensOf("e4{( [%emt 1]\n;x $ }e5(a{)}b)"),
              ElementsAre("1:1 word e4", "1:3 comment ( [%emt 1]\n;x $ ", "2:7 word e5", "2:9 ( (",
                          "2:10 word a", "2:11 comment )", "2:14 word b", "2:15 ) )"));
}

TEST(PgnTokens, EveryKindOfLineEndCountsOnce) {
  EXPECT_THAT(TokensOf("a\nb\r\nc\rd"),
              ElementsAre("1:1 word a", "2:1 word b", "3:1 word c", "4:1 word d"));
}

TEST(PgnTokens, TokenizerContinuesAfterABadToken) {
  EXPECT_THAT(
      TokensOf("[Event]\n[1 \"x\"]\n[A \"x]\n[B \"a\"b\"]\ne4 } ]\n[C \"x\"]"),
      ElementsAre("1:1 bad [Event]", "2:1 bad [1 \"x\"]", "3:1 bad [A \"x]", "4:1 bad [B \"a\"b\"]",
                  "5:1 word e4", "5:4 bad }", "5:6 bad ]", "6:1 tag C=x"));
}

TEST(PgnTokens, UnclosedCommentEndsBeforeTheNextGame) {
  EXPECT_THAT(TokensOf("e4 {oh\n\n[Event \"b\"]\n{ok} d4 {oh"),
              ElementsAre("1:1 word e4", "1:4 bad {", "3:1 tag Event=b", "4:1 comment ok",
                          "4:6 word d4", "4:9 bad {"));
}

TEST(PgnTokens, TokenizerTakesLinearTime) {
  std::string text;
  for (const char* part : {"{\n", "[A \"", "[A \"\"]", "[", "(", "1.", "$", "e4{", "\n[Event \"",
                           "{\n[Event \"", "ม ", "ม × "}) {
    text.clear();
    while (text.size() < 1 << 22) text += part;
    const auto start = testing::CpuTimeOfThread();
    TokensOf(text);
    // Linear time is a few tenths of a second; quadratic time would be at least a minute.
    EXPECT_LT(testing::CpuTimeOfThread() - start, std::chrono::seconds(20)) << part;
  }
}

std::vector<std::string> TextsIn(std::string_view comment) {
  std::vector<std::string> texts;
  for (const Command& command : ParseCommands(comment)) {
    texts.push_back(StrCat(command.name, "=", command.value));
  }
  return texts;
}

TEST(PgnCommands, AreFoundAmongOtherText) {
  EXPECT_THAT(TextsIn("a good move [%draw egg=koopa]  [%bid raise\n white   +1 ][%clk] [%emt 1"),
              ElementsAre("draw=egg=koopa", "bid=raise white +1", "clk="));
  EXPECT_EQ(FormatCommand("act", "black:draw?"), "[%act black:draw?]");
}

TEST(PgnCommands, TimesHaveAsManyDecimalsAsNeeded) {
  for (const auto& [ms, text] :
       std::vector<std::pair<int64_t, std::string>>{{0, "0:00:00"},
                                                    {1500, "0:00:01.5"},
                                                    {61'001, "0:01:01.001"},
                                                    {359'999'990, "99:59:59.99"}}) {
    EXPECT_EQ(FormatTime(ms), text);
    EXPECT_EQ(ParseTime(text), ms);
  }
  // INT64_MAX milliseconds is the longest time that a record can contain.
  EXPECT_EQ(FormatTime(INT64_MAX), "2562047788015:12:55.807");
  EXPECT_EQ(ParseTime("2562047788015:12:55.807"), INT64_MAX);
  EXPECT_EQ(ParseTime("2562047788015:12:55.808"), std::nullopt);
  EXPECT_EQ(ParseTime("2562047788015:12:56"), std::nullopt);
  EXPECT_EQ(ParseTime("999999999999999999:00:00"), std::nullopt);
  EXPECT_EQ(ParseTime("7"), 7'000);
  EXPECT_EQ(ParseTime("2:03.1239"), 123'123);
  for (const char* text : {"", "x", "1:", "1:2:3:4", "1.", "-1", "1:00 ", "0:00:01,5", ":1"}) {
    EXPECT_EQ(ParseTime(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace arbiter::pgn
