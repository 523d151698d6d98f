#ifndef ARBITER_SERVICE_CALLS_WRITE_QUEUE_H_
#define ARBITER_SERVICE_CALLS_WRITE_QUEUE_H_

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "service/scheduling/buffered_bytes.h"

namespace arbiter {

// The messages that a stream has yet to send, in order, and the one that is being written. Progress
// does not pile up for a client that reads slowly: beyond kHighWatermark, new progress replaces the
// progress before it, and if there is no room among the buffered bytes, it is dropped. All other
// messages are kept; analyses and batches have a bounded number of them.
class WriteQueue {
 public:
  // From this number of waiting bytes on, progress is replaced.
  static constexpr size_t kHighWatermark = 256 * 1024;

  struct Message {
    std::string bytes;
    // Whether later messages make this one obsolete.
    bool is_progress = false;
    // Counts the bytes until the client has received them.
    BufferedBytes::Answer buffered = {};
    // The size of the request that the message answers, if the stream limits the bytes of both
    // together.
    size_t request_bytes = 0;

    size_t size() const { return bytes.size() + request_bytes; }
  };

  // `buffered`, which must outlive the queue, counts the messages for `client`.
  WriteQueue(BufferedBytes* buffered, ClientSharePtr client)
      : buffered_(buffered), client_(std::move(client)) {}

  // Adds a message. Returns false if it is not progress and there is no room for it.
  [[nodiscard]] bool Push(std::string bytes, bool is_progress) {
    const bool replaces = bytes_ >= kHighWatermark && is_progress && !messages_.empty() &&
                          messages_.back().is_progress;
    if (replaces) DropLast();
    BufferedBytes::Answer buffered = buffered_->Count(client_, bytes.size());
    if (!buffered) {
      // Progress can be dropped.
      return is_progress;
    }
    Push({.bytes = std::move(bytes), .is_progress = is_progress, .buffered = std::move(buffered)});
    return true;
  }
  // Adds a message that has been counted already.
  void Push(Message message) {
    bytes_ += message.size();
    if (!message.is_progress) ++non_progress_;
    messages_.push_back(std::move(message));
  }

  // Removes the oldest message and returns its bytes. The queue must not be empty, and the previous
  // write must have ended. The message counts as unsent until EndWrite().
  std::string BeginWrite() {
    writing_ = std::move(messages_.front());
    messages_.pop_front();
    writing_bytes_ = writing_->size();
    bytes_ -= writing_bytes_;
    if (!writing_->is_progress) --non_progress_;
    return std::move(writing_->bytes);
  }
  void EndWrite() {
    writing_.reset();
    writing_bytes_ = 0;
  }

  // Drops all waiting messages.
  void Clear() {
    messages_.clear();
    bytes_ = 0;
    non_progress_ = 0;
  }

  bool is_writing() const { return writing_.has_value(); }
  // Whether no message is waiting.
  bool empty() const { return messages_.empty(); }
  // The number of waiting messages that are not progress.
  size_t non_progress_size() const { return non_progress_; }
  // The number of messages that are waiting or being written, and their bytes including those of
  // the requests.
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
  // The bytes of the waiting messages, and the number of those that are not progress.
  size_t bytes_ = 0;
  size_t non_progress_ = 0;
  std::optional<Message> writing_;
  size_t writing_bytes_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_WRITE_QUEUE_H_
