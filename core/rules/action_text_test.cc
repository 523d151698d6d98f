#include "core/rules/action_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {
namespace {

TEST(SquareText, IsTheNameOfTheSquare) {
  using G = Geometry<9, 9>;
  EXPECT_EQ(SquareText(Square<G>(4, 1)), PackedText("e2"));
  EXPECT_EQ(SquareText(Square<G>(8, 8)), PackedText("i9"));
}

std::vector<std::string> Sorted(const std::vector<std::string>& texts) {
  using G = Geometry<10, 9>;
  SortedTexts<G> sorter;
  for (const std::string_view text : texts) {
    const auto from = ParseSquare<G>(text.substr(0, 2));
    const auto to = ParseSquare<G>(text.substr(std::min<size_t>(2, text.size())));
    if (from && to) {
      sorter.Add(*from, *to);
    } else {
      sorter.Add(PackedText(text));
    }
  }
  std::vector<std::string> sorted;
  for (const PackedText text : sorter.Take()) sorted.push_back(text.ToString());
  return sorted;
}

TEST(SortedTexts, C11_SortsByBytes) {
  EXPECT_THAT(Sorted({"e2e4", "a1b1", "e2e3", "a1a2"}),
              ::testing::ElementsAre("a1a2", "a1b1", "e2e3", "e2e4"));
  EXPECT_THAT(Sorted({"a7a8q", "a7a8", "P@a3", "a7a9", "", "a7a8b", "0000", "a7"}),
              ::testing::ElementsAre("", "0000", "P@a3", "a7", "a7a8", "a7a8b", "a7a8q", "a7a9"));
  EXPECT_THAT(Sorted({}), ::testing::IsEmpty());
}

TEST(SortedTexts, C11_SortsRandomTexts) {
  std::mt19937 random(1);
  const auto square = [&] {
    return std::string{static_cast<char>('a' + random() % 10),
                       static_cast<char>('1' + random() % 9)};
  };
  for (const size_t size : {5u, 64u, 500u}) {
    std::set<std::string> texts;
    while (texts.size() < size) {
      std::string text = square() + square();
      // Most texts remain two squares, which are sorted in a way of their own.
      switch (random() % 8) {
        case 0:
          text.push_back(static_cast<char>('a' + random() % 26));
          break;
        case 1:
          text[random() % 4] = static_cast<char>('!' + random() % 90);
          break;
        case 2:
          text.resize(random() % 4);
          break;
        default:
          break;
      }
      texts.insert(text);
    }
    const std::vector<std::string> expected(texts.begin(), texts.end());
    std::vector<std::string> shuffled = expected;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    EXPECT_EQ(Sorted(shuffled), expected);
  }
}

}  // namespace
}  // namespace arbiter
