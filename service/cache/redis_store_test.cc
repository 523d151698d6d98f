// The connection to Redis, above all its timeout.
#include "service/cache/redis_store.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "core/base/strings.h"
#include "tests/support/server/redis.h"
#include "tests/support/server/requests.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kTimeout(50);
// The timeout in tests whose Redis always responds.
constexpr milliseconds kLongTimeout = kPatience;
constexpr char kValue[] = "ARBA\1\5 of depth 5";

struct Store {
  explicit Store(const std::string& url, milliseconds timeout = kTimeout,
                 const AnalysisMac* mac = nullptr)
      : redis(*ParseRedisAddress(url), timeout, mac, [this](const absl::Status&) { ++failures; }) {}

  std::string Get(const std::string& key) {
    const auto value = redis.Get(key);
    return value.ok() ? *value : "";
  }

  std::atomic<int> failures = 0;
  RedisStore redis;
};

TEST(RedisStore, KeepsTheDeepestValue) {
  const RedisProcess redis;
  Store store(redis.url(), kLongTimeout);
  const auto put = [&](const std::string& value, int depth) {
    store.redis.Put("key", depth, value);
    // Changes are made in order, so once "last" is seen, "key" has been changed.
    store.redis.Put("last", depth, "ARBA\1\1" + value);
    return Eventually([&] { return store.Get("last") == "ARBA\1\1" + value; });
  };
  EXPECT_TRUE(absl::IsNotFound(store.redis.Get("key").status()));
  ASSERT_TRUE(put(kValue, 5));
  EXPECT_EQ(store.Get("key"), kValue);
  ASSERT_TRUE(put("ARBA\1\4 of depth 4", 4));
  EXPECT_EQ(store.Get("key"), kValue);
  ASSERT_TRUE(put("ARBA\1\6 of depth 6", 6));
  EXPECT_EQ(store.Get("key"), "ARBA\1\6 of depth 6");
  redis.Set(store.redis.RedisKey("key"), "rubbish");
  ASSERT_TRUE(put("ARBA\1\1 of depth 1", 1));
  EXPECT_EQ(store.Get("key"), "ARBA\1\1 of depth 1");
  store.redis.Remove("key");
  EXPECT_TRUE(Eventually([&] { return absl::IsNotFound(store.redis.Get("key").status()); }));
  EXPECT_EQ(store.failures, 0);
}

SnapshotKey KeyOf(char filler) {
  return {std::string(1, filler), std::string(kSnapshotKeyBytes, filler)};
}

// Whoever could write to Redis used to decide what the server answers.
TEST(RedisStore, WithKeysOnlyItsOwnValuesAreReturned) {
  const RedisProcess redis;
  const AnalysisMac mac({KeyOf('A')});
  Store store(redis.url(), kLongTimeout, &mac);
  const auto status = [&store](const std::string& key) { return store.redis.Get(key).status(); };
  store.redis.Put("key", 5, kValue);
  ASSERT_TRUE(Eventually([&] { return store.Get("key") == kValue; }));
  const std::string name = store.redis.RedisKey("key");
  const std::string tagged = kValue + mac.Tag("key", kValue);

  redis.Set(name, kValue);
  EXPECT_TRUE(absl::IsDataLoss(status("key"))) << "without a tag";
  redis.Set(name, "x");
  EXPECT_TRUE(absl::IsDataLoss(status("key"))) << "shorter than a tag";
  std::string forged = tagged;
  forged[5] = 120;
  redis.Set(name, forged);
  EXPECT_TRUE(absl::IsDataLoss(status("key"))) << "with another depth";
  const AnalysisMac foreign({KeyOf('B')});
  redis.Set(name, kValue + foreign.Tag("key", kValue));
  EXPECT_TRUE(absl::IsDataLoss(status("key"))) << "with the tag of another key";
  redis.Set(store.redis.RedisKey("other"), tagged);
  EXPECT_TRUE(absl::IsDataLoss(status("other"))) << "copied";
  redis.Set(name, tagged);
  EXPECT_EQ(store.Get("key"), kValue);
}

TEST(RedisStore, AValueOfTheMaximumSizeIsStoredWithItsTag) {
  const RedisProcess redis;
  const AnalysisMac mac({KeyOf('A')});
  Store store(redis.url(), kLongTimeout, &mac);
  std::string largest = kValue;
  largest.resize(kMaxStoredBytes, 'x');
  store.redis.Put("key", 5, largest);
  EXPECT_TRUE(Eventually([&] { return store.Get("key") == largest; }));
}

TEST(RedisStore, KeysCanBeRotated) {
  const RedisProcess redis;
  AnalysisMac mac({KeyOf('A')});
  Store store(redis.url(), kLongTimeout, &mac);
  store.redis.Put("key", 5, kValue);
  ASSERT_TRUE(Eventually([&] { return store.Get("key") == kValue; }));
  mac.SetKeys({KeyOf('B'), KeyOf('A')});
  EXPECT_EQ(store.Get("key"), kValue);
  store.redis.Put("key", 5, kValue);
  mac.SetKeys({KeyOf('B')});
  EXPECT_TRUE(Eventually([&] { return store.Get("key") == kValue; })) << "stored with the new key";
  mac.SetKeys({KeyOf('A')});
  EXPECT_TRUE(absl::IsDataLoss(store.redis.Get("key").status()));
}

// Otherwise, each server would remove the values of the others.
TEST(RedisStore, ServersWithAndWithoutKeysStoreSeparately) {
  const RedisProcess redis;
  const AnalysisMac mac({KeyOf('A')});
  Store with(redis.url(), kLongTimeout, &mac);
  Store without(redis.url(), kLongTimeout);
  with.redis.Put("key", 5, kValue);
  EXPECT_TRUE(Eventually([&] { return with.Get("key") == kValue; }));
  EXPECT_TRUE(absl::IsNotFound(without.redis.Get("key").status()));
}

TEST(RedisStore, DatabasesAreSeparate) {
  const RedisProcess redis;
  Store third(redis.url() + "/3", kLongTimeout);
  Store fourth(redis.url() + "/4", kLongTimeout);
  third.redis.Put("key", 5, kValue);
  EXPECT_TRUE(Eventually([&] { return third.Get("key") == kValue; }));
  EXPECT_TRUE(absl::IsNotFound(fourth.redis.Get("key").status()));
}

TEST(RedisStore, WaitsNoLongerThanItsTimeout) {
  const RedisProcess stopped;
  const FakeRedis late("$-1\r\n", 1'000);
  const FakeRedis slow("$60000\r\n", 5);
  const FakeRedis endless("$500000000\r\n" + std::string(4'000, 'x'), 0);
  const FakeRedis vast("*2000000000\r\n", 0);
  stopped.Signal(SIGSTOP);
  for (const std::string& url :
       {stopped.url(), late.url(), slow.url(), endless.url(), vast.url()}) {
    // On a busy machine, a thread may wake up late, but not each time.
    EXPECT_TRUE(Eventually([&url] {
      Store store(url);
      const auto start = steady_clock::now();
      EXPECT_TRUE(absl::IsUnavailable(store.redis.Get("key").status()));
      const auto taken = steady_clock::now() - start;
      EXPECT_EQ(store.failures, 1);
      return taken <= 10 * kTimeout;
    })) << url;
  }
}

TEST(RedisStore, DoesNotRetryImmediatelyAfterAFailure) {
  const RedisProcess redis;
  redis.Signal(SIGSTOP);
  Store store(redis.url());
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(absl::IsUnavailable(store.redis.Get("key").status()));
    store.redis.Put("key", 5, kValue);
  }
  // Within a minute, there would be at most six attempts.
  EXPECT_LE(store.failures, 6);
  redis.Signal(SIGCONT);
  absl::Status status;
  EXPECT_TRUE(Eventually([&] {
    status = store.redis.Get("key").status();
    return !absl::IsUnavailable(status);
  }));
  EXPECT_TRUE(absl::IsNotFound(status)) << "changes during a failure are dropped";
}

TEST(RedisStore, ReconnectsAfterALostConnection) {
  const RedisProcess redis;
  Store store(redis.url(), kLongTimeout);
  store.redis.Put("key", 5, kValue);
  ASSERT_TRUE(Eventually([&] { return store.Get("key") == kValue; }));
  redis.Ask("CLIENT KILL TYPE normal SKIPME yes");
  EXPECT_TRUE(Eventually([&] { return store.Get("key") == kValue; }));
}

// Put() does not wait even while Redis is stopped. It drops changes that exceed the bounded queue.
TEST(RedisStore, PutDoesNotWait) {
  const RedisProcess redis;
  redis.Signal(SIGSTOP);
  Store store(redis.url(), 2 * kPatience);
  const auto start = steady_clock::now();
  for (int i = 0; i < 1'000; ++i) {
    store.redis.Put(StrCat("key ", i), 5, kValue + std::string(50'000, 'x'));
  }
  EXPECT_LE(steady_clock::now() - start, kPatience);
  redis.Signal(SIGCONT);
  EXPECT_TRUE(Eventually([&] { return !store.Get("key 0").empty(); }));
  EXPECT_LT(redis.Keys().size(), 100u);
}

TEST(RedisStore, CanBeUsedByManyThreads) {
  const RedisProcess redis;
  Store store(redis.url(), kLongTimeout);
  store.redis.Put("key", 5, kValue);
  ASSERT_TRUE(Eventually([&] { return store.Get("key") == kValue; }));
  std::vector<std::thread> threads;
  std::atomic<int> found = 0;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) found += store.Get("key") == kValue ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found, 800);
}

TEST(RedisAddress, HasAHostAPortAndADatabase) {
  const auto address = ParseRedisAddress("redis://cache.example:6380/7");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->host, "cache.example");
  EXPECT_EQ(address->port, 6380);
  EXPECT_EQ(address->database, 7);
  EXPECT_EQ(ParseRedisAddress("redis://[::1]:6379")->host, "::1");
  for (const char* wrong :
       {"", "redis://", "redis://host", "redis://host:0", "redis://host:6379/", "redis://host:1/x",
        "redis://host:1/-1", "redis://:6379", "redis://host:1/1/1", "redis://unix:/tmp/socket",
        "rediss://host:6379", "host:6379"}) {
    EXPECT_FALSE(ParseRedisAddress(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace arbiter::testing
