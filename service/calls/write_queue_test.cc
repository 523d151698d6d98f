#include "service/calls/write_queue.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace arbiter {
namespace {

class WriteQueueTest : public ::testing::Test {
 protected:
  BufferedBytes buffered_;
  ClientShares shares_;
  const ClientSharePtr client_ = shares_.FindOrAdd("client");
  WriteQueue queue_{&buffered_, client_};
};

// Writes the oldest message and returns its bytes.
std::string Write(WriteQueue* queue) {
  std::string bytes = queue->BeginWrite();
  queue->EndWrite();
  return bytes;
}

TEST_F(WriteQueueTest, ReturnsMessagesInOrder) {
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(queue_.Push(std::to_string(i), true));
  EXPECT_TRUE(queue_.Push("last", false));
  EXPECT_EQ(queue_.non_progress_size(), 1u);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(Write(&queue_), std::to_string(i));
  EXPECT_EQ(Write(&queue_), "last");
  EXPECT_TRUE(queue_.empty());
  EXPECT_EQ(queue_.unsent_bytes(), 0u);
  EXPECT_EQ(queue_.non_progress_size(), 0u);
  EXPECT_EQ(buffered_.unsent_bytes(), 0u);
}

TEST_F(WriteQueueTest, TheMessageBeingWrittenCountsAsUnsentAndSurvivesClear) {
  queue_.Push({.bytes = "first", .buffered = buffered_.Count(client_, 5), .request_bytes = 100});
  queue_.Push({.bytes = "second", .buffered = buffered_.Count(client_, 6), .request_bytes = 200});
  EXPECT_EQ(queue_.unsent(), 2u);
  EXPECT_EQ(queue_.BeginWrite(), "first");
  EXPECT_TRUE(queue_.is_writing());
  EXPECT_EQ(queue_.non_progress_size(), 1u);
  EXPECT_EQ(queue_.unsent(), 2u);
  EXPECT_EQ(queue_.unsent_bytes(), 311u);
  queue_.Clear();
  EXPECT_EQ(queue_.unsent(), 1u);
  EXPECT_EQ(queue_.unsent_bytes(), 105u);
  EXPECT_EQ(buffered_.unsent_bytes(), 5u);
  queue_.EndWrite();
  EXPECT_FALSE(queue_.is_writing());
  EXPECT_EQ(queue_.unsent_bytes(), 0u);
  EXPECT_EQ(buffered_.unsent_bytes(), 0u);
}

TEST_F(WriteQueueTest, ProgressDoesNotPileUpAndTheNewestIsKept) {
  const std::string progress(1000, 'x');
  for (int i = 0; i < 100'000; ++i) {
    EXPECT_TRUE(queue_.Push(progress + std::to_string(i), true));
  }
  EXPECT_LT(queue_.unsent_bytes(), WriteQueue::kHighWatermark + 2000);
  EXPECT_EQ(buffered_.unsent_bytes(), queue_.unsent_bytes());
  std::string last;
  while (!queue_.empty()) last = Write(&queue_);
  EXPECT_EQ(last, progress + "99999");
}

TEST_F(WriteQueueTest, OtherMessagesAreKeptUntilTheClientHasUsedUpItsShare) {
  const std::string message(size_t{1} << 20, 'x');
  size_t pushed = 0;
  while (queue_.Push(message, false)) ++pushed;
  EXPECT_EQ(pushed, BufferedBytes::kMaxBytesPerClient >> 20);
  EXPECT_EQ(queue_.non_progress_size(), pushed);
  EXPECT_EQ(client_->unsent_bytes, pushed << 20);
  EXPECT_TRUE(queue_.Push(message, true)) << "progress without room is dropped";
  EXPECT_EQ(queue_.non_progress_size(), pushed);
  queue_.Clear();
  EXPECT_EQ(client_->unsent_bytes, 0u);
  EXPECT_TRUE(queue_.Push(message, false));
}

// --- BufferedBytes

TEST_F(WriteQueueTest, BoundsTheBytesOfEachClientAndOfAllClients) {
  std::vector<BufferedBytes::Answer> answers;
  for (int i = 0; i < 20; ++i) {
    const ClientSharePtr client = shares_.FindOrAdd("greedy" + std::to_string(i));
    for (int j = 0; j < 1000; ++j) {
      BufferedBytes::Answer answer = buffered_.Count(client, size_t{1} << 20);
      if (answer) answers.push_back(std::move(answer));
    }
  }
  EXPECT_EQ(buffered_.unsent_bytes(), BufferedBytes::kMaxBytes);
  EXPECT_TRUE(buffered_.IsBacklogged(*client_));
  // A client that has few unread bytes still gets small answers.
  EXPECT_TRUE(buffered_.Count(client_, 10'000));
  EXPECT_FALSE(buffered_.Count(client_, size_t{1} << 20));
  answers.clear();
  EXPECT_EQ(buffered_.unsent_bytes(), 0u);
  EXPECT_TRUE(buffered_.Count(client_, size_t{1} << 20));
}

}  // namespace
}  // namespace arbiter
