#ifndef ARBITER_SERVICE_SERVER_HTTP2_PREFACE_H_
#define ARBITER_SERVICE_SERVER_HTTP2_PREFACE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace arbiter {

// gRPC 1.51 enforces its limit of streams only once the client has acknowledged the SETTINGS that
// name it, so that a client that never does may open any number. What follows lets the acceptor
// await the acknowledgement before gRPC learns of the connection. Can go when gRPC bounds the
// streams of clients that have not acknowledged anything (1.55 and later do, with
// GRPC_ARG_SERVER_MAX_PENDING_REQUESTS).

// The SETTINGS frame that names this limit (RFC 9113, 6.5).
std::string SettingsFrame(uint32_t max_concurrent_streams);

// What a client has sent at the beginning of a connection.
struct Http2Preface {
  // An acknowledgement of SETTINGS is there.
  bool acknowledged = false;
  // The frames that open a stream, up to the acknowledgement.
  size_t streams = 0;
  // Where the next frame begins.
  size_t next_frame = 0;
};

// Looks on through the bytes of a connection, of which more have come since the last time.
// INVALID_ARGUMENT if they are not HTTP/2.
absl::Status ReadPreface(std::string_view bytes, Http2Preface* preface);

// The bytes that a client may send before it acknowledges: its first window of data, and frames
// around it. One that sends more is not waited for.
inline constexpr size_t kMaxPreface = 256 << 10;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_HTTP2_PREFACE_H_
