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

std::string Repeat(size_t count, const std::string& bytes) {
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

// Filters of several connections from one address, with a clock that stands still.
class FloodFilterTest : public ::testing::Test {
 protected:
  FloodFilter MakeFilter() {
    FloodFilter filter(kMaxStreams, budget_, &answered_);
    EXPECT_EQ(filter.Read(Preface(), now_), std::nullopt);
    return filter;
  }
  // Returns what the filter finds in these bytes on a new connection from a new address.
  std::optional<Flood> FindFlood(const std::string& bytes) {
    budget_ = std::make_shared<FloodBudget>();
    return MakeFilter().Read(bytes, now_);
  }

  std::shared_ptr<FloodBudget> budget_ = std::make_shared<FloodBudget>();
  std::atomic<uint64_t> answered_ = 0;
  FloodBudget::Time now_ = FloodBudget::Time() + std::chrono::hours(1);
};

// A client responds with PING and WINDOW_UPDATE frames, which arrive one by one.
TEST_F(FloodFilterTest, AnyNumberOfCallsPasses) {
  FloodFilter filter = MakeFilter();
  for (uint32_t stream = 1; stream < 400'000; stream += 2) {
    ASSERT_EQ(filter.Read(Call(stream), now_), std::nullopt) << stream;
    for (const std::string& frame : {kPing, kWindowUpdate, kWindowUpdate}) {
      ASSERT_EQ(filter.Read(frame, now_), std::nullopt) << stream;
    }
  }
}

// The client sends small messages, and frames in response to the answers.
TEST_F(FloodFilterTest, AnyNumberOfMessagesOnAStreamPasses) {
  FloodFilter filter = MakeFilter();
  EXPECT_EQ(filter.Read(Headers(1), now_), std::nullopt);
  const std::string message = Frame(FrameType::kData, 0, 1, "small");
  for (size_t i = 0; i < 5 * kMaxSmallFrames; ++i) {
    ASSERT_EQ(filter.Read(message + kWindowUpdate, now_), std::nullopt) << i;
  }
}

// gRPC writes the messages that wait on a stream into one frame, and the client responds to each of
// their answers.
TEST_F(FloodFilterTest, AnyNumberOfMessagesInOneFramePasses) {
  constexpr size_t kMessages = 100;
  FloodFilter filter = MakeFilter();
  EXPECT_EQ(filter.Read(Headers(1), now_), std::nullopt);
  const std::string messages =
      Frame(FrameType::kData, 0, 1, Repeat(kMessages, "a request of 32 bytes in framing"));
  const std::string responses = Repeat(kMessages, kWindowUpdate + kWindowUpdate);
  for (size_t i = 0; i < 10 * kMaxSmallFrames / kMessages; ++i) {
    ASSERT_EQ(filter.Read(messages + responses, now_), std::nullopt) << i;
  }
}

TEST_F(FloodFilterTest, ManyResetsAreAFlood) {
  FloodFilter filter = MakeFilter();
  uint32_t stream = 1;
  for (size_t i = 0; i < kMaxResets; ++i, stream += 2) {
    ASSERT_EQ(filter.Read(Headers(stream) + Reset(stream), now_), std::nullopt) << i;
  }
  EXPECT_EQ(filter.Read(Headers(stream) + Reset(stream), now_), Flood::kResets);
  EXPECT_EQ(FindFlood(Repeat(kMaxResets + 1, Reset(1))), Flood::kResets) << "all of them at once";
}

TEST_F(FloodFilterTest, ManyKeyUpdatesAreAFlood) {
  FloodFilter filter = MakeFilter();
  // The first frame of the connection counts as well.
  for (size_t i = 0; i < kMaxSmallFrames / 20 - 1; ++i) {
    ASSERT_EQ(filter.ReadTlsHandshakeRecord(now_), std::nullopt) << i;
  }
  EXPECT_EQ(filter.ReadTlsHandshakeRecord(now_), Flood::kSmallFrames);
}

// Otherwise many connections could do together what one is not allowed to do.
TEST_F(FloodFilterTest, ConnectionsOfAnAddressShareItsBudget) {
  const std::string half = Repeat(kMaxResets / 2, Reset(1));
  FloodFilter one = MakeFilter();
  FloodFilter other = MakeFilter();
  EXPECT_EQ(one.Read(half, now_), std::nullopt);
  EXPECT_EQ(other.Read(half, now_), std::nullopt);
  EXPECT_EQ(one.Read(half, now_), Flood::kResets);
  EXPECT_EQ(FindFlood(half), std::nullopt) << "another address";
}

TEST_F(FloodFilterTest, ResetsAreForgivenWithTime) {
  FloodFilter filter = MakeFilter();
  EXPECT_EQ(filter.Read(Repeat(kMaxResets, Reset(1)), now_), std::nullopt);
  EXPECT_FALSE(budget_->IsFull(now_));
  now_ += std::chrono::seconds(1);
  const auto rate = static_cast<size_t>(FloodBudget::kResets.rate);
  EXPECT_EQ(filter.Read(Repeat(rate, Reset(1)), now_), std::nullopt);
  EXPECT_EQ(filter.Read(Reset(1), now_), Flood::kResets);
  EXPECT_TRUE(budget_->IsFull(now_ + std::chrono::seconds(10)));
}

// Some clients reset a stream once they have the answer.
TEST_F(FloodFilterTest, AnsweredStreamsMayBeReset) {
  FloodFilter filter = MakeFilter();
  for (uint32_t stream = 1; stream < 10 * kMaxResets; stream += 2) {
    ASSERT_EQ(filter.Read(Call(stream), now_), std::nullopt);
    ++answered_;
    ASSERT_EQ(filter.Read(Reset(stream), now_), std::nullopt) << stream;
  }
  // The credit for answered calls is limited.
  answered_ += 1'000'000;
  EXPECT_EQ(filter.Read(Repeat(2 * kMaxResets, Reset(1)), now_), Flood::kResets);
  EXPECT_TRUE(budget_->TakeResets(kMaxResets, now_))
      << "resets of answered streams must cost nothing";
}

// The server resets a stream when it gets an invalid frame, before the request is complete.
TEST_F(FloodFilterTest, StreamsThatTheServerEndsCountAsResets) {
  const std::string invalid = Frame(FrameType::kData, 0x40, 1, "");
  FloodFilter filter = MakeFilter();
  uint32_t stream = 1;
  for (size_t i = 0; i < kMaxResets + kMaxStreams; ++i, stream += 2) {
    ASSERT_EQ(filter.Read(Headers(stream) + invalid, now_), std::nullopt) << i;
  }
  EXPECT_EQ(filter.Read(Headers(stream) + invalid, now_), Flood::kResets);
}

TEST_F(FloodFilterTest, TheAllowedNumberOfStreamsMayStayOpen) {
  FloodFilter filter = MakeFilter();
  uint32_t stream = 1;
  for (; stream < 2 * kMaxStreams; stream += 2) filter.Read(Headers(stream), now_);
  // Streams that end make room for others.
  for (uint32_t old = 1; old < 10'000; old += 2, stream += 2) {
    filter.Read(Frame(FrameType::kData, kEndStreamFlag, old, "request") + Headers(stream), now_);
  }
  EXPECT_TRUE(budget_->TakeResets(kMaxResets, now_));
}

// Returns the first bytes of a field whose value is much longer.
std::string BeginningOfField(size_t size) {
  std::string field("\x00\x01n\x7f\xff\xff\x7f", 7);
  field.resize(size, 'x');
  return field;
}

// gRPC reads and discards header blocks that do not open a new stream of a client, and logs their
// contents.
TEST_F(FloodFilterTest, HeadersThatOpenNoStreamCountAsResets) {
  for (const uint32_t stream : {0u, 2u, 5u}) {
    EXPECT_EQ(FindFlood(Call(5) + Repeat(kMaxResets + 1, Headers(stream))), Flood::kResets)
        << stream;
  }
  const std::string block =
      Frame(FrameType::kHeaders, kEndHeadersFlag, 5, BeginningOfField(60'000));
  EXPECT_EQ(FindFlood(Call(5) + block), std::nullopt);
  EXPECT_EQ(FindFlood(Call(5) + Repeat(5, block)), Flood::kResets);
}

TEST_F(FloodFilterTest, LimitsTheFieldsOfAHeaderBlock) {
  // A field of the table has one byte.
  const std::string most(FloodFilter::kMaxHeaderFields, '\x82');
  const auto headers = [](uint8_t flags, const std::string& block) {
    return Frame(FrameType::kHeaders, flags, 1, block);
  };
  EXPECT_EQ(FindFlood(headers(kEndHeadersFlag, most)), std::nullopt);
  EXPECT_EQ(FindFlood(headers(kEndHeadersFlag, most + "\x82")), Flood::kHeaders);
  EXPECT_EQ(
      FindFlood(headers(0, most) + Frame(FrameType::kContinuation, kEndHeadersFlag, 1, "\x82")),
      Flood::kHeaders);
  // The bytes of a priority are not fields.
  EXPECT_EQ(FindFlood(headers(kEndHeadersFlag | kPriorityFlag, "\x82\x82\x82\x82\x82" + most)),
            std::nullopt);
  // The next block begins anew.
  EXPECT_EQ(FindFlood(headers(kEndHeadersFlag, most) +
                      Frame(FrameType::kHeaders, kEndHeadersFlag, 3, most)),
            std::nullopt);
}

TEST_F(FloodFilterTest, LimitsTheSizeOfAHeaderBlock) {
  const std::string fields = BeginningOfField(FloodFilter::kMaxHeaderBlock / 2);
  const std::string begin = Frame(FrameType::kHeaders, 0, 1, fields);
  const std::string more = Frame(FrameType::kContinuation, 0, 1, fields);
  FloodFilter filter = MakeFilter();
  EXPECT_EQ(filter.Read(begin + more, now_), std::nullopt);
  EXPECT_EQ(filter.Read(Frame(FrameType::kContinuation, 0, 1, "x"), now_), Flood::kHeaders);
  // The announced size of a frame counts before its payload arrives.
  EXPECT_EQ(FindFlood((begin + more + more).substr(0, begin.size() + more.size() + 9)),
            Flood::kHeaders);
  // Each block is counted separately.
  EXPECT_EQ(FindFlood(begin + Frame(FrameType::kHeaders, kEndHeadersFlag, 3, fields)),
            std::nullopt);
}

TEST_F(FloodFilterTest, LimitsFramesThatCarryNoRequest) {
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
    EXPECT_EQ(FindFlood(Repeat(kMaxSmallFrames / 20, frame)), std::nullopt);
    EXPECT_EQ(FindFlood(Repeat(kMaxSmallFrames, frame) + kPing), Flood::kSmallFrames);
    EXPECT_EQ(FindFlood(Repeat(kMaxSmallFrames / 2, frame + Frame(FrameType::kData, 0, 1, "x")) +
                        kPing + kPing),
              Flood::kSmallFrames)
        << "DATA of one byte must earn no credit";
  }
}

TEST_F(FloodFilterTest, AnythingButHttp2IsLeftToGrpc) {
  FloodFilter filter(kMaxStreams, budget_, &answered_);
  EXPECT_EQ(filter.Read("GET / HTTP/1.1\r\n\r\n" + Repeat(100'000, Reset(1)), now_), std::nullopt);
}

}  // namespace
}  // namespace arbiter
