#include "service/ops/log_sample.h"

#include <gtest/gtest.h>

#include <string>

namespace arbiter {
namespace {

int Taken(double share) {
  const LogSample sample(share);
  int taken = 0;
  for (int i = 0; i < 10'000; ++i) taken += sample.Takes("request-" + std::to_string(i)) ? 1 : 0;
  return taken;
}

TEST(LogSampleTest, TakesItsShare) {
  EXPECT_EQ(Taken(0), 0);
  EXPECT_EQ(Taken(1), 10'000);
  EXPECT_NEAR(Taken(0.01), 100, 40);
  EXPECT_NEAR(Taken(0.5), 5'000, 200);
  EXPECT_NEAR(Taken(0.9), 9'000, 120);
}

// Every replica and every version has to choose the same traces.
TEST(LogSampleTest, TheChoiceOfANameIsFixed) {
  EXPECT_FALSE(LogSample(0.211).Takes("0af7651916cd43dd8448eb211c80319c"));
  EXPECT_TRUE(LogSample(0.212).Takes("0af7651916cd43dd8448eb211c80319c"));
}

TEST(LogSampleTest, ALargerShareTakesWhatASmallerOneDoes) {
  const LogSample smaller(0.2);
  const LogSample larger(0.3);
  for (int i = 0; i < 1'000; ++i) {
    const std::string name = std::to_string(i);
    EXPECT_TRUE(larger.Takes(name) || !smaller.Takes(name)) << name;
  }
}

TEST(LogSampleTest, TheShareCanChange) {
  LogSample sample(0);
  EXPECT_FALSE(sample.Takes("a call"));
  sample.set_share(1);
  EXPECT_TRUE(sample.Takes("a call"));
}

}  // namespace
}  // namespace arbiter
