#include "core/rules/text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace arbiter {
namespace {

TEST(Quoted, KeepsPrintableTextAndUtf8) {
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted("e2e4"), "'e2e4'");
  EXPECT_EQ(Quoted("ม-ง๒"), "'ม-ง๒'");
  EXPECT_EQ(Quoted("困毙 \xf0\x9f\x90\x86"), "'困毙 \xf0\x9f\x90\x86'");
}

TEST(Quoted, ReplacesWhatIsNoText) {
  EXPECT_EQ(Quoted(std::string_view("a\0b\n\x7f", 5)), "'a?b??'");
  EXPECT_EQ(Quoted("\xff\xfe"), "'??'");
  EXPECT_EQ(Quoted("\xe0\xb8"), "'??'");            // cut short
  EXPECT_EQ(Quoted("\xc0\xaf"), "'??'");            // overlong
  EXPECT_EQ(Quoted("\xe0\x80\xaf"), "'???'");       // overlong
  EXPECT_EQ(Quoted("\xed\xa0\x80"), "'???'");       // a surrogate
  EXPECT_EQ(Quoted("\xf4\x90\x80\x80"), "'????'");  // past U+10FFFF
  EXPECT_EQ(Quoted("\xe0\xb8x"), "'??x'");
}

TEST(Quoted, CutsLongTextBetweenCharacters) {
  EXPECT_EQ(Quoted(std::string(39, 'a')), "'" + std::string(39, 'a') + "'");
  const std::string cut = Quoted(std::string(1000, 'a'));
  EXPECT_LE(cut.size(), 46u);
  EXPECT_TRUE(cut.ends_with("…'")) << cut;
  std::string thai;
  for (int i = 0; i < 100; ++i) thai += "ก";
  EXPECT_EQ(Quoted(thai).find('?'), std::string::npos);
}

TEST(Quoted, ItsQuoteIsNeverMoreThanItClaims) {
  // 40 bytes of the text at most, as the contract says.
  const std::string quoted = Quoted(std::string(41, 'b'));
  EXPECT_LE(std::count(quoted.begin(), quoted.end(), 'b'), 40);
  EXPECT_EQ(Quoted(std::string(40, 'b')), "'" + std::string(40, 'b') + "'");
}

}  // namespace
}  // namespace arbiter
