#include "service/net/flood_filter.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "tests/support/frames.h"

namespace arbiter {
namespace {

using testing::Frame;
using testing::Preface;

constexpr int64_t kMaxStreams = 100;
constexpr auto kMaxResets = static_cast<size_t>(FloodBudget::kResets.burst);
constexpr auto kMaxSmallFrames = static_cast<size_t>(FloodBudget::kSmallFrames.burst);

std::string Times(size_t count, const std::string& bytes) {
  std::string repeated;
  for (size_t i = 0; i < count; ++i) repeated += bytes;
  return repeated;
}

std::string Headers(uint32_t stream, uint8_t flags = kEndHeadersFlag) {
  return Frame(FrameType::kHeaders, flags, stream, "fields");
}
std::string Call(uint32_t stream) {
  return Headers(stream) + Frame(FrameType::kData, kEndStreamFlag, stream, "request");
}
std::string Reset(uint32_t stream) { return Frame(FrameType::kRstStream, 0, stream, "1234"); }

const std::string kPing = Frame(FrameType::kPing, 0, 0, "12345678");
const std::string kWindowUpdate = Frame(FrameType::kWindowUpdate, 0, 0, "1234");

// What several connections of one address have to pass, at a time that stands still.
class FloodFilterTest : public ::testing::Test {
 protected:
  FloodFilter NewFilter() {
    FloodFilter filter(kMaxStreams, budget_, &answered_);
    EXPECT_EQ(filter.Read(Preface(), now_), std::nullopt);
    return filter;
  }
  // What a new connection of a new address is found to do.
  std::optional<Flood> FloodOf(const std::string& bytes) {
    budget_ = std::make_shared<FloodBudget>();
    return NewFilter().Read(bytes, now_);
  }

  std::shared_ptr<FloodBudget> budget_ = std::make_shared<FloodBudget>();
  std::atomic<uint64_t> answered_ = 0;
  FloodBudget::Time now_ = FloodBudget::Time() + std::chrono::hours(1);
};

// A client answers with PING and WINDOW_UPDATE what it is sent, each of them read by itself.
TEST_F(FloodFilterTest, CallsPassInWhateverNumber) {
  FloodFilter filter = NewFilter();
  for (uint32_t stream = 1; stream < 400'000; stream += 2) {
    ASSERT_EQ(filter.Read(Call(stream), now_), std::nullopt) << stream;
    for (const std::string& frame : {kPing, kWindowUpdate, kWindowUpdate}) {
      ASSERT_EQ(filter.Read(frame, now_), std::nullopt) << stream;
    }
  }
}

// Small messages, and what their answers make the client send.
TEST_F(FloodFilterTest, AStreamOfMessagesPassesInWhateverNumber) {
  FloodFilter filter = NewFilter();
  EXPECT_EQ(filter.Read(Headers(1), now_), std::nullopt);
  const std::string message = Frame(FrameType::kData, 0, 1, "small");
  for (size_t i = 0; i < 5 * kMaxSmallFrames; ++i) {
    ASSERT_EQ(filter.Read(message + kWindowUpdate, now_), std::nullopt) << i;
  }
}

TEST_F(FloodFilterTest, ManyResetsAreAFlood) {
  FloodFilter filter = NewFilter();
  uint32_t stream = 1;
  for (size_t i = 0; i < kMaxResets; ++i, stream += 2) {
    ASSERT_EQ(filter.Read(Headers(stream) + Reset(stream), now_), std::nullopt) << i;
  }
  EXPECT_EQ(filter.Read(Headers(stream) + Reset(stream), now_), Flood::kResets);
  EXPECT_EQ(FloodOf(Times(kMaxResets + 1, Reset(1))), Flood::kResets) << "all of them at once";
}

// Otherwise many connections would do what one may not.
TEST_F(FloodFilterTest, ConnectionsOfAnAddressShareItsBounds) {
  const std::string half = Times(kMaxResets / 2, Reset(1));
  FloodFilter one = NewFilter();
  FloodFilter other = NewFilter();
  EXPECT_EQ(one.Read(half, now_), std::nullopt);
  EXPECT_EQ(other.Read(half, now_), std::nullopt);
  EXPECT_EQ(one.Read(half, now_), Flood::kResets);
  EXPECT_EQ(FloodOf(half), std::nullopt) << "another address";
}

TEST_F(FloodFilterTest, ResetsAreForgivenWithTime) {
  FloodFilter filter = NewFilter();
  EXPECT_EQ(filter.Read(Times(kMaxResets, Reset(1)), now_), std::nullopt);
  EXPECT_FALSE(budget_->IsFull(now_));
  now_ += std::chrono::seconds(1);
  const auto rate = static_cast<size_t>(FloodBudget::kResets.rate);
  EXPECT_EQ(filter.Read(Times(rate, Reset(1)), now_), std::nullopt);
  EXPECT_EQ(filter.Read(Reset(1), now_), Flood::kResets);
  EXPECT_TRUE(budget_->IsFull(now_ + std::chrono::seconds(10)));
}

// Some clients do so when they have their answer.
TEST_F(FloodFilterTest, StreamsThatWereAnsweredMayBeReset) {
  FloodFilter filter = NewFilter();
  for (uint32_t stream = 1; stream < 10 * kMaxResets; stream += 2) {
    ASSERT_EQ(filter.Read(Call(stream), now_), std::nullopt);
    ++answered_;
    ASSERT_EQ(filter.Read(Reset(stream), now_), std::nullopt) << stream;
  }
  // Long good conduct pays for little.
  answered_ += 1'000'000;
  EXPECT_EQ(filter.Read(Times(2 * kMaxResets, Reset(1)), now_), Flood::kResets);
  EXPECT_TRUE(budget_->TakeResets(kMaxResets, now_)) << "the others have cost nothing";
}

// The server resets a stream at an invalid frame, and a request never comes.
TEST_F(FloodFilterTest, StreamsThatTheServerEndsCountAsResets) {
  const std::string invalid = Frame(FrameType::kData, 0x40, 1, "");
  FloodFilter filter = NewFilter();
  uint32_t stream = 1;
  for (size_t i = 0; i < kMaxResets + kMaxStreams; ++i, stream += 2) {
    ASSERT_EQ(filter.Read(Headers(stream) + invalid, now_), std::nullopt) << i;
  }
  EXPECT_EQ(filter.Read(Headers(stream) + invalid, now_), Flood::kResets);
}

TEST_F(FloodFilterTest, AsManyStreamsAsAllowedMayStayOpen) {
  FloodFilter filter = NewFilter();
  uint32_t stream = 1;
  for (; stream < 2 * kMaxStreams; stream += 2) filter.Read(Headers(stream), now_);
  // Those that end make room for others.
  for (uint32_t old = 1; old < 10'000; old += 2, stream += 2) {
    filter.Read(Frame(FrameType::kData, kEndStreamFlag, old, "request") + Headers(stream), now_);
  }
  EXPECT_TRUE(budget_->TakeResets(kMaxResets, now_));
}

// gRPC ignores header blocks of streams that are no new ones of a client, and logs what it finds
// there.
TEST_F(FloodFilterTest, HeadersThatOpenNoStreamCountAsResets) {
  for (const uint32_t stream : {0u, 2u, 5u}) {
    EXPECT_EQ(FloodOf(Call(5) + Times(kMaxResets + 1, Headers(stream))), Flood::kResets) << stream;
  }
  const std::string large(60'000, 'x');
  const std::string block = Frame(FrameType::kHeaders, kEndHeadersFlag, 5, large);
  EXPECT_EQ(FloodOf(Call(5) + block), std::nullopt);
  EXPECT_EQ(FloodOf(Call(5) + Times(5, block)), Flood::kResets);
}

TEST_F(FloodFilterTest, AHeaderBlockHasABound) {
  const std::string fields(FloodFilter::kMaxHeaderBlock / 2, 'x');
  const std::string begin = Frame(FrameType::kHeaders, 0, 1, fields);
  const std::string more = Frame(FrameType::kContinuation, 0, 1, fields);
  FloodFilter filter = NewFilter();
  EXPECT_EQ(filter.Read(begin + more, now_), std::nullopt);
  EXPECT_EQ(filter.Read(Frame(FrameType::kContinuation, 0, 1, "x"), now_), Flood::kHeaders);
  // What has been announced need not come.
  EXPECT_EQ(FloodOf((begin + more + more).substr(0, begin.size() + more.size() + 9)),
            Flood::kHeaders);
  // The next block begins anew.
  EXPECT_EQ(FloodOf(begin + Frame(FrameType::kHeaders, kEndHeadersFlag, 3, fields)), std::nullopt);
}

TEST_F(FloodFilterTest, FramesThatBringNoRequestHaveABound) {
  const std::string frames[] = {
      kPing,
      kWindowUpdate,
      Frame(FrameType::kSettings, 0),
      Frame(FrameType::kSettings, kAckFlag),
      Frame(FrameType::kData, kEndStreamFlag, 1, ""),
      Frame(FrameType::kData, 0, 99, "x"),
      Frame(FrameType::kContinuation, 0, 1, ""),
      Frame(FrameType::kPriority, 0, 1, "12345"),
      Frame(static_cast<FrameType>(77), 0),
  };
  for (const std::string& frame : frames) {
    EXPECT_EQ(FloodOf(Times(kMaxSmallFrames / 20, frame)), std::nullopt);
    EXPECT_EQ(FloodOf(Times(kMaxSmallFrames, frame) + kPing), Flood::kSmallFrames);
    EXPECT_EQ(FloodOf(Times(kMaxSmallFrames / 2, frame + Frame(FrameType::kData, 0, 1, "x")) +
                      kPing + kPing),
              Flood::kSmallFrames)
        << "DATA of one byte pays for nothing";
  }
}

TEST_F(FloodFilterTest, WhatIsNotHttp2IsLeftToGrpc) {
  FloodFilter filter(kMaxStreams, budget_, &answered_);
  EXPECT_EQ(filter.Read("GET / HTTP/1.1\r\n\r\n" + Times(100'000, Reset(1)), now_), std::nullopt);
}

}  // namespace
}  // namespace arbiter
