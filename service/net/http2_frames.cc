#include "service/net/http2_frames.h"

#include <algorithm>

namespace arbiter {
namespace {

FrameHeader ParseFrameHeader(const char* bytes) {
  const auto at = [bytes](size_t index) -> uint32_t { return static_cast<uint8_t>(bytes[index]); };
  return {.length = at(0) << 16 | at(1) << 8 | at(2),
          .type = static_cast<FrameType>(at(3)),
          .flags = static_cast<uint8_t>(at(4)),
          // The highest bit is reserved.
          .stream = (at(5) << 24 | at(6) << 16 | at(7) << 8 | at(8)) & 0x7fffffff};
}

}  // namespace

bool Http2FrameReader::Read(std::string_view bytes,
                            absl::FunctionRef<void(const FrameHeader&)> on_frame,
                            absl::FunctionRef<void(std::string_view)> on_fields) {
  if (preface_read_ < kClientPreface.size()) {
    const std::string_view expected = kClientPreface.substr(preface_read_, bytes.size());
    if (!bytes.starts_with(expected)) return false;
    preface_read_ += expected.size();
    bytes.remove_prefix(expected.size());
  }
  while (!bytes.empty()) {
    const size_t skipped = std::min(payload_left_, bytes.size());
    if (has_fields_ && skipped > 0) on_fields(bytes.substr(0, skipped));
    payload_left_ -= skipped;
    bytes.remove_prefix(skipped);
    const size_t taken = std::min(kFrameHeaderSize - header_read_, bytes.size());
    bytes.copy(header_ + header_read_, taken);
    header_read_ += taken;
    bytes.remove_prefix(taken);
    if (header_read_ < kFrameHeaderSize) break;
    header_read_ = 0;
    const FrameHeader frame = ParseFrameHeader(header_);
    if (!has_settings_ && frame.type != FrameType::kSettings) return false;
    has_settings_ = true;
    payload_left_ = frame.length;
    has_fields_ = frame.type == FrameType::kHeaders || frame.type == FrameType::kContinuation;
    on_frame(frame);
  }
  return true;
}

}  // namespace arbiter
