#ifndef ARBITER_SERVICE_SERVER_WAITING_BYTES_H_
#define ARBITER_SERVICE_SERVER_WAITING_BYTES_H_

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace arbiter {

// The bytes of all calls that wait: answers for clients to read them, and requests for a thread of
// the pool. Answers are bounded, so that clients who never read can't fill the memory. Thread-safe.
class WaitingBytes {
 public:
  // From so many on, a stream takes no further request while an answer of its own waits.
  static constexpr size_t kManyAnswers = size_t{64} << 20;
  // Above so many only answers of at most `kSmallAnswer` are taken.
  static constexpr size_t kMostAnswers = size_t{128} << 20;
  static constexpr size_t kSmallAnswer = size_t{64} << 10;

  // False where there is no room for the answer; otherwise it counts until GiveAnswer().
  [[nodiscard]] bool TakeAnswer(size_t bytes) {
    const size_t before = answers_.fetch_add(bytes, std::memory_order_relaxed);
    if (bytes <= kSmallAnswer || before + bytes <= kMostAnswers) return true;
    GiveAnswer(bytes);
    return false;
  }
  void GiveAnswer(size_t bytes) { answers_.fetch_sub(bytes, std::memory_order_relaxed); }
  bool has_many_answers() const { return answers_.load(std::memory_order_relaxed) >= kManyAnswers; }

  // A request for as long as it lives.
  class Request {
   public:
    Request(WaitingBytes* all, size_t bytes) : all_(all), bytes_(bytes) {
      all_->requests_.fetch_add(bytes_, std::memory_order_relaxed);
    }
    ~Request() { all_->requests_.fetch_sub(bytes_, std::memory_order_relaxed); }
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;

   private:
    WaitingBytes* const all_;
    const size_t bytes_;
  };

  // What of all this is in order.
  size_t in_order() const {
    return std::min(answers_.load(std::memory_order_relaxed), kMostAnswers) +
           requests_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<size_t> answers_ = 0;
  std::atomic<size_t> requests_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_WAITING_BYTES_H_
