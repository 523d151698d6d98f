#ifndef ARBITER_SERVICE_CALLS_WRITE_QUEUE_H_
#define ARBITER_SERVICE_CALLS_WRITE_QUEUE_H_

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "service/calls/buffered_bytes.h"

namespace arbiter {

// The messages that a stream still has to send, in order, and the one that is being written.
// Progress does not pile up before a client that reads slowly: once many bytes wait, or the client
// leaves too many unread elsewhere, the newest progress takes the place of the one before it. Every
// other message is kept; an analysis has a bounded number of them, and so has a batch.
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
    // The size of the request that it answers, where a stream limits both together.
    size_t request_bytes = 0;

    size_t size() const { return bytes.size() + request_bytes; }
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
    Push({.bytes = std::move(bytes), .is_progress = is_progress, .buffered = std::move(buffered)});
    return true;
  }
  // Adds a message that is counted already.
  void Push(Message message) {
    bytes_ += message.size();
    if (!message.is_progress) ++kept_;
    messages_.push_back(std::move(message));
  }

  // Takes the oldest message out and returns its bytes; the queue is not empty, and nothing is
  // being written. The message is unsent until EndWrite().
  std::string BeginWrite() {
    writing_ = std::move(messages_.front());
    messages_.pop_front();
    writing_bytes_ = writing_->size();
    bytes_ -= writing_bytes_;
    if (!writing_->is_progress) --kept_;
    return std::move(writing_->bytes);
  }
  void EndWrite() {
    writing_.reset();
    writing_bytes_ = 0;
  }

  // Drops what waits.
  void Clear() {
    messages_.clear();
    bytes_ = 0;
    kept_ = 0;
  }

  bool is_writing() const { return writing_.has_value(); }
  // Whether nothing waits.
  bool empty() const { return messages_.empty(); }
  // Messages that wait and are not progress.
  size_t kept() const { return kept_; }
  // Messages that wait or are being written, and the bytes of these and their requests.
  size_t unsent() const { return messages_.size() + (is_writing() ? 1 : 0); }
  size_t unsent_bytes() const { return bytes_ + writing_bytes_; }

 private:
  void DropLast() {
    bytes_ -= messages_.back().size();
    messages_.pop_back();
  }

  BufferedBytes* const buffered_;
  const ClientSharePtr client_;
  std::deque<Message> messages_;
  // Of the messages that wait.
  size_t bytes_ = 0;
  size_t kept_ = 0;
  std::optional<Message> writing_;
  size_t writing_bytes_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_WRITE_QUEUE_H_
