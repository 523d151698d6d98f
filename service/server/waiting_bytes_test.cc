#include "service/server/waiting_bytes.h"

#include "gtest/gtest.h"

namespace arbiter {
namespace {

constexpr size_t kMost = WaitingBytes::kMostAnswers;
constexpr size_t kSmall = WaitingBytes::kSmallAnswer;

TEST(WaitingBytes, LargeAnswersAreBounded) {
  WaitingBytes waiting;
  EXPECT_FALSE(waiting.has_many_answers());
  EXPECT_TRUE(waiting.TakeAnswer(kMost));
  EXPECT_TRUE(waiting.has_many_answers());
  EXPECT_FALSE(waiting.TakeAnswer(kSmall + 1));
  EXPECT_EQ(waiting.in_order(), kMost) << "what was refused counts";
  waiting.GiveAnswer(kSmall + 1);
  EXPECT_TRUE(waiting.TakeAnswer(kSmall + 1));
}

TEST(WaitingBytes, SmallAnswersFindRoomButAreNotInOrderWithoutBound) {
  WaitingBytes waiting;
  EXPECT_TRUE(waiting.TakeAnswer(kMost));
  EXPECT_TRUE(waiting.TakeAnswer(kSmall));
  EXPECT_EQ(waiting.in_order(), kMost);
}

TEST(WaitingBytes, RequestsCountWhileTheyLive) {
  WaitingBytes waiting;
  {
    const WaitingBytes::Request request(&waiting, 1000);
    EXPECT_EQ(waiting.in_order(), 1000u);
  }
  EXPECT_EQ(waiting.in_order(), 0u);
}

}  // namespace
}  // namespace arbiter
