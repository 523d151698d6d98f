#ifndef ARBITER_SERVICE_SCHEDULING_BUFFERED_BYTES_H_
#define ARBITER_SERVICE_SCHEDULING_BUFFERED_BYTES_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

#include "service/scheduling/client_share.h"

namespace arbiter {

// Counts the bytes of buffered messages: answers that their clients have not received yet, and
// requests that wait for a thread. The answers are bounded, so that clients that never read cannot
// fill the memory. Thread-safe.
class BufferedBytes {
 public:
  // The limit for all answers to one client.
  static constexpr size_t kMaxBytesPerClient = size_t{32} << 20;
  // The limit for the answers to all clients. It does not apply to a client that has at most
  // kGuaranteedBytesPerClient.
  static constexpr size_t kMaxBytes = size_t{128} << 20;
  static constexpr size_t kGuaranteedBytesPerClient = size_t{256} << 10;
  // From these numbers of bytes on, IsBacklogged() is true.
  static constexpr size_t kHighWatermarkPerClient = kMaxBytesPerClient / 2;
  static constexpr size_t kHighWatermark = kMaxBytes / 2;

  // Counts an answer during its lifetime. Destroyed once the client has received the answer or
  // cannot receive it any more.
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

    // False if there was no room for the answer, which is not counted then.
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

  // Counts an answer of this many bytes to `client`. The result converts to false if there is no
  // room for the answer. The result must not outlive this object.
  [[nodiscard]] Answer Count(const ClientSharePtr& client, size_t bytes) {
    const size_t of_client =
        client->unsent_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    const size_t of_all = answers_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    Answer answer(this, client, bytes);
    const bool fits = of_client <= kGuaranteedBytesPerClient ||
                      (of_client <= kMaxBytesPerClient && of_all <= kMaxBytes);
    return fits ? std::move(answer) : Answer();
  }

  // Whether a stream of `client` should send its answers before it reads further requests.
  bool IsBacklogged(const ClientShare& client) const {
    return answers_.load(std::memory_order_relaxed) >= kHighWatermark ||
           client.unsent_bytes.load(std::memory_order_relaxed) >= kHighWatermarkPerClient;
  }

  // Counts a request during its lifetime. Must not outlive `all`.
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

  // The bytes of answers that have not been received yet.
  size_t unsent_bytes() const { return answers_.load(std::memory_order_relaxed); }
  // The bytes that are bounded by other limits, and therefore are not a sign of an attack.
  size_t accounted() const {
    return std::min(unsent_bytes(), kMaxBytes) + requests_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<size_t> answers_ = 0;
  std::atomic<size_t> requests_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SCHEDULING_BUFFERED_BYTES_H_
