#include "service/server/http2_preface.h"

#include <algorithm>

namespace arbiter {
namespace {

constexpr std::string_view kClientPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr size_t kFrameHeader = 9;
constexpr uint8_t kHeaders = 1;
constexpr uint8_t kSettings = 4;
constexpr uint8_t kAck = 1;
constexpr uint8_t kMaxConcurrentStreams = 3;

uint8_t ByteAt(std::string_view bytes, size_t index) { return static_cast<uint8_t>(bytes[index]); }

}  // namespace

std::string SettingsFrame(uint32_t max_concurrent_streams) {
  std::string frame = {0, 0, 6, kSettings, 0, 0, 0, 0, 0, 0, kMaxConcurrentStreams};
  for (int shift = 24; shift >= 0; shift -= 8) {
    frame.push_back(static_cast<char>(max_concurrent_streams >> shift));
  }
  return frame;
}

absl::Status ReadPreface(std::string_view bytes, Http2Preface* preface) {
  if (bytes.substr(0, kClientPreface.size()) != kClientPreface.substr(0, bytes.size())) {
    return absl::InvalidArgumentError("the connection does not begin as HTTP/2 does");
  }
  size_t& at = preface->next_frame;
  at = std::max(at, kClientPreface.size());
  while (at + kFrameHeader <= bytes.size()) {
    const size_t length = static_cast<size_t>(ByteAt(bytes, at)) << 16 |
                          static_cast<size_t>(ByteAt(bytes, at + 1)) << 8 | ByteAt(bytes, at + 2);
    const uint8_t type = ByteAt(bytes, at + 3);
    const uint8_t flags = ByteAt(bytes, at + 4);
    if (at == kClientPreface.size() && type != kSettings) {
      return absl::InvalidArgumentError("the first frame of the connection is not SETTINGS");
    }
    if (type == kSettings && (flags & kAck) != 0) {
      preface->acknowledged = true;
      return absl::OkStatus();
    }
    if (type == kHeaders) ++preface->streams;
    at += kFrameHeader + length;
  }
  return absl::OkStatus();
}

}  // namespace arbiter
