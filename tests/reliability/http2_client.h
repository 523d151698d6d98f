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

// A client of HTTP/2 that keeps to flow control, reads and throws away what it is answered, and
// otherwise sends what the test pleases. Not thread-safe; it works only during Work().
class Http2Client {
 public:
  // Connects from `source`; its windows for answers are as wide as HTTP/2 allows.
  Http2Client(const std::string& address, const std::string& source);

  // Whether the connection is there.
  bool alive() const { return alive_; }
  // Streams that the server allows at a time; known once it has sent its settings.
  std::optional<uint32_t> max_streams() const { return max_streams_; }

  // Begins a call with these header fields (HPACK) and returns its stream.
  uint32_t Open(std::string_view fields);
  // Queues bytes of a stream, to be sent as far as the windows allow.
  void Write(uint32_t stream, std::string_view bytes, bool end_stream = false);
  // Bytes of a stream that wait to be sent.
  size_t Unsent(uint32_t stream) const;

  // Sends and reads what is possible; if nothing is, waits for something for this time.
  void Work(std::chrono::milliseconds wait);
  // Works until the stream has ended; whether it did so in time.
  bool WorkUntilEnded(uint32_t stream, std::chrono::milliseconds timeout);

  // Whether the server has ended a stream.
  bool Ended(uint32_t stream) const;
  // The gRPC status of a stream that has ended, if it came in the first header blocks of the
  // connection (later ones may name it by an index).
  std::optional<int> StatusOf(uint32_t stream) const;
  // Bytes of messages that all streams have been answered.
  int64_t answered_bytes() const { return answered_bytes_; }

 private:
  struct Stream {
    int64_t window;
    std::string unsent;
    bool end_stream = false;
    bool ended = false;
    std::string headers;
  };

  void Send(std::string_view bytes) { outgoing_.append(bytes); }
  // Moves what the windows allow from the streams to `outgoing_`.
  void FillOutgoing();
  void Parse();
  void TakeFrame(FrameType type, uint8_t flags, uint32_t stream, std::string_view payload);
  void TakeSettings(std::string_view payload);
  // Widens the connection's window again before it is used up.
  void CountAnswer(size_t bytes);

  RawConnection connection_;
  bool alive_ = true;
  std::string outgoing_;
  std::string incoming_;
  uint32_t next_stream_ = 1;
  std::map<uint32_t, Stream> streams_;
  // Those with bytes to send.
  std::set<uint32_t> writing_;
  int64_t window_ = 65'535;
  int64_t initial_window_ = 65'535;
  std::optional<uint32_t> max_streams_;
  int64_t answered_bytes_ = 0;
  int64_t unacknowledged_bytes_ = 0;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_RELIABILITY_HTTP2_CLIENT_H_
