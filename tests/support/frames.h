#ifndef ARBITER_TESTS_SUPPORT_FRAMES_H_
#define ARBITER_TESTS_SUPPORT_FRAMES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::testing {

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
// A flag of HEADERS: the payload begins with five bytes that do not belong to the header block.
inline constexpr uint8_t kPriorityFlag = 0x20;
// A flag of SETTINGS and PING.
inline constexpr uint8_t kAckFlag = 0x1;

// The first bytes that a client sends, followed by a SETTINGS frame (RFC 9113, section 3.4).
inline constexpr std::string_view kClientPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

// The size of a frame without its payload, in bytes.
inline constexpr size_t kFrameHeaderBytes = 9;

// Encodes an HTTP/2 frame.
inline std::string Frame(FrameType type, uint8_t flags, uint32_t stream = 0,
                         std::string_view payload = "") {
  const auto size = static_cast<uint32_t>(payload.size());
  std::string frame = {static_cast<char>(size >> 16), static_cast<char>(size >> 8),
                       static_cast<char>(size), static_cast<char>(type), static_cast<char>(flags)};
  for (int shift = 24; shift >= 0; shift -= 8) frame.push_back(static_cast<char>(stream >> shift));
  return frame.append(payload);
}

// Returns the first bytes that a client sends: the connection preface and a SETTINGS frame with
// this payload.
inline std::string Preface(std::string_view settings = "") {
  return std::string(kClientPreface) + Frame(FrameType::kSettings, 0, 0, settings);
}

// Returns the acknowledgement of the server's SETTINGS. A client may send it before they arrive.
inline std::string SettingsAck() { return Frame(FrameType::kSettings, kAckFlag); }

// Returns the types of the frames that `bytes` consists of; the last frame may be incomplete.
inline std::vector<FrameType> FrameTypes(std::string_view bytes) {
  const auto byte = [&bytes](size_t i) {
    return static_cast<size_t>(static_cast<uint8_t>(bytes[i]));
  };
  std::vector<FrameType> types;
  while (bytes.size() >= kFrameHeaderBytes) {
    types.push_back(static_cast<FrameType>(bytes[3]));
    const size_t size = kFrameHeaderBytes + (byte(0) << 16 | byte(1) << 8 | byte(2));
    bytes.remove_prefix(std::min(size, bytes.size()));
  }
  return types;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_FRAMES_H_
