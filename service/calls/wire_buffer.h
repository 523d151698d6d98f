#ifndef ARBITER_SERVICE_CALLS_WIRE_BUFFER_H_
#define ARBITER_SERVICE_CALLS_WIRE_BUFFER_H_

#include <string>
#include <string_view>

#include "google/protobuf/arena.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/slice.h"

namespace arbiter {

// A buffer of gRPC that takes `bytes` over.
grpc::ByteBuffer ToBuffer(std::string bytes);

// The bytes of a received buffer in one piece.
class WireBytes {
 public:
  // Empties `buffer`, whose bytes are copied if they are in several pieces.
  explicit WireBytes(grpc::ByteBuffer* buffer);

  std::string_view view() const {
    return {reinterpret_cast<const char*>(slice_.begin()), slice_.size()};
  }

 private:
  grpc::Slice slice_;
};

// The text in a field of a message, read without building the message; empty if it has none.
std::string ReadText(std::string_view wire, int field);

// A message on an arena of its own, read from the wire.
template <typename Message>
class ReceivedMessage {
 public:
  // False if the bytes are not such a message.
  bool Parse(std::string_view wire) {
    return message_->ParseFromArray(wire.data(), static_cast<int>(wire.size()));
  }
  Message* mutable_message() { return message_; }
  const Message& operator*() const { return *message_; }
  const Message* operator->() const { return message_; }

 private:
  // Holds a usual request.
  alignas(8) char block_[1024];
  google::protobuf::Arena arena_{block_, sizeof(block_)};
  Message* const message_ = google::protobuf::Arena::CreateMessage<Message>(&arena_);
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_WIRE_BUFFER_H_
