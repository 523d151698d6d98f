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
#include "service/net/http2_frames.h"

namespace arbiter {

// Ways to flood a server with HTTP/2, none of which gRPC 1.51 bounds. Version 1.56.2 bounds header
// blocks and 1.60 resets, both for a single connection; small frames are not bounded yet. This file
// can go with the version that bounds all three, for the connections of an address together.
enum class Flood {
  // Streams that end before they have brought a request: because the client resets them (rapid
  // reset, CVE-2023-44487), or has the server do so (CVE-2025-8671). gRPC builds up a call for each
  // and takes it down later, on threads of its own.
  kResets,
  // A header block without end (VU#421644), which gRPC keeps while it grows.
  kHeaders,
  // Frames that bring nothing: PING, SETTINGS, WINDOW_UPDATE, DATA of few bytes or of no stream.
  kSmallFrames,
};

// What the connections of one address may send together of that which costs the server more than
// its sender. Thread-safe.
class FloodBudget {
 public:
  using Time = TokenBucket::Time;

  // A backend whose deadlines pass may reset all its calls at once, 2,000 by default.
  static constexpr TokenBucket::Size kResets = {.rate = 2'000, .burst = 4'000};
  static constexpr TokenBucket::Size kSmallFrames = {.rate = 20'000, .burst = 20'000};

  // Whether that many more are within bounds.
  bool TakeResets(size_t count, Time now) { return Take(&resets_, kResets, count, now); }
  bool TakeSmallFrames(size_t count, Time now) {
    return Take(&small_frames_, kSmallFrames, count, now);
  }
  // Whether it is as it was at the beginning.
  bool IsFull(Time now);

 private:
  static bool Take(TokenBucket* bucket, const TokenBucket::Size& size, size_t count, Time now);

  TokenBucket resets_;
  TokenBucket small_frames_;
};

// Reads what a client sends on a connection, frame by frame, to find floods before gRPC works on
// them.
class FloodFilter {
 public:
  // The longest header block, in bytes: four times what gRPC takes of metadata.
  static constexpr size_t kMaxHeaderBlock = 64 << 10;
  // Small frames that come with a call: its own, and the client's answers to what it is sent.
  static constexpr size_t kSmallFramesOfCall = 16;

  // `max_streams` is how many streams the client may have open at a time. `budget` is shared by the
  // connections of its address. `answered` counts the calls of this connection that have
  // ended OK, and outlives the filter; a client may reset a stream once it has its answer.
  FloodFilter(int64_t max_streams, std::shared_ptr<FloodBudget> budget,
              const std::atomic<uint64_t>* answered)
      : max_streams_(static_cast<size_t>(max_streams)),
        budget_(std::move(budget)),
        answered_(answered) {}

  // Takes what the client has sent next. Returns what kind of flood it belongs to, if to any; then
  // nothing more may come here.
  std::optional<Flood> Read(std::string_view bytes, FloodBudget::Time now);

 private:
  void ReadFrame(const FrameHeader& frame);
  void OpenStream(const FrameHeader& frame);
  void ReadData(const FrameHeader& frame);
  // Whether the stream's request had not ended.
  bool EndStream(uint32_t stream);

  const size_t max_streams_;
  const std::shared_ptr<FloodBudget> budget_;
  const std::atomic<uint64_t>* const answered_;
  Http2FrameReader reader_;
  // Otherwise gRPC closes the connection.
  bool is_http2_ = true;
  uint32_t newest_stream_ = 0;
  // The streams whose request has not ended, in order; at most max_streams_.
  std::vector<uint32_t> unfinished_;
  // Of the last header block, and of the longest since Read() began; in bytes.
  size_t header_block_ = 0;
  size_t longest_block_ = 0;
  // What has come and has not been paid for.
  size_t resets_ = 0;
  size_t small_frames_ = 0;
  // What pays for them before the budget does: answered calls, of which so many have done so, and
  // the small frames that go with calls and messages.
  uint64_t answered_used_ = 0;
  size_t credit_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_FLOOD_FILTER_H_
