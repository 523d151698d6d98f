#include "service/scheduling/table_cache.h"

#include <memory>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "service/ops/heap.h"

namespace arbiter {
namespace {

constexpr size_t kSize = TranspositionTable::kMinBytes;
constexpr uint64_t kPosition = 12345;

// Whether a table contains the entry that AddEntry() has stored in it.
bool HasEntry(const TranspositionTable& table) {
  TableEntry entry;
  return table.Find(kPosition, &entry);
}

void AddEntry(TranspositionTable* table) {
  table->BeginSearch();
  table->Store(kPosition, {.move = 1, .depth = 9, .bound = Bound::kExact});
}

// Takes the table of an owner, adds an entry and puts it back. Returns whether it had the entry.
bool Use(TableCache* cache, const void* owner, size_t bytes, const std::string& game) {
  GameTable owned = cache->TakeOwned(owner, bytes, game);
  const bool had_entry = HasEntry(*owned.table);
  AddEntry(owned.table.get());
  cache->KeepOwned(owner, std::move(owned));
  return had_entry;
}

TEST(TableCacheTest, AReusedTableIsEmpty) {
  TableCache cache(4 * kSize, kSize);
  auto table = cache.Get(kSize);
  const TranspositionTable* const first = table.get();
  AddEntry(table.get());
  cache.Put(std::move(table));
  // A table of another size is not reused, because it would change the results of a search.
  auto larger = cache.Get(2 * kSize);
  EXPECT_EQ(larger->bytes(), 2 * kSize);
  table = cache.Get(kSize + 1);
  EXPECT_EQ(table.get(), first);
  EXPECT_FALSE(HasEntry(*table));
}

TEST(TableCacheTest, AnOwnerFindsItsTableForTheSameGame) {
  TableCache cache(4 * kSize, kSize);
  const int owner = 0;
  const int other = 0;
  EXPECT_FALSE(Use(&cache, &owner, kSize, "makruk"));
  EXPECT_FALSE(Use(&cache, &other, kSize, "makruk"));
  EXPECT_TRUE(Use(&cache, &owner, kSize, "makruk"));
  EXPECT_FALSE(Use(&cache, &owner, kSize, "chak"));
  EXPECT_TRUE(Use(&cache, &owner, kSize, "chak"));
  // A request whose game is unknown does not clear the table.
  EXPECT_TRUE(Use(&cache, &owner, kSize, ""));
  EXPECT_TRUE(Use(&cache, &owner, kSize, "chak"));
  cache.ReleaseOwned(&owner);
  EXPECT_FALSE(Use(&cache, &owner, kSize, "chak"));
}

// The size changes the results of a search, and counts towards the memory of all analyses.
TEST(TableCacheTest, AnOwnersTableHasTheRequestedSize) {
  TableCache cache(4 * kSize, kSize);
  const int owner = 0;
  Use(&cache, &owner, kSize, "chak");
  for (const size_t size : {2 * kSize, kSize}) {
    EXPECT_FALSE(Use(&cache, &owner, size, "chak"));
    EXPECT_TRUE(Use(&cache, &owner, size, "chak"));
    GameTable owned = cache.TakeOwned(&owner, size, "chak");
    EXPECT_EQ(owned.table->bytes(), size);
    cache.KeepOwned(&owner, std::move(owned));
  }
}

TEST(TableCacheTest, TrimmingEvictsTheOldestTables) {
  TableCache cache(4 * kSize, kSize);
  const int owners[3] = {};
  for (const int& owner : owners) Use(&cache, &owner, kSize, "chak");
  cache.TrimTo(2 * kSize);
  EXPECT_TRUE(Use(&cache, &owners[1], kSize, "chak"));
  EXPECT_TRUE(Use(&cache, &owners[2], kSize, "chak"));
  cache.TrimTo(2 * kSize);
  EXPECT_TRUE(Use(&cache, &owners[1], kSize, "chak"));
  cache.TrimTo(kSize);
  EXPECT_FALSE(Use(&cache, &owners[2], kSize, "chak"));
  cache.TrimTo(0);
  EXPECT_FALSE(Use(&cache, &owners[1], kSize, "chak"));
}

TEST(TableCacheTest, TheOldestTableIsEvictedIfThereIsNoRoom) {
  TableCache cache(2 * kSize, kSize);
  const int owners[3] = {};
  for (const int& owner : owners) Use(&cache, &owner, kSize, "chak");
  EXPECT_TRUE(Use(&cache, &owners[2], kSize, "chak"));
  EXPECT_TRUE(Use(&cache, &owners[1], kSize, "chak"));
  EXPECT_FALSE(Use(&cache, &owners[0], kSize, "chak"));
}

TEST(TableCacheTest, TablesAreOutsideOfTheHeap) {
  TableCache cache(64 << 20, 64 << 20);
  const size_t before = MeasureHeap().used;
  cache.Put(cache.Get(64 << 20));
  EXPECT_LE(MeasureHeap().used, before + 1'000'000);
}

// What a search has learned.
struct Statistics {
  static constexpr size_t kBytes = kSize;
  bool used = false;
};

TEST(TableCacheTest, WhatSearchesHaveLearnedCounts) {
  TableCache cache(4 * kSize, kSize);
  const int owners[3] = {};
  for (const int& owner : owners) {
    GameTable owned = cache.TakeOwned(&owner, kSize, "chak");
    owned.table->BeginSearch();
    owned.table->Learned<Statistics>().used = true;
    cache.KeepOwned(&owner, std::move(owned));
  }
  // There is room for two.
  EXPECT_EQ(cache.heap_bytes(), 2 * kSize);
  EXPECT_FALSE(cache.TakeOwned(&owners[0], kSize, "chak").table->Learned<Statistics>().used);
  EXPECT_TRUE(cache.TakeOwned(&owners[1], kSize, "chak").table->Learned<Statistics>().used);
  EXPECT_EQ(cache.heap_bytes(), kSize);
  // A table without an owner is cached without it.
  cache.ReleaseOwned(&owners[2]);
  EXPECT_EQ(cache.heap_bytes(), 0u);
}

}  // namespace
}  // namespace arbiter
