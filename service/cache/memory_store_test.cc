#include "service/cache/memory_store.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace arbiter {
namespace {

constexpr size_t kAmple = 1 << 20;

std::string ValueOf(MemoryStore& store, const std::string& key) {
  const auto value = store.Get(key);
  EXPECT_TRUE(value.ok() || absl::IsNotFound(value.status())) << value.status();
  return value.ok() ? *value : "";
}

TEST(MemoryStore, KeepsTheDeepestAnalysis) {
  MemoryStore store(kAmple);
  store.Put("key", 5, "five");
  store.Put("key", 4, "four");
  EXPECT_EQ(ValueOf(store, "key"), "five");
  store.Put("key", 6, "six");
  EXPECT_EQ(ValueOf(store, "key"), "six");
  store.Put("key", 6, "six again");
  EXPECT_EQ(ValueOf(store, "key"), "six again");
}

TEST(MemoryStore, RemovesValues) {
  MemoryStore store(kAmple);
  store.Put("key", 5, "five");
  store.Remove("key");
  store.Remove("key");
  EXPECT_EQ(ValueOf(store, "key"), "");
  EXPECT_EQ(store.bytes(), 0u);
}

TEST(MemoryStore, EvictsTheLeastRecentlyUsedValue) {
  MemoryStore probe(kAmple);
  probe.Put("a", 1, "value");
  MemoryStore store(3 * probe.bytes());
  for (const char* key : {"a", "b", "c"}) store.Put(key, 1, "value");
  EXPECT_EQ(ValueOf(store, "a"), "value");
  store.Put("d", 1, "value");
  EXPECT_EQ(ValueOf(store, "b"), "");
  for (const char* key : {"a", "c", "d"}) EXPECT_EQ(ValueOf(store, key), "value") << key;
}

TEST(MemoryStore, NeverExceedsItsSize) {
  constexpr size_t kBytes = 100'000;
  MemoryStore store(kBytes);
  for (int i = 0; i < 10'000; ++i) {
    store.Put("key " + std::to_string(i), 1, std::string(static_cast<size_t>(i % 5'000), 'x'));
    ASSERT_LE(store.bytes(), kBytes);
  }
  EXPECT_GT(store.bytes(), kBytes / 2);
  store.Put("huge", 1, std::string(kBytes, 'x'));
  EXPECT_EQ(ValueOf(store, "huge"), "");
  EXPECT_GT(store.bytes(), kBytes / 2) << "a value that is too large evicts nothing";
}

TEST(MemoryStore, CanBeSharedByThreads) {
  MemoryStore store(10'000);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&store, t] {
      for (int i = 0; i < 2'000; ++i) {
        const std::string key = std::to_string((i * 7 + t) % 50);
        store.Put(key, i % 9, "value of " + key);
        const auto value = store.Get(key);
        EXPECT_EQ(value.value_or("value of " + key), "value of " + key);
        if (i % 10 == 0) store.Remove(key);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace arbiter
