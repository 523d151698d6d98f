#ifndef ARBITER_SERVICE_CALLS_WRITE_QUEUE_H_
#define ARBITER_SERVICE_CALLS_WRITE_QUEUE_H_

#include <cstddef>
#include <deque>
#include <string>
#include <utility>

#include "service/calls/buffered_bytes.h"

namespace arbiter {

// The messages that a stream still has to send, in order. Progress does not pile up before a
// client that reads slowly: once many bytes wait, or the client leaves too many unread elsewhere,
// the newest progress takes the place of the one before it. Every other message is kept; an
// analysis has a bounded number of them.
class WriteQueue {
 public:
  // From this on, progress is replaced.
  static constexpr size_t kManyBytes = 256 * 1024;

  struct Message {
    std::string bytes;
    // Whether a later message says all that this one does.
    bool is_progress = false;
    // Counts the bytes until the client has taken them.
    BufferedBytes::Answer buffered = {};
  };

  // `buffered` counts the messages for `client`.
  WriteQueue(BufferedBytes* buffered, ClientSharePtr client)
      : buffered_(buffered), client_(std::move(client)) {}

  // False if there is no room for a message that is not progress.
  [[nodiscard]] bool Push(std::string bytes, bool is_progress) {
    const bool replaces =
        bytes_ >= kManyBytes && is_progress && !messages_.empty() && messages_.back().is_progress;
    if (replaces) DropLast();
    BufferedBytes::Answer buffered = buffered_->Count(client_, bytes.size());
    if (!buffered) {
      // Progress that nobody reads is no loss.
      return is_progress;
    }
    bytes_ += bytes.size();
    if (!is_progress) ++kept_;
    messages_.push_back({std::move(bytes), is_progress, std::move(buffered)});
    return true;
  }

  // Removes and returns the oldest; the queue is not empty.
  Message Pop() {
    Message message = std::move(messages_.front());
    messages_.pop_front();
    bytes_ -= message.bytes.size();
    if (!message.is_progress) --kept_;
    return message;
  }

  void Clear() {
    messages_.clear();
    bytes_ = 0;
    kept_ = 0;
  }

  bool empty() const { return messages_.empty(); }
  size_t bytes() const { return bytes_; }
  // Messages that are not progress.
  size_t kept() const { return kept_; }

 private:
  void DropLast() {
    bytes_ -= messages_.back().bytes.size();
    messages_.pop_back();
  }

  BufferedBytes* const buffered_;
  const ClientSharePtr client_;
  std::deque<Message> messages_;
  size_t bytes_ = 0;
  size_t kept_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_WRITE_QUEUE_H_
