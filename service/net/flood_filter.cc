#include "service/net/flood_filter.h"

#include <algorithm>

namespace arbiter {
namespace {

// The cost of frames that the server must acknowledge, in small frames.
constexpr size_t kPingCost = 2;
constexpr size_t kSettingsCost = 10;
// A header block that gRPC reads and discards costs one reset, plus one for this many bytes each.
constexpr size_t kDiscardedBytesPerReset = 64;
// The size of the smallest message in gRPC's framing, in bytes.
constexpr size_t kMinMessageSize = 5;
// Messages earn credit for one small frame for this many bytes each. gRPC sends several messages in
// one frame, so their number is unknown; a message of a few moves has about 50 bytes.
constexpr size_t kMessageBytesPerSmallFrame = 16;
// The credit that a connection may save up for small frames and for resets.
constexpr size_t kMaxCredit = 10'000;
constexpr uint64_t kMaxAnsweredCredit = 2'000;

}  // namespace

bool FloodBudget::Take(TokenBucket* bucket, const TokenBucket::Size& size, size_t count, Time now) {
  const auto cost = static_cast<double>(count);
  // TokenBucket::Take() lets a full bucket go into debt, which is not wanted here.
  return cost <= size.burst && bucket->Take(size, cost, now) == std::chrono::nanoseconds(0);
}

bool FloodBudget::IsFull(Time now) {
  return resets_.IsFull(kResets, now) && small_frames_.IsFull(kSmallFrames, now);
}

std::optional<Flood> FloodFilter::Read(std::string_view bytes, FloodBudget::Time now) {
  if (!is_http2_) return std::nullopt;
  longest_block_ = 0;
  most_fields_ = 0;
  is_http2_ = reader_.Read(
      bytes, [this](const FrameHeader& frame) { ReadFrame(frame); },
      [this](std::string_view fields) { ReadFields(fields); });
  if (longest_block_ > kMaxHeaderBlock || most_fields_ > kMaxHeaderFields) return Flood::kHeaders;

  const uint64_t answered = answered_->load(std::memory_order_relaxed);
  answered_used_ = std::max(answered_used_, answered - std::min(answered, kMaxAnsweredCredit));
  const uint64_t forgiven = std::min<uint64_t>(resets_, answered - answered_used_);
  answered_used_ += forgiven;
  const size_t resets = std::exchange(resets_, 0) - forgiven;
  if (resets > 0 && !budget_->TakeResets(resets, now)) return Flood::kResets;

  const size_t paid = std::min(small_frames_, credit_);
  credit_ = std::min(credit_ - paid, kMaxCredit);
  const size_t small_frames = std::exchange(small_frames_, 0) - paid;
  if (small_frames > 0 && !budget_->TakeSmallFrames(small_frames, now)) return Flood::kSmallFrames;
  return std::nullopt;
}

std::optional<Flood> FloodFilter::ReadTlsHandshakeRecord(FloodBudget::Time now) {
  // A key update takes about 20 us, as long as 20 small frames.
  constexpr size_t kSmallFramesPerRecord = 20;
  if (budget_->TakeSmallFrames(kSmallFramesPerRecord, now)) return std::nullopt;
  return Flood::kSmallFrames;
}

void FloodFilter::ReadFrame(const FrameHeader& frame) {
  switch (frame.type) {
    case FrameType::kHeaders:
      OpenStream(frame);
      header_block_ = frame.length;
      header_fields_.Begin();
      // gRPC does not know padding, and reads it as fields.
      priority_left_ = (frame.flags & kPriorityFlag) != 0 ? kPrioritySize : 0;
      break;
    case FrameType::kContinuation:
      ++small_frames_;
      header_block_ += frame.length;
      break;
    case FrameType::kRstStream:
      ++resets_;
      EndStream(frame.stream);
      break;
    case FrameType::kData:
      ReadData(frame);
      break;
    case FrameType::kSettings:
      small_frames_ += (frame.flags & kAckFlag) != 0 ? 1 : kSettingsCost;
      break;
    case FrameType::kPing:
      small_frames_ += (frame.flags & kAckFlag) != 0 ? 1 : kPingCost;
      break;
    default:
      ++small_frames_;
      break;
  }
  longest_block_ = std::max(longest_block_, header_block_);
}

void FloodFilter::ReadFields(std::string_view bytes) {
  const size_t skipped = std::min(priority_left_, bytes.size());
  priority_left_ -= skipped;
  header_fields_.Read(bytes.substr(skipped));
  most_fields_ = std::max(most_fields_, header_fields_.fields());
}

void FloodFilter::OpenStream(const FrameHeader& frame) {
  const bool is_new = frame.stream > newest_stream_ && frame.stream % 2 == 1;
  if (!is_new) {
    // gRPC clients send no trailers, and gRPC discards these blocks.
    resets_ += 1 + frame.length / kDiscardedBytesPerReset;
    return;
  }
  newest_stream_ = frame.stream;
  credit_ += kSmallFramesPerCall;
  if ((frame.flags & kEndStreamFlag) != 0) return;
  unfinished_.push_back(frame.stream);
  if (unfinished_.size() <= max_streams_) return;
  // The client cannot have this many streams open, so the server has ended one of them.
  unfinished_.erase(unfinished_.begin());
  ++resets_;
}

void FloodFilter::ReadData(const FrameHeader& frame) {
  const bool ends = (frame.flags & kEndStreamFlag) != 0;
  const bool is_expected =
      ends ? EndStream(frame.stream)
           : std::binary_search(unfinished_.begin(), unfinished_.end(), frame.stream);
  // Flow control limits the data on an open stream.
  if (is_expected && (ends || frame.length >= kMinMessageSize)) {
    credit_ += 1 + frame.length / kMessageBytesPerSmallFrame;
  } else {
    ++small_frames_;
  }
}

bool FloodFilter::EndStream(uint32_t stream) {
  const auto found = std::lower_bound(unfinished_.begin(), unfinished_.end(), stream);
  if (found == unfinished_.end() || *found != stream) return false;
  unfinished_.erase(found);
  return true;
}

}  // namespace arbiter
