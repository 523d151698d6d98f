#include "core/rules/enumeration.h"

#include <gtest/gtest.h>

#include <vector>

namespace arbiter {
namespace {

// A list is scanned up to a size and hashed beyond it.
TEST(KeyIndex, FindsTheFirstEqualEntryInListsOfAnySize) {
  KeyIndex index;
  std::vector<uint64_t> list;
  const auto find = [&](uint64_t value) {
    // Many values share a key.
    return index.Find(value % 100, [&](size_t i) { return list[i] == value; });
  };
  for (uint64_t value = 0; value < 1000; value += 3) {
    EXPECT_EQ(find(value), list.size());
    index.Add(value % 100);
    list.push_back(value);
    for (size_t i = 0; i < list.size(); ++i) EXPECT_EQ(find(list[i]), i);
  }
}

}  // namespace
}  // namespace arbiter
