#include "core/rules/fraction.h"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

constexpr uint64_t kMost = UINT64_MAX;

Fraction Of(uint64_t numerator, uint64_t denominator) {
  return *Fraction(numerator).DividedBy(denominator);
}

void ExpectFraction(std::optional<Fraction> fraction, uint64_t numerator, uint64_t denominator) {
  ASSERT_TRUE(fraction);
  EXPECT_EQ(fraction->numerator(), numerator);
  EXPECT_EQ(fraction->denominator(), denominator);
}

TEST(Fraction, R5_IsZeroOrWholeToBeginWith) {
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

// Every sum of two fractions with denominators up to 24, against the rule of three.
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

// Thirds of thirds, each with a denominator that no double holds, add up to all.
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

TEST(Fraction, R5_WhatDoesNotFitIsNone) {
  ExpectFraction(Fraction(1).DividedBy(kMost), 1, kMost);
  EXPECT_FALSE(Of(1, kMost).DividedBy(2));
  EXPECT_FALSE(Of(1, uint64_t{1} << 32).DividedBy(uint64_t{1} << 32));
  ExpectFraction(Of(1, uint64_t{1} << 32).DividedBy(uint64_t{1} << 31), 1, uint64_t{1} << 63);
  // Reduced, it fits.
  ExpectFraction(Of(2, uint64_t{1} << 63).DividedBy(2), 1, uint64_t{1} << 63);
  ExpectFraction(Of(4, kMost).DividedBy(4), 1, kMost);

  EXPECT_FALSE(Sum(Fraction(kMost), Fraction(1)));
  EXPECT_FALSE(Sum(Of(1, kMost), Of(1, kMost - 1)));
  EXPECT_FALSE(Sum(Of(kMost, 2), Of(kMost, 3)));
  ExpectFraction(Sum(Of(1, kMost), Of(kMost - 1, kMost)), 1, 1);
  ExpectFraction(Sum(Of(kMost, 2), Of(kMost, 2)), kMost, 1);
}

// Numerators and denominators of nearly 128 bits on the way.
TEST(Fraction, R5_SumsNeverWrapAround) {
  const Fraction wide = Of(kMost - 1, kMost);
  EXPECT_FALSE(Sum(wide, Of(kMost - 2, kMost - 3)));
  EXPECT_FALSE(Sum(Of(kMost, kMost - 2), Of(kMost, kMost - 2)));
  ExpectFraction(Sum(Of(kMost, kMost - 1), Of(kMost, kMost - 1)), kMost, (kMost - 1) / 2);
  ExpectFraction(Sum(Of(kMost - 2, 3), Of(1, 3)), kMost - 1, 3);
}

TEST(Fraction, R5_IsRoundedOnlyAsADouble) {
  EXPECT_EQ(Of(1, 4).ToDouble(), 0.25);
  EXPECT_EQ(Of(1, 3).ToDouble(), 1.0 / 3);
  EXPECT_EQ(Fraction().ToDouble(), 0.0);
}

}  // namespace
}  // namespace arbiter
