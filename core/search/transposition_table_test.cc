#include "core/search/transposition_table.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/board/board.h"

namespace arbiter {
namespace {

TableEntry MakeEntry(int value, int depth, Bound bound = Bound::kExact) {
  return {.move = 77,
          .value = static_cast<int16_t>(value),
          .eval = -13,
          .depth = depth,
          .bound = bound};
}

TEST(TranspositionTable, FindsWhatWasStored) {
  TranspositionTable table(1 << 16);
  const TableEntry stored = {.move = (1 << kTableMoveBits) - 1,
                             .value = -32000,
                             .eval = 32001,
                             .depth = 127,
                             .bound = Bound::kLower,
                             .was_pv = true};
  table.Store(42, stored);
  TableEntry found;
  ASSERT_TRUE(table.Find(42, &found));
  EXPECT_EQ(found.move, stored.move);
  EXPECT_EQ(found.value, stored.value);
  EXPECT_EQ(found.eval, stored.eval);
  EXPECT_EQ(found.depth, stored.depth);
  EXPECT_EQ(found.bound, stored.bound);
  EXPECT_TRUE(found.was_pv);
  EXPECT_FALSE(table.Find(43, &found));
}

TEST(TranspositionTable, GreaterDepthsAreLoweredToTheLargest) {
  TranspositionTable table(1 << 16);
  for (const int depth : {kMaxTableDepth + 1, 256, 300}) {
    table.Store(42, MakeEntry(5, depth, Bound::kExact));
    TableEntry found;
    ASSERT_TRUE(table.Find(42, &found));
    EXPECT_EQ(found.depth, kMaxTableDepth) << depth;
    EXPECT_EQ(found.bound, Bound::kExact);
  }
}

TEST(TranspositionTable, ClearRemovesTheEntriesOfSearches) {
  TranspositionTable table(1 << 16);
  table.BeginSearch();
  table.Store(42, MakeEntry(5, 3));
  table.Clear();
  TableEntry found;
  EXPECT_FALSE(table.Find(42, &found));
}

template <int bytes>
struct Statistics {
  static constexpr size_t kBytes = bytes;
  int value = 1;
};

TEST(TranspositionTable, KeepsWhatSearchesLearnUntilItIsCleared) {
  TranspositionTable table(1 << 16);
  EXPECT_EQ(table.learned_bytes(), 0u);
  table.BeginSearch();
  table.Learned<Statistics<100>>().value = 2;
  EXPECT_EQ(table.Learned<Statistics<100>>().value, 2);
  EXPECT_EQ(table.learned_bytes(), 100u);
  // A search of another kind cannot use it.
  EXPECT_EQ(table.Learned<Statistics<200>>().value, 1);
  EXPECT_EQ(table.learned_bytes(), 200u);
  table.Learned<Statistics<200>>().value = 3;
  table.Clear();
  EXPECT_EQ(table.learned_bytes(), 0u);
  EXPECT_EQ(table.Learned<Statistics<200>>().value, 1);
}

TEST(TranspositionTable, SizeIsRoundedDownToAPowerOfTwo) {
  EXPECT_EQ(TranspositionTable(1 << 20).bytes(), 1 << 20);
  EXPECT_EQ(TranspositionTable((1 << 21) - 1).bytes(), 1 << 20);
}

TEST(TranspositionTable, UpdateWithoutAMoveKeepsTheOldMove) {
  TranspositionTable table(1 << 16);
  table.Store(42, MakeEntry(5, 3));
  TableEntry without = MakeEntry(6, 4, Bound::kUpper);
  without.move = 0;
  table.Store(42, without);
  TableEntry found;
  ASSERT_TRUE(table.Find(42, &found));
  EXPECT_EQ(found.value, 6);
  EXPECT_EQ(found.move, 77u);
}

TEST(TranspositionTable, ShallowBoundDoesNotReplaceADeepEntry) {
  TranspositionTable table(1 << 16);
  table.Store(42, MakeEntry(5, 20));
  table.Store(42, MakeEntry(6, 2, Bound::kUpper));
  TableEntry found;
  ASSERT_TRUE(table.Find(42, &found));
  EXPECT_EQ(found.value, 5);
}

TEST(TranspositionTable, ShallowAndOldEntriesAreReplacedFirst) {
  TranspositionTable table(TranspositionTable::kMinBytes);
  const uint64_t clusters = table.bytes() / 64;
  // All keys belong to one cluster, which holds four entries.
  for (uint64_t i = 0; i < 4; ++i) {
    table.Store(7 + i * clusters, MakeEntry(static_cast<int>(i), i == 2 ? 1 : 9));
  }
  table.Store(7 + 4 * clusters, MakeEntry(4, 5));
  TableEntry found;
  EXPECT_FALSE(table.Find(7 + 2 * clusters, &found));
  for (const uint64_t i : {0, 1, 3, 4}) EXPECT_TRUE(table.Find(7 + i * clusters, &found)) << i;
  // Two searches later the deep entries are old.
  table.BeginSearch();
  table.BeginSearch();
  table.Store(7 + 5 * clusters, MakeEntry(5, 1));
  table.Store(7 + 6 * clusters, MakeEntry(6, 1));
  EXPECT_TRUE(table.Find(7 + 5 * clusters, &found));
  EXPECT_TRUE(table.Find(7 + 6 * clusters, &found));
}

TEST(TranspositionTable, StoreSaysWhetherItReplacesAnotherPosition) {
  TranspositionTable table(TranspositionTable::kMinBytes);
  const uint64_t clusters = table.bytes() / 64;
  for (uint64_t i = 0; i < 4; ++i) EXPECT_FALSE(table.Store(7 + i * clusters, MakeEntry(1, 9)));
  EXPECT_FALSE(table.Store(7, MakeEntry(2, 9)));
  EXPECT_TRUE(table.Store(7 + 4 * clusters, MakeEntry(1, 9)));
}

TEST(TranspositionTable, FilledPermilleCountsTheCurrentSearchOnly) {
  TranspositionTable table(1 << 16);
  EXPECT_EQ(table.FilledPermille(), 0);
  for (uint64_t key = 1; key < 100'000; ++key) table.Store(Mix64(key), MakeEntry(1, 1));
  EXPECT_GT(table.FilledPermille(), 900);
  table.BeginSearch();
  EXPECT_EQ(table.FilledPermille(), 0);
}

TEST(TranspositionTable, ConcurrentWritesNeverCorruptEntries) {
  TranspositionTable table(TranspositionTable::kMinBytes);
  const auto work = [&table](uint64_t seed) {
    for (uint64_t i = 0; i < 50'000; ++i) {
      const uint64_t key = Mix64(Mix64(seed + i) % 5000);
      const auto value = static_cast<int>(key % 1000);
      table.Store(key, MakeEntry(value, static_cast<int>(key % 50)));
      TableEntry found;
      const uint64_t other = Mix64(Mix64(seed * 31 + i) % 5000);
      if (table.Find(other, &found)) {
        ASSERT_EQ(found.value, static_cast<int>(other % 1000));
      }
    }
  };
  std::vector<std::thread> threads;
  for (uint64_t seed = 1; seed <= 4; ++seed) threads.emplace_back(work, seed * 1'000'000);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace arbiter
