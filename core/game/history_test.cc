#include "core/game/history.h"

#include <gtest/gtest.h>

#include <random>

namespace arbiter {
namespace {

int CountCurrent(const History& history) {
  return static_cast<int>(
      std::count(history.keys().begin(), history.keys().end(), history.keys().back()));
}

TEST(HistoryTest, C4_OccurrencesAreCountedByAllBitsOfTheKey) {
  std::mt19937_64 random(1);
  History history(7, true);
  EXPECT_EQ(history.Occurrences(), 1);
  int repeated = 0;
  for (int i = 0; i < 30'000; ++i) {
    // Many keys share their low bits, which are all that the filter of the history tells apart.
    const uint64_t key = (random() % 4) + (random() % 50 << 40) + (random() % 3 << 12);
    history.Push(key, random() % 200 == 0);
    ASSERT_EQ(history.Occurrences(), CountCurrent(history)) << i;
    repeated += history.Occurrences() > 1 ? 1 : 0;
    if (i % 100 == 0) {
      const History copy(history.keys(), history.complete());
      ASSERT_EQ(copy.Occurrences(), history.Occurrences());
    }
  }
  EXPECT_GT(repeated, 1000);
}

TEST(HistoryTest, C10_VeryLongGameForgetsItsOldestPositions) {
  History history(0, true);
  for (uint64_t i = 1; i <= History::kMaxKeys; ++i) history.Push(i, false);
  EXPECT_FALSE(history.complete());
  EXPECT_LE(history.keys().size(), History::kMaxKeys);
  history.Push(History::kMaxKeys - 1, false);
  EXPECT_EQ(history.Occurrences(), 2);
  history.Push(1, false);
  EXPECT_EQ(history.Occurrences(), 1);
}

}  // namespace
}  // namespace arbiter
