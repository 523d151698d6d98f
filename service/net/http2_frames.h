#ifndef ARBITER_SERVICE_NET_HTTP2_FRAMES_H_
#define ARBITER_SERVICE_NET_HTTP2_FRAMES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/functional/function_ref.h"

namespace arbiter {

// The frame types of HTTP/2 (RFC 9113, section 6).
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

// A flag of DATA and HEADERS.
inline constexpr uint8_t kEndStreamFlag = 0x1;
// A flag of HEADERS and CONTINUATION.
inline constexpr uint8_t kEndHeadersFlag = 0x4;
// A flag of HEADERS: the payload begins with kPrioritySize bytes that are not part of the block.
inline constexpr uint8_t kPriorityFlag = 0x20;
inline constexpr size_t kPrioritySize = 5;
// A flag of SETTINGS and PING.
inline constexpr uint8_t kAckFlag = 0x1;

// The first bytes that a client sends, followed by a SETTINGS frame (RFC 9113, section 3.4).
inline constexpr std::string_view kClientPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

struct FrameHeader {
  // The size of the payload, in bytes.
  uint32_t length;
  // May have a value that is not an enumerator.
  FrameType type;
  uint8_t flags;
  // The stream id; 0 for the connection itself.
  uint32_t stream;
};

// Finds the frames in the bytes that a client sends, which may arrive in pieces of any size. Only
// FloodFilter uses this class.
class Http2FrameReader {
 public:
  // Calls `on_frame` for each frame whose header is complete, and `on_fields` for each piece of the
  // payload of HEADERS and CONTINUATION; skips other payloads. Returns false if the bytes are not
  // those of an HTTP/2 client; the reader must not be used after that.
  bool Read(
      std::string_view bytes, absl::FunctionRef<void(const FrameHeader&)> on_frame,
      absl::FunctionRef<void(std::string_view)> on_fields = [](std::string_view) {});

 private:
  static constexpr size_t kFrameHeaderSize = 9;

  // The number of bytes of the preface that have been read.
  size_t preface_read_ = 0;
  bool has_settings_ = false;
  // The number of bytes of the current payload that have not been read.
  size_t payload_left_ = 0;
  // Whether it is the payload of HEADERS or CONTINUATION.
  bool has_fields_ = false;
  // The bytes of the current header that have been read.
  char header_[kFrameHeaderSize] = {};
  size_t header_read_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_HTTP2_FRAMES_H_
