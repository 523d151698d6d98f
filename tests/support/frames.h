#ifndef ARBITER_TESTS_SUPPORT_FRAMES_H_
#define ARBITER_TESTS_SUPPORT_FRAMES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "service/net/http2_frames.h"

namespace arbiter::testing {

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

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_FRAMES_H_
