#ifndef ARBITER_TESTS_RELIABILITY_HTTP2_CLIENT_H_
#define ARBITER_TESTS_RELIABILITY_HTTP2_CLIENT_H_

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "tests/support/server/raw_connection.h"

namespace arbiter::testing {

// An HTTP/2 client that respects flow control, reads and discards responses, and sends whatever the
// test tells it to. It is not thread-safe, and it does I/O only during Work().
class Http2Client {
 public:
  // Connects from `source`. The receive windows are as large as HTTP/2 allows.
  Http2Client(const std::string& address, const std::string& source);

  // Whether the connection is open.
  bool alive() const { return alive_; }
  // The number of concurrent streams that the server allows; std::nullopt until the server has sent
  // its settings.
  std::optional<uint32_t> max_streams() const { return max_streams_; }

  // Begins a call with these header fields (HPACK) and returns its stream identifier.
  uint32_t Open(std::string_view fields);
  // Queues bytes of a stream, to be sent as the flow-control windows allow.
  void Write(uint32_t stream, std::string_view bytes, bool end_stream = false);
  // Returns the number of queued bytes of a stream.
  size_t Unsent(uint32_t stream) const;

  // Sends and receives as much as possible, waiting at most this long for the socket to be ready.
  void Work(std::chrono::milliseconds wait);
  // Works until the stream has ended or the connection is closed. Returns false after `timeout`.
  bool WorkUntilEnded(uint32_t stream, std::chrono::milliseconds timeout);

  // Whether the server has ended a stream.
  bool Ended(uint32_t stream) const;
  // Returns the gRPC status of a stream that has ended; std::nullopt if none was found. A status is
  // found only in the first header blocks of a connection because later header blocks may refer to
  // an earlier field by its index.
  std::optional<int> StatusOf(uint32_t stream) const;
  // The number of bytes received in DATA frames on all streams.
  int64_t received_bytes() const { return received_bytes_; }

 private:
  struct Stream {
    int64_t window;
    std::string unsent;
    bool end_stream = false;
    bool ended = false;
    std::string headers;
  };

  void Send(std::string_view bytes) { outgoing_.append(bytes); }
  // Moves as many bytes as the windows allow from the streams to `outgoing_`.
  void FillOutgoing();
  void Parse();
  void HandleFrame(FrameType type, uint8_t flags, uint32_t stream, std::string_view payload);
  void ApplySettings(std::string_view payload);
  // Counts received bytes and updates the connection's receive window before it is used up.
  void CountReceived(size_t bytes);

  RawConnection connection_;
  bool alive_ = true;
  std::string outgoing_;
  std::string incoming_;
  uint32_t next_stream_ = 1;
  std::map<uint32_t, Stream> streams_;
  // The streams that have bytes to send.
  std::set<uint32_t> writing_;
  int64_t window_ = 65'535;
  int64_t initial_window_ = 65'535;
  std::optional<uint32_t> max_streams_;
  int64_t received_bytes_ = 0;
  int64_t unacknowledged_bytes_ = 0;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_RELIABILITY_HTTP2_CLIENT_H_
