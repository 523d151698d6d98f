#ifndef ARBITER_SERVICE_CALLS_RECEIVED_MESSAGE_H_
#define ARBITER_SERVICE_CALLS_RECEIVED_MESSAGE_H_

#include <string>
#include <string_view>

#include "google/protobuf/arena.h"

namespace arbiter {

// Returns the value of a string field, without parsing the whole message; empty if it is not set.
std::string ReadStringField(std::string_view wire, int field);

// A received message on an arena of its own.
template <typename Message>
class ReceivedMessage {
 public:
  // Parses the message. Returns false if the bytes are not valid.
  bool Parse(std::string_view wire) {
    return message_->ParseFromArray(wire.data(), static_cast<int>(wire.size()));
  }
  Message* mutable_message() { return message_; }
  const Message& operator*() const { return *message_; }
  const Message* operator->() const { return message_; }

 private:
  // The first block of the arena, which is large enough for most requests.
  alignas(8) char block_[1024];
  google::protobuf::Arena arena_{block_, sizeof(block_)};
  Message* const message_ = google::protobuf::Arena::CreateMessage<Message>(&arena_);
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_RECEIVED_MESSAGE_H_
