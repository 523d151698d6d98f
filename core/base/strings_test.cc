#include "core/base/strings.h"

#include <gtest/gtest.h>

#include <string>

namespace arbiter {
namespace {

TEST(FillIn, ReplacesKnownNamesInBraces) {
  EXPECT_EQ(FillIn("{a} takes {b}.", {{"a", "White"}, {"b", "{a}"}}), "White takes {a}.");
  EXPECT_EQ(FillIn("{b}{b}", {{"a", "White"}, {"b", "x"}}), "xx");
  EXPECT_EQ(FillIn("plain", {{"a", "White"}}), "plain");
  EXPECT_EQ(FillIn("", {}), "");
  EXPECT_EQ(FillIn("{c} and {a", {{"a", "White"}}), "{c} and {a");
  EXPECT_EQ(FillIn("} {a}", {{"a", "White"}}), "} White");
}

TEST(Quoted, KeepsPrintableTextAndUtf8) {
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted("e2e4"), "'e2e4'");
  EXPECT_EQ(Quoted("ม-ง๒"), "'ม-ง๒'");
  EXPECT_EQ(Quoted("困毙 \xf0\x9f\x90\x86"), "'困毙 \xf0\x9f\x90\x86'");
}

// Returns a quoted text of `count` question marks.
std::string QuestionMarks(size_t count) { return StrCat("'", std::string(count, '?'), "'"); }

TEST(Quoted, ReplacesControlCharactersAndInvalidUtf8) {
  EXPECT_EQ(Quoted("a\nb\tc"), "'a?b?c'");
  EXPECT_EQ(Quoted(std::string_view("\0\x7f", 2)), QuestionMarks(2));
  EXPECT_EQ(Quoted("\xc2\x80\xc2\x9f\xc2\xa0"), "'??\xc2\xa0'");
  EXPECT_EQ(Quoted("\xff\xfe"), QuestionMarks(2));
  EXPECT_EQ(Quoted("\xe0\xb8"), QuestionMarks(2));          // cut short
  EXPECT_EQ(Quoted("\xc0\xaf"), QuestionMarks(2));          // overlong
  EXPECT_EQ(Quoted("\xe0\x80\xaf"), QuestionMarks(3));      // overlong
  EXPECT_EQ(Quoted("\xed\xa0\x80"), QuestionMarks(3));      // a surrogate
  EXPECT_EQ(Quoted("\xf4\x90\x80\x80"), QuestionMarks(4));  // past U+10FFFF
  EXPECT_EQ(Quoted("\xb8x"), "'?x'");
}

// `arbiter verify` printed U+202E, after which a terminal shows the rest of the line in reverse,
// and the other characters that a terminal obeys or does not show.
TEST(Quoted, ReplacesFormatCharactersAndSeparatorsOfLines) {
  EXPECT_EQ(Quoted("a\u202Eb\u2028c\u2029d"), "'a?b?c?d'");
  EXPECT_EQ(Quoted("\u00AD\u061C\u200B\u200F\uFEFF"), QuestionMarks(5));
  EXPECT_EQ(Quoted("\U000110BD\U0001343F\U000E0001\U000E007F"), QuestionMarks(4));
  // The neighbours of some of these ranges are printed.
  const std::string neighbours = "\u00AC\u00AE\u200A\u2010\u2027\u202F\u2065\uFF00";
  EXPECT_EQ(Quoted(neighbours), StrCat("'", neighbours, "'"));
  EXPECT_EQ(Quoted("\U000E0080\U0010FFFF"), "'\U000E0080\U0010FFFF'");
}

TEST(Quoted, CutsLongTextBetweenCharacters) {
  EXPECT_EQ(Quoted(std::string(39, 'a')), StrCat("'", std::string(39, 'a'), "'"));
  const std::string cut = Quoted(std::string(1000, 'a'));
  EXPECT_LE(cut.size(), 46u);
  EXPECT_TRUE(cut.ends_with("…'")) << cut;
  std::string thai;
  for (int i = 0; i < 100; ++i) thai += "ก";
  EXPECT_EQ(Quoted(thai).find('?'), std::string::npos);
}

TEST(Quoted, CutsAfterExactly40Bytes) {
  EXPECT_EQ(Quoted(std::string(40, 'b')), StrCat("'", std::string(40, 'b'), "'"));
  EXPECT_EQ(Quoted(std::string(41, 'b')), StrCat("'", std::string(40, 'b'), "…'"));
}

constexpr std::string_view kNames[] = {"chak", "chakart", "chpok", "makruk"};

TEST(KnownNames, SuggestsASimilarNameAndListsAll) {
  constexpr char kAll[] = "known: chak, chakart, chpok, makruk)";
  const std::pair<const char*, const char*> guesses[] = {
      {"makruck", "makruk"}, {"Chak", "chak"},    {"CHAKART", "chakart"}, {"chpko", "chpok"},
      {"chek", "chak"},      {"mkruk", "makruk"}, {"chakkart", "chakart"}};
  for (const auto& [given, meant] : guesses) {
    EXPECT_EQ(KnownNames(given, kNames), std::string(" (did you mean ") + meant + "? " + kAll);
  }
  for (const std::string& given : {std::string(), std::string("chess960"), std::string("x"),
                                   std::string("xiangqi"), std::string(1'000'000, 'c')}) {
    EXPECT_EQ(KnownNames(given, kNames), std::string(" (") + kAll) << given.substr(0, 20);
  }
}

TEST(KnownNames, IsEmptyIfNoNamesAreKnown) { EXPECT_EQ(KnownNames("x", {}), ""); }

}  // namespace
}  // namespace arbiter
