#ifndef ARBITER_SERVICE_SERVER_FLOOD_FILTER_H_
#define ARBITER_SERVICE_SERVER_FLOOD_FILTER_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "service/access/token_bucket.h"
#include "service/server/http2_frames.h"

namespace arbiter {

// Ways to flood a server with HTTP/2.
enum class Flood {
  // Streams that are reset as soon as they begin (rapid reset, CVE-2023-44487). For each of them
  // gRPC 1.51 builds up a call and takes it down again.
  kResets,
  // A header block without end (CVE-2024-27316), which gRPC 1.51 keeps while it grows.
  kHeaders,
  // Frames that bring no request, such as PING, SETTINGS, WINDOW_UPDATE, and DATA of no bytes.
  kEmptyFrames,
  // Streams beyond the limit before the client has acknowledged it, from when on gRPC enforces it.
  kStreams,
};

// What the connections of one address may send together of that which costs a server more than its
// sender. Thread-safe.
class FloodBudget {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // A client that gives up resets every call that it has under way, which is a few hundred.
  static constexpr TokenBucket::Size kResets = {.rate = 1'000, .burst = 2'000};
  static constexpr TokenBucket::Size kEmptyFrames = {.rate = 10'000, .burst = 20'000};

  // Whether that many more are within bounds.
  bool TakeResets(size_t count, Time now) { return Take(&resets_, kResets, count, now); }
  bool TakeEmptyFrames(size_t count, Time now) {
    return Take(&empty_frames_, kEmptyFrames, count, now);
  }
  // Whether it is as it was at the beginning.
  bool IsFull(Time now);

 private:
  static bool Take(TokenBucket* bucket, const TokenBucket::Size& size, size_t count, Time now);

  TokenBucket resets_;
  TokenBucket empty_frames_;
};

// Reads what a client sends on a connection, frame by frame, to find floods before the server works
// on them.
class FloodFilter {
 public:
  // Bytes of a header block: four times what gRPC takes of metadata.
  static constexpr size_t kMaxHeaderBlock = 64 << 10;
  // How many frames that bring no request a client may send beside each that does: it answers with
  // them what it is sent.
  static constexpr size_t kEmptyFramesBesideOthers = 8;

  // `budget` is shared by the connections of an address; `max_streams` is what the server allows
  // at a time.
  FloodFilter(int64_t max_streams, std::shared_ptr<FloodBudget> budget)
      : max_streams_(max_streams), budget_(std::move(budget)) {}

  // Takes what the client has sent next. What kind of flood it belongs to, if to any; then nothing
  // more need come here.
  std::optional<Flood> Read(std::string_view bytes);

 private:
  int64_t max_streams_;
  std::shared_ptr<FloodBudget> budget_;
  Http2FrameReader reader_;
  // Otherwise gRPC closes the connection.
  bool is_http2_ = true;
  // Whether the client has acknowledged the server's SETTINGS, and streams that began before that.
  bool acknowledged_ = false;
  int64_t streams_ = 0;
  uint32_t newest_stream_ = 0;
  // Bytes of the last header block.
  size_t header_block_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_FLOOD_FILTER_H_
