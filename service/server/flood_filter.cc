#include "service/server/flood_filter.h"

#include <algorithm>

namespace arbiter {
namespace {

// What is to be answered costs as much as this many frames that are not.
constexpr size_t kEmptyFramesOfAnswer = 10;

}  // namespace

bool FloodBudget::Take(TokenBucket* bucket, const TokenBucket::Size& size, size_t count, Time now) {
  const auto cost = static_cast<double>(count);
  // A full bucket would give more than it holds.
  return cost <= size.burst && bucket->Take(size, cost, now) == std::chrono::nanoseconds(0);
}

bool FloodBudget::IsFull(Time now) {
  return resets_.IsFull(kResets, now) && empty_frames_.IsFull(kEmptyFrames, now);
}

std::optional<Flood> FloodFilter::Read(std::string_view bytes) {
  if (!is_http2_) return std::nullopt;
  size_t resets = 0;
  size_t empty = 0;
  size_t others = 0;
  size_t longest_block = 0;
  is_http2_ = reader_.Read(bytes, [&](const FrameHeader& frame) {
    switch (frame.type) {
      case FrameType::kHeaders:
        // A client of gRPC sends no trailers, so any other is as idle as a stream that is reset.
        ++(frame.stream > newest_stream_ && frame.stream % 2 == 1 ? others : resets);
        newest_stream_ = std::max(newest_stream_, frame.stream);
        if (!acknowledged_) ++streams_;
        header_block_ = frame.length;
        longest_block = std::max(longest_block, header_block_);
        break;
      case FrameType::kContinuation:
        ++empty;
        header_block_ += frame.length;
        longest_block = std::max(longest_block, header_block_);
        break;
      case FrameType::kRstStream:
        ++resets;
        break;
      case FrameType::kSettings:
        if ((frame.flags & kAckFlag) != 0) acknowledged_ = true;
        empty += kEmptyFramesOfAnswer;
        break;
      case FrameType::kPing:
        empty += kEmptyFramesOfAnswer;
        break;
      case FrameType::kData:
        ++(frame.length > 0 ? others : empty);
        break;
      default:
        ++empty;
        break;
    }
  });
  if (longest_block > kMaxHeaderBlock) return Flood::kHeaders;
  if (streams_ > max_streams_) return Flood::kStreams;
  const size_t beside = kEmptyFramesBesideOthers * others;
  if (resets == 0 && empty <= beside) return std::nullopt;
  const auto now = std::chrono::steady_clock::now();
  if (resets > 0 && !budget_->TakeResets(resets, now)) return Flood::kResets;
  if (empty > beside && !budget_->TakeEmptyFrames(empty - beside, now)) return Flood::kEmptyFrames;
  return std::nullopt;
}

}  // namespace arbiter
