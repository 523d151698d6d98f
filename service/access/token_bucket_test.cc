#include "service/access/token_bucket.h"

#include <atomic>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

constexpr TokenBucket::Size kSize = {.rate = 10, .burst = 20};
constexpr TokenBucket::Time kStart{seconds(1'000'000)};

TEST(TokenBucketTest, AllowsABurstThenItsRate) {
  TokenBucket bucket;
  for (int i = 0; i < 20; ++i) EXPECT_EQ(bucket.Take(kSize, 1, kStart), nanoseconds(0));
  EXPECT_EQ(bucket.Take(kSize, 1, kStart), milliseconds(100));
  EXPECT_EQ(bucket.Take(kSize, 5, kStart), milliseconds(500));
  int taken = 0;
  for (int ms = 1; ms <= 10'000; ++ms) {
    if (bucket.Take(kSize, 1, kStart + milliseconds(ms)) == nanoseconds(0)) ++taken;
  }
  EXPECT_EQ(taken, 100);
}

TEST(TokenBucketTest, WaitingAsLongAsReportedIsEnoughAndLessIsNot) {
  for (const double rate : {0.3, 7.0, 333.0, 1e6}) {
    const TokenBucket::Size size = {.rate = rate, .burst = 3};
    TokenBucket bucket;
    TokenBucket::Time now = kStart;
    for (int i = 0; i < 1000; ++i) {
      const nanoseconds wait = bucket.Take(size, 1.7, now);
      if (wait > nanoseconds(0)) {
        EXPECT_GT(bucket.Take(size, 1.7, now + wait / 2), nanoseconds(0));
        now += wait;
        ASSERT_EQ(bucket.Take(size, 1.7, now), nanoseconds(0)) << rate;
      }
    }
  }
}

TEST(TokenBucketTest, NeverHoldsMoreThanTheBurst) {
  TokenBucket bucket;
  EXPECT_EQ(bucket.Take(kSize, 20, kStart + seconds(1000)), nanoseconds(0));
  EXPECT_EQ(bucket.Take(kSize, 1, kStart + seconds(1000)), milliseconds(100));
}

TEST(TokenBucketTest, ACostAboveTheBurstLeavesADebt) {
  TokenBucket bucket;
  EXPECT_EQ(bucket.Take(kSize, 100, kStart), nanoseconds(0));
  EXPECT_EQ(bucket.Take(kSize, 1, kStart), milliseconds(8100));
  EXPECT_EQ(bucket.Take(kSize, 100, kStart + seconds(9)), seconds(1))
      << "the bucket is not full yet";
  EXPECT_EQ(bucket.Take(kSize, 100, kStart + seconds(10)), nanoseconds(0));
}

TEST(TokenBucketTest, SettlingCanCauseADebtAndGiveTokensBack) {
  TokenBucket bucket;
  bucket.Settle(kSize, 50, kStart);
  EXPECT_FALSE(bucket.IsFull(kSize, kStart));
  EXPECT_EQ(bucket.Take(kSize, 1, kStart), milliseconds(3100));
  bucket.Settle(kSize, -40, kStart);
  EXPECT_EQ(bucket.Take(kSize, 10, kStart), nanoseconds(0));
  bucket.Settle(kSize, -1000, kStart);
  EXPECT_TRUE(bucket.IsFull(kSize, kStart));
  EXPECT_EQ(bucket.Take(kSize, 21, kStart), nanoseconds(0));
  EXPECT_GT(bucket.Take(kSize, 1, kStart), nanoseconds(0)) << "tokens above the burst are lost";
}

TEST(TokenBucketTest, BilledWorkFirstUsesTheTokensAddedMeanwhile) {
  TokenBucket bucket;
  TokenBucket::Time now = kStart;
  EXPECT_EQ(bucket.Bill(kSize, 0, 1, now), nanoseconds(0));
  // The bucket starts with 20 tokens and gets 10 per second.
  EXPECT_EQ(bucket.Bill(kSize, 40, 1, now += seconds(2)), nanoseconds(0));
  EXPECT_EQ(bucket.Bill(kSize, 20, 1, now += milliseconds(2000)), nanoseconds(0));
  EXPECT_EQ(bucket.Bill(kSize, 10, 5, now += milliseconds(500)), seconds(1))
      << "a debt of 5 tokens, and 5 tokens for the next work";
  EXPECT_EQ(bucket.Take(kSize, 1, now), milliseconds(600))
      << "the tokens are taken even if the client is in debt";
  EXPECT_EQ(bucket.Bill(kSize, 5, 100, now += milliseconds(500)), milliseconds(2500))
      << "the wait is for no more than a full bucket";
}

TEST(TokenBucketTest, WorkAtTheRefillRateNeverCausesADebt) {
  TokenBucket bucket;
  TokenBucket::Time now = kStart;
  // Most bills are for far more than the bucket holds.
  for (int i = 0; i < 1000; ++i) {
    now += seconds(i % 10);
    ASSERT_EQ(bucket.Bill(kSize, 10.0 * (i % 10), 1, now), nanoseconds(0)) << i;
  }
  EXPECT_TRUE(bucket.IsFull(kSize, now));
  EXPECT_GT(bucket.Bill(kSize, 40, 1, now + seconds(1)), nanoseconds(0));
}

TEST(TokenBucketTest, RemembersSpentTokensWhenTheQuotaChanges) {
  TokenBucket bucket;
  EXPECT_EQ(bucket.Take(kSize, 15, kStart), nanoseconds(0));
  const TokenBucket::Size larger = {.rate = 100, .burst = 30};
  EXPECT_EQ(bucket.Take(larger, 15, kStart), nanoseconds(0));
  EXPECT_EQ(bucket.Take(larger, 1, kStart), milliseconds(10));
}

TEST(TokenBucketTest, AClockThatGoesBackAddsNoTokens) {
  TokenBucket bucket;
  EXPECT_EQ(bucket.Take(kSize, 20, kStart), nanoseconds(0));
  EXPECT_GT(bucket.Take(kSize, 1, kStart - seconds(10)), nanoseconds(0));
  EXPECT_EQ(bucket.Take(kSize, 1, kStart), milliseconds(100));
}

TEST(TokenBucketTest, ThreadsTogetherTakeNoMoreThanTheBurst) {
  TokenBucket bucket;
  constexpr TokenBucket::Size kThousand = {.rate = 1, .burst = 1000};
  std::atomic<int> taken = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 1000; ++n) {
        if (bucket.Take(kThousand, 1, kStart) == nanoseconds(0)) ++taken;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, 1000);
}

}  // namespace
}  // namespace arbiter
