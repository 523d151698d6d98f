#ifndef ARBITER_SERVICE_CALLS_WIRE_BUFFER_H_
#define ARBITER_SERVICE_CALLS_WIRE_BUFFER_H_

#include <grpc/byte_buffer.h>
#include <grpc/slice.h>

#include <string>
#include <string_view>
#include <utility>

#include "google/protobuf/arena.h"

namespace arbiter {

// The contiguous bytes of a received message.
class WireBytes {
 public:
  // Takes ownership of `buffer`, and copies its bytes if they have several slices.
  explicit WireBytes(grpc_byte_buffer* buffer);
  WireBytes(WireBytes&& other) noexcept : slice_(std::exchange(other.slice_, grpc_empty_slice())) {}
  WireBytes& operator=(WireBytes&&) = delete;
  ~WireBytes() { grpc_slice_unref(slice_); }

  std::string_view view() const {
    return {reinterpret_cast<const char*>(GRPC_SLICE_START_PTR(slice_)), GRPC_SLICE_LENGTH(slice_)};
  }

 private:
  grpc_slice slice_;
};

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

#endif  // ARBITER_SERVICE_CALLS_WIRE_BUFFER_H_
