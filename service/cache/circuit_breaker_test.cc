#include "service/cache/circuit_breaker.h"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr CircuitBreaker::Clock::time_point kStart{seconds(1'000)};

TEST(CircuitBreaker, EachFailureDoublesThePauseUpToHalfAMinute) {
  CircuitBreaker breaker;
  EXPECT_FALSE(breaker.IsOpen(kStart));
  auto now = kStart;
  for (const int pause : {1, 2, 4, 8, 16, 30, 30}) {
    EXPECT_TRUE(breaker.Fail(now));
    EXPECT_TRUE(breaker.IsOpen(now + seconds(pause) - milliseconds(1)));
    now += seconds(pause);
    EXPECT_FALSE(breaker.IsOpen(now));
  }
}

TEST(CircuitBreaker, FailuresDuringAPauseDoNotCount) {
  CircuitBreaker breaker;
  EXPECT_TRUE(breaker.Fail(kStart));
  EXPECT_FALSE(breaker.Fail(kStart + milliseconds(1)));
  EXPECT_FALSE(breaker.IsOpen(kStart + seconds(1)));
}

TEST(CircuitBreaker, ASuccessClosesItAndResetsThePause) {
  CircuitBreaker breaker;
  breaker.Fail(kStart);
  breaker.Fail(kStart + seconds(1));
  breaker.Succeed();
  EXPECT_FALSE(breaker.IsOpen(kStart + seconds(1)));
  breaker.Fail(kStart + seconds(2));
  EXPECT_FALSE(breaker.IsOpen(kStart + seconds(3)));
}

}  // namespace
}  // namespace arbiter
