#ifndef ARBITER_SERVICE_SERVER_TEST_FRAMES_H_
#define ARBITER_SERVICE_SERVER_TEST_FRAMES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "service/server/http2_frames.h"

namespace arbiter {

// A frame, written out.
inline std::string Frame(FrameType type, uint8_t flags, std::string_view payload = "",
                         uint32_t stream = 0) {
  const auto size = static_cast<uint32_t>(payload.size());
  std::string frame = {static_cast<char>(size >> 16), static_cast<char>(size >> 8),
                       static_cast<char>(size), static_cast<char>(type), static_cast<char>(flags)};
  for (int shift = 24; shift >= 0; shift -= 8) frame.push_back(static_cast<char>(stream >> shift));
  return frame.append(payload);
}

// How every client begins: the preface, and SETTINGS.
inline std::string ConnectionBegin() {
  return std::string(kClientPreface) + Frame(FrameType::kSettings, 0);
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_TEST_FRAMES_H_
