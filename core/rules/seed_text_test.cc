#include "core/rules/seed_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter {
namespace {

std::string Repeat(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(SeedText, R3_HexadecimalDigitsAreReadInEitherCase) {
  EXPECT_EQ(*ParseSeed("30313233343536373839616263646566"), "0123456789abcdef");
  EXPECT_EQ(*ParseSeed(Repeat("aF", 16)), std::string(16, '\xAF'));
  EXPECT_EQ(ParseSeed(Repeat("00", 64))->size(), 64U);
}

TEST(SeedText, R3_OtherTextsAreRefusedWithoutQuotingThem) {
  for (const std::string& wrong :
       {std::string(), Repeat("00", 15), Repeat("00", 65), Repeat("0", 33), "0x" + Repeat("00", 16),
        Repeat("00", 16) + "\n", std::string("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")}) {
    const auto seed = ParseSeed(wrong);
    EXPECT_EQ(ReasonOf(seed.status()), ErrorReason::kBadSeed) << wrong;
    EXPECT_EQ(seed.status().message(),
              "a seed is an even number of hexadecimal digits, 32 to 128 (R3)")
        << wrong;
  }
}

}  // namespace
}  // namespace arbiter
