#include "core/rules/text_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace arbiter {
namespace {

struct Item {
  PackedText text;
};

std::vector<std::string> Sorted(const std::vector<std::string>& texts) {
  std::vector<Item> items;
  for (const std::string& text : texts) items.push_back({PackedText(text)});
  SortByText(&items);
  std::vector<std::string> sorted;
  PackedText::Buffer buffer;
  for (const Item& item : items) sorted.emplace_back(item.text.Unpack(&buffer));
  return sorted;
}

TEST(TextOrder, C11_SortsByBytes) {
  EXPECT_THAT(Sorted({"e2e4", "a1b1", "e2e3", "a1a2"}),
              ::testing::ElementsAre("a1a2", "a1b1", "e2e3", "e2e4"));
  EXPECT_THAT(Sorted({"a7a8q", "a7a8", "P@a3", "", "a7a8b", "0000"}),
              ::testing::ElementsAre("", "0000", "P@a3", "a7a8", "a7a8b", "a7a8q"));
  EXPECT_THAT(Sorted({}), ::testing::IsEmpty());
}

TEST(TextOrder, C11_SortsWhateverTheOrder) {
  std::mt19937 random(1);
  for (const size_t size : {5u, 64u, 65u, 300u}) {
    std::vector<std::string> texts;
    for (size_t i = 0; i < size; ++i) {
      std::string& text = texts.emplace_back();
      // Few prefixes, and many.
      const unsigned letters = i % 2 == 0 ? 3 : 20;
      for (unsigned j = random() % (PackedText::kLongest + 1); j > 0; --j) {
        text.push_back(static_cast<char>('a' + random() % letters));
      }
    }
    std::vector<std::string> expected = texts;
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(Sorted(texts), expected) << size;
  }
}

}  // namespace
}  // namespace arbiter
