#ifndef ARBITER_SERVICE_NET_FLOOD_FILTER_H_
#define ARBITER_SERVICE_NET_FLOOD_FILTER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "service/access/token_bucket.h"
#include "service/net/header_fields.h"
#include "service/net/http2_frames.h"

namespace arbiter {

// Ways to flood a server with HTTP/2, none of which gRPC 1.51 limits. Version 1.56.2 limits header
// blocks and 1.60 resets, both per connection; no version limits small frames and key updates yet.
// This file can go with a version that limits all of these for all connections of an address
// together.
enum class Flood {
  // Streams that end before their request is complete, because the client resets them (rapid reset,
  // CVE-2023-44487) or makes the server reset them (CVE-2025-8671). For each, gRPC sets up a call
  // and tears it down later, on its own threads.
  kResets,
  // An endless header block (VU#421644), which gRPC buffers as it grows, or one with many fields. A
  // field that repeats an earlier one has one byte and takes gRPC about 160. gRPC limits the size
  // of all fields only once the client has acknowledged this limit, which a client need not do.
  kHeaders,
  // Frames that carry nothing: PING, SETTINGS, WINDOW_UPDATE, and DATA with few bytes or for no
  // stream. Key updates of TLS 1.3 count as well; OpenSSL does not limit them.
  kSmallFrames,
};

// Limits how much the connections of one address may together send of what costs the server more
// than the sender. Thread-safe.
class FloodBudget {
 public:
  using Time = TokenBucket::Time;

  // A backend whose deadlines pass may reset all its calls at once: 2,000 by default.
  static constexpr TokenBucket::Size kResets = {.rate = 2'000, .burst = 4'000};
  static constexpr TokenBucket::Size kSmallFrames = {.rate = 20'000, .burst = 20'000};

  // Takes `count` from the budget. Returns false if it does not hold that many.
  bool TakeResets(size_t count, Time now) { return Take(&resets_, kResets, count, now); }
  bool TakeSmallFrames(size_t count, Time now) {
    return Take(&small_frames_, kSmallFrames, count, now);
  }
  // Whether none of the budget is used up.
  bool IsFull(Time now);

 private:
  static bool Take(TokenBucket* bucket, const TokenBucket::Size& size, size_t count, Time now);

  TokenBucket resets_;
  TokenBucket small_frames_;
};

// Reads the frames that a client sends on a connection, to detect floods before gRPC processes
// them.
class FloodFilter {
 public:
  // The maximum size of a header block, in bytes: four times the metadata that gRPC accepts.
  static constexpr size_t kMaxHeaderBlock = 64 << 10;
  // The maximum number of fields in a header block. A call has about ten.
  static constexpr size_t kMaxHeaderFields = 128;
  // The number of small frames that a call justifies: its own, and those with which the client
  // responds to what the server sends.
  static constexpr size_t kSmallFramesPerCall = 16;

  // `max_streams` is how many streams the client may have open at a time. `budget` is shared by the
  // connections of its address. `answered` counts the calls of this connection that ended OK, and
  // must outlive the filter; a client may reset a stream after the answer has arrived.
  FloodFilter(int64_t max_streams, std::shared_ptr<FloodBudget> budget,
              const std::atomic<uint64_t>* answered)
      : max_streams_(static_cast<size_t>(max_streams)),
        budget_(std::move(budget)),
        answered_(answered) {}

  // Reads the next bytes that the client has sent. Returns the flood that they belong to, or
  // std::nullopt if they are harmless. Must not be called again after a flood.
  std::optional<Flood> Read(std::string_view bytes, FloodBudget::Time now);
  // Reads a record of TLS's handshake protocol that follows the handshake, such as a key update.
  std::optional<Flood> ReadTlsHandshakeRecord(FloodBudget::Time now);

 private:
  void ReadFrame(const FrameHeader& frame);
  // Reads a piece of the payload of HEADERS or CONTINUATION.
  void ReadFields(std::string_view bytes);
  void OpenStream(const FrameHeader& frame);
  void ReadData(const FrameHeader& frame);
  // Marks the stream's request as complete. Returns false if it already was.
  bool EndStream(uint32_t stream);

  const size_t max_streams_;
  const std::shared_ptr<FloodBudget> budget_;
  const std::atomic<uint64_t>* const answered_;
  Http2FrameReader reader_;
  // If false, gRPC closes the connection by itself.
  bool is_http2_ = true;
  uint32_t newest_stream_ = 0;
  // The streams whose request is incomplete, in ascending order; at most max_streams_.
  std::vector<uint32_t> unfinished_;
  // The size of the current header block, and of the longest one in this Read(), in bytes.
  size_t header_block_ = 0;
  size_t longest_block_ = 0;
  // The fields of the current header block, and the largest number of them in this Read().
  HeaderFieldCounter header_fields_;
  size_t most_fields_ = 0;
  // The bytes before the fields in the current frame that have not been read.
  size_t priority_left_ = 0;
  // Resets and small frames that have not been paid for.
  size_t resets_ = 0;
  size_t small_frames_ = 0;
  // Before the budget is used, answered calls pay for resets, and `credit_`, which calls and
  // messages earn, pays for small frames. `answered_used_` counts the answered calls that can no
  // longer pay.
  uint64_t answered_used_ = 0;
  size_t credit_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_FLOOD_FILTER_H_
