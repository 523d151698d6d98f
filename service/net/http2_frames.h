#ifndef ARBITER_SERVICE_NET_HTTP2_FRAMES_H_
#define ARBITER_SERVICE_NET_HTTP2_FRAMES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/functional/function_ref.h"

namespace arbiter {

// The frames of HTTP/2 (RFC 9113, 6).
enum class FrameType : uint8_t {
  kData = 0,
  kHeaders = 1,
  kPriority = 2,
  kRstStream = 3,
  kSettings = 4,
  kPushPromise = 5,
  kPing = 6,
  kGoAway = 7,
  kWindowUpdate = 8,
  kContinuation = 9,
};

// Of DATA and HEADERS.
inline constexpr uint8_t kEndStreamFlag = 0x1;
// Of HEADERS and CONTINUATION.
inline constexpr uint8_t kEndHeadersFlag = 0x4;
// Of SETTINGS and PING.
inline constexpr uint8_t kAckFlag = 0x1;

// What a client's connection begins with; SETTINGS follow (RFC 9113, 3.4).
inline constexpr std::string_view kClientPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

struct FrameHeader {
  // Bytes of the payload.
  uint32_t length;
  // Unknown ones occur, too.
  FrameType type;
  uint8_t flags;
  // 0 for the connection itself.
  uint32_t stream;
};

// Finds the frames in what a client sends, in whatever pieces it comes. Goes with FloodFilter, the
// only user.
class Http2FrameReader {
 public:
  // Calls `on_frame` for each frame whose header has come; payloads are skipped. False once the
  // bytes are not those of an HTTP/2 client; the rest is of no interest then.
  bool Read(std::string_view bytes, absl::FunctionRef<void(const FrameHeader&)> on_frame);

 private:
  static constexpr size_t kFrameHeaderSize = 9;

  // What has come of the preface, in bytes.
  size_t preface_read_ = 0;
  bool has_settings_ = false;
  // What is to come of a payload, in bytes.
  size_t payload_left_ = 0;
  // What has come of a header.
  char header_[kFrameHeaderSize] = {};
  size_t header_read_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_HTTP2_FRAMES_H_
