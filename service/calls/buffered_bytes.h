#ifndef ARBITER_SERVICE_CALLS_BUFFERED_BYTES_H_
#define ARBITER_SERVICE_CALLS_BUFFERED_BYTES_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

#include "service/calls/client_share.h"

namespace arbiter {

// The bytes of messages that wait: answers until their clients take them, and requests until
// there is a thread for them. Answers are bounded, so that clients who never read can't fill the
// memory. Thread-safe.
class BufferedBytes {
 public:
  // All answers of one client.
  static constexpr size_t kMaxOfClient = size_t{32} << 20;
  // The answers of all clients. Beyond it a client that has little waiting still gets its answers:
  static constexpr size_t kMaxOfAll = size_t{128} << 20;
  static constexpr size_t kAlwaysAllowed = size_t{256} << 10;
  // From this on, a stream takes no further request while an answer of its own waits.
  static constexpr size_t kManyOfClient = kMaxOfClient / 2;
  static constexpr size_t kManyOfAll = kMaxOfAll / 2;

  // An answer from when it is made until its client has taken it or never will.
  class Answer {
   public:
    Answer() = default;
    Answer(Answer&& other) noexcept { *this = std::move(other); }
    Answer& operator=(Answer&& other) noexcept {
      Release();
      all_ = std::exchange(other.all_, nullptr);
      client_ = std::move(other.client_);
      bytes_ = other.bytes_;
      return *this;
    }
    ~Answer() { Release(); }

    // False if there is no room for it; nothing is counted then.
    explicit operator bool() const { return all_ != nullptr; }

   private:
    friend class BufferedBytes;

    Answer(BufferedBytes* all, ClientSharePtr client, size_t bytes)
        : all_(all), client_(std::move(client)), bytes_(bytes) {}

    void Release() {
      if (all_ == nullptr) return;
      client_->unsent_bytes.fetch_sub(bytes_, std::memory_order_relaxed);
      all_->answers_.fetch_sub(bytes_, std::memory_order_relaxed);
      all_ = nullptr;
    }

    BufferedBytes* all_ = nullptr;
    ClientSharePtr client_;
    size_t bytes_ = 0;
  };

  // Counts an answer of this many bytes to `client`.
  [[nodiscard]] Answer Count(const ClientSharePtr& client, size_t bytes) {
    const size_t of_client =
        client->unsent_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    const size_t of_all = answers_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    Answer answer(this, client, bytes);
    const bool fits =
        of_client <= kAlwaysAllowed || (of_client <= kMaxOfClient && of_all <= kMaxOfAll);
    return fits ? std::move(answer) : Answer();
  }

  // Whether a stream of `client` should answer what it has before it reads more.
  bool has_many(const ClientShare& client) const {
    return answers_.load(std::memory_order_relaxed) >= kManyOfAll ||
           client.unsent_bytes.load(std::memory_order_relaxed) >= kManyOfClient;
  }

  // A request for as long as it lives.
  class Request {
   public:
    Request(BufferedBytes* all, size_t bytes) : all_(all), bytes_(bytes) {
      all_->requests_.fetch_add(bytes_, std::memory_order_relaxed);
    }
    ~Request() { all_->requests_.fetch_sub(bytes_, std::memory_order_relaxed); }
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;

   private:
    BufferedBytes* const all_;
    const size_t bytes_;
  };

  // Bytes of answers that no client has taken yet.
  size_t answers() const { return answers_.load(std::memory_order_relaxed); }
  // What of all this is bounded elsewhere, and therefore no sign of an attack.
  size_t accounted() const {
    return std::min(answers(), kMaxOfAll) + requests_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<size_t> answers_ = 0;
  std::atomic<size_t> requests_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_BUFFERED_BYTES_H_
