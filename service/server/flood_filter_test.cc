#include "service/server/flood_filter.h"

#include <memory>
#include <string>
#include <thread>

#include "gtest/gtest.h"
#include "service/server/test_frames.h"

namespace arbiter {
namespace {

constexpr int64_t kMaxStreams = 100;

std::string Times(size_t count, const std::string& bytes) {
  std::string repeated;
  for (size_t i = 0; i < count; ++i) repeated += bytes;
  return repeated;
}

// What several connections of one address have to pass, all of which have begun as they should.
class FloodFilterTest : public ::testing::Test {
 protected:
  FloodFilter NewFilter() {
    FloodFilter filter(kMaxStreams, budget_);
    EXPECT_EQ(filter.Read(ConnectionBegin() + kAck), std::nullopt);
    return filter;
  }

  static constexpr uint32_t kFirstStream = 1;
  const std::string kAck = Frame(FrameType::kSettings, kAckFlag);
  const std::string kReset = Frame(FrameType::kRstStream, 0, "1234", kFirstStream);
  const std::string kPing = Frame(FrameType::kPing, 0, "12345678");
  std::shared_ptr<FloodBudget> budget_ = std::make_shared<FloodBudget>();
};

std::string Call(uint32_t stream, std::string_view request) {
  return Frame(FrameType::kHeaders, 4, "fields", stream) +
         Frame(FrameType::kData, 1, request, stream);
}

TEST_F(FloodFilterTest, CallsPassInWhateverNumber) {
  FloodFilter filter = NewFilter();
  for (uint32_t stream = 1; stream < 200'000; stream += 2) {
    ASSERT_EQ(filter.Read(Call(stream, "request") + kPing), std::nullopt) << stream;
  }
}

TEST_F(FloodFilterTest, ManyResetsAtOnceAreAFlood) {
  const auto burst = static_cast<size_t>(FloodBudget::kResets.burst);
  EXPECT_EQ(NewFilter().Read(Times(burst + 1, kReset)), Flood::kResets);
  EXPECT_EQ(NewFilter().Read(Times(burst, kReset)), std::nullopt);
}

// Otherwise many connections would do what one may not.
TEST_F(FloodFilterTest, ConnectionsOfAnAddressShareItsBounds) {
  const auto half = static_cast<size_t>(FloodBudget::kResets.burst) / 2;
  FloodFilter one = NewFilter();
  FloodFilter other = NewFilter();
  EXPECT_EQ(one.Read(Times(half, kReset)), std::nullopt);
  EXPECT_EQ(other.Read(Times(half, kReset)), std::nullopt);
  EXPECT_EQ(one.Read(Times(half, kReset)), Flood::kResets);
  FloodFilter elsewhere(kMaxStreams, std::make_shared<FloodBudget>());
  EXPECT_EQ(elsewhere.Read(ConnectionBegin() + kAck + Times(half, kReset)), std::nullopt);
}

TEST_F(FloodFilterTest, ResetsAreForgivenWithTime) {
  const auto burst = static_cast<size_t>(FloodBudget::kResets.burst);
  FloodFilter filter = NewFilter();
  EXPECT_EQ(filter.Read(Times(burst, kReset)), std::nullopt);
  EXPECT_FALSE(budget_->IsFull(std::chrono::steady_clock::now()));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(filter.Read(Times(50, kReset)), std::nullopt);
  EXPECT_TRUE(budget_->IsFull(std::chrono::steady_clock::now() + std::chrono::seconds(10)));
}

// gRPC ignores header blocks of streams that are no new ones of a client, and logs each.
TEST_F(FloodFilterTest, HeadersThatOpenNoStreamCountAsResets) {
  const auto burst = static_cast<size_t>(FloodBudget::kResets.burst);
  for (const uint32_t stream : {0u, 2u, 5u}) {
    FloodFilter filter(kMaxStreams, std::make_shared<FloodBudget>());
    EXPECT_EQ(filter.Read(ConnectionBegin() + kAck + Call(5, "request")), std::nullopt);
    const std::string headers = Frame(FrameType::kHeaders, 4, "", stream);
    EXPECT_EQ(filter.Read(Times(burst + 1, headers)), Flood::kResets) << stream;
  }
}

TEST_F(FloodFilterTest, AHeaderBlockHasABound) {
  const std::string fields(FloodFilter::kMaxHeaderBlock / 2, 'x');
  const std::string begin = Frame(FrameType::kHeaders, 0, fields, 1);
  const std::string more = Frame(FrameType::kContinuation, 0, fields, 1);
  FloodFilter filter = NewFilter();
  EXPECT_EQ(filter.Read(begin + more), std::nullopt);
  EXPECT_EQ(filter.Read(Frame(FrameType::kContinuation, 0, "x", 1)), Flood::kHeaders);
  // What has been announced need not come.
  EXPECT_EQ(NewFilter().Read((begin + more + more).substr(0, begin.size() + more.size() + 9)),
            Flood::kHeaders);
  // The next block begins anew.
  EXPECT_EQ(NewFilter().Read(begin + Frame(FrameType::kHeaders, 4, fields, 3)), std::nullopt);
}

TEST_F(FloodFilterTest, FramesThatBringNoRequestHaveABound) {
  const auto burst = static_cast<size_t>(FloodBudget::kEmptyFrames.burst);
  const std::string frames[] = {
      kPing,
      kAck,
      Frame(FrameType::kSettings, 0),
      Frame(FrameType::kData, 1, "", 1),
      Frame(FrameType::kContinuation, 0, "", 1),
      Frame(static_cast<FrameType>(8), 0, "1234"),
      Frame(static_cast<FrameType>(77), 0),
  };
  for (const std::string& frame : frames) {
    FloodFilter filter(kMaxStreams, std::make_shared<FloodBudget>());
    EXPECT_EQ(filter.Read(ConnectionBegin() + Times(burst / 20, frame)), std::nullopt);
    EXPECT_EQ(filter.Read(Times(burst, frame)), Flood::kEmptyFrames);
  }
}

TEST_F(FloodFilterTest, StreamsAreBoundedBeforeTheirLimitIsAcknowledged) {
  FloodFilter filter(kMaxStreams, budget_);
  EXPECT_EQ(filter.Read(ConnectionBegin()), std::nullopt);
  uint32_t stream = 1;
  for (; stream < 2 * kMaxStreams; stream += 2) {
    EXPECT_EQ(filter.Read(Call(stream, "request")), std::nullopt);
  }
  FloodFilter acknowledges = filter;
  EXPECT_EQ(filter.Read(Call(stream, "request")), Flood::kStreams);
  // From then on gRPC counts those that are open.
  EXPECT_EQ(acknowledges.Read(kAck + Call(stream, "request")), std::nullopt);
}

TEST_F(FloodFilterTest, WhatIsNotHttp2IsLeftToGrpc) {
  FloodFilter filter(kMaxStreams, budget_);
  EXPECT_EQ(filter.Read("GET / HTTP/1.1\r\n\r\n" + Times(100'000, kReset)), std::nullopt);
}

}  // namespace
}  // namespace arbiter
