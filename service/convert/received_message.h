#ifndef ARBITER_SERVICE_CONVERT_RECEIVED_MESSAGE_H_
#define ARBITER_SERVICE_CONVERT_RECEIVED_MESSAGE_H_

#include <string_view>

#include "google/protobuf/arena.h"

namespace arbiter {

// A received message on an arena of its own.
template <typename Message>
class ReceivedMessage {
 public:
  // Parses the message. Returns false if the bytes are not valid.
  bool Parse(std::string_view wire) {
    return message_->ParseFromArray(wire.data(), static_cast<int>(wire.size()));
  }
  const Message& operator*() const { return *message_; }
  const Message* operator->() const { return message_; }

 private:
  // The first block of the arena, which is large enough for most requests.
  alignas(8) char block_[1024];
  google::protobuf::Arena arena_{block_, sizeof(block_)};
  Message* const message_ = google::protobuf::Arena::CreateMessage<Message>(&arena_);
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_RECEIVED_MESSAGE_H_
