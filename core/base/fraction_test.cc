#include "core/base/fraction.h"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

constexpr uint64_t kMax = UINT64_MAX;

Fraction Of(uint64_t numerator, uint64_t denominator) {
  return *Fraction(numerator).DividedBy(denominator);
}

void ExpectFraction(std::optional<Fraction> fraction, uint64_t numerator, uint64_t denominator) {
  ASSERT_TRUE(fraction);
  EXPECT_EQ(fraction->numerator(), numerator);
  EXPECT_EQ(fraction->denominator(), denominator);
}

TEST(Fraction, R5_IsConstructedAsZeroOrAWholeNumber) {
  ExpectFraction(Fraction(), 0, 1);
  ExpectFraction(Fraction(0), 0, 1);
  ExpectFraction(Fraction(7), 7, 1);
  EXPECT_EQ(Fraction(), Fraction(0));
  EXPECT_NE(Fraction(), Fraction(1));
}

TEST(Fraction, R5_DivisionReduces) {
  ExpectFraction(Fraction(6).DividedBy(4), 3, 2);
  ExpectFraction(Of(3, 8).DividedBy(3), 1, 8);
  ExpectFraction(Of(5, 7).DividedBy(10), 1, 14);
  ExpectFraction(Fraction(0).DividedBy(9), 0, 1);
  ExpectFraction(Fraction(5).DividedBy(1), 5, 1);
  EXPECT_EQ(Of(2, 4), Of(1, 2));
}

TEST(Fraction, R5_SumReduces) {
  ExpectFraction(Sum(Of(1, 2), Of(1, 2)), 1, 1);
  ExpectFraction(Sum(Of(1, 3), Of(1, 6)), 1, 2);
  ExpectFraction(Sum(Of(1, 8), Of(1, 12)), 5, 24);
  ExpectFraction(Sum(Of(2, 15), Of(3, 10)), 13, 30);
  ExpectFraction(Sum(Fraction(), Of(3, 7)), 3, 7);
  ExpectFraction(Sum(Fraction(2), Fraction(3)), 5, 1);
}

// Checks the sums of fractions with denominators up to 24 by cross-multiplication.
TEST(Fraction, R5_SumsAreExact) {
  for (uint64_t a = 1; a <= 24; ++a) {
    for (uint64_t b = 1; b <= 24; ++b) {
      for (uint64_t i = 0; i <= a; ++i) {
        const auto sum = Sum(Of(i, a), Of(1, b));
        ASSERT_TRUE(sum);
        EXPECT_EQ(sum->numerator() * a * b, (i * b + a) * sum->denominator());
        EXPECT_EQ(std::gcd(sum->numerator(), sum->denominator()), 1u);
      }
    }
  }
}

// Adds up thirds of thirds, whose denominators soon exceed the precision of a double.
TEST(Fraction, R5_ManySmallPartsAddUpToOne) {
  Fraction sum;
  Fraction part(1);
  for (int i = 0; i < 40; ++i) {
    part = *part.DividedBy(3);
    sum = *Sum(sum, *Sum(part, part));
  }
  EXPECT_EQ(part.denominator(), 12157665459056928801u);
  EXPECT_NE(sum, Fraction(1));
  EXPECT_EQ(*Sum(sum, part), Fraction(1));
}

TEST(Fraction, R5_AResultThatDoesNotFitIsNullopt) {
  ExpectFraction(Fraction(1).DividedBy(kMax), 1, kMax);
  EXPECT_FALSE(Of(1, kMax).DividedBy(2));
  EXPECT_FALSE(Of(1, uint64_t{1} << 32).DividedBy(uint64_t{1} << 32));
  ExpectFraction(Of(1, uint64_t{1} << 32).DividedBy(uint64_t{1} << 31), 1, uint64_t{1} << 63);
  // These results fit because they are reduced.
  ExpectFraction(Of(2, uint64_t{1} << 63).DividedBy(2), 1, uint64_t{1} << 63);
  ExpectFraction(Of(4, kMax).DividedBy(4), 1, kMax);

  EXPECT_FALSE(Sum(Fraction(kMax), Fraction(1)));
  EXPECT_FALSE(Sum(Of(1, kMax), Of(1, kMax - 1)));
  EXPECT_FALSE(Sum(Of(kMax, 2), Of(kMax, 3)));
  ExpectFraction(Sum(Of(1, kMax), Of(kMax - 1, kMax)), 1, 1);
  ExpectFraction(Sum(Of(kMax, 2), Of(kMax, 2)), kMax, 1);
}

// In these sums the intermediate numerators and denominators have nearly 128 bits.
TEST(Fraction, R5_SumsNeverWrapAround) {
  const Fraction wide = Of(kMax - 1, kMax);
  EXPECT_FALSE(Sum(wide, Of(kMax - 2, kMax - 3)));
  EXPECT_FALSE(Sum(Of(kMax, kMax - 2), Of(kMax, kMax - 2)));
  ExpectFraction(Sum(Of(kMax, kMax - 1), Of(kMax, kMax - 1)), kMax, (kMax - 1) / 2);
  ExpectFraction(Sum(Of(kMax - 2, 3), Of(1, 3)), kMax - 1, 3);
}

TEST(Fraction, R5_IsRoundedOnlyByToDouble) {
  EXPECT_EQ(Of(1, 4).ToDouble(), 0.25);
  EXPECT_EQ(Of(1, 3).ToDouble(), 1.0 / 3);
  EXPECT_EQ(Fraction().ToDouble(), 0.0);
}

}  // namespace
}  // namespace arbiter
