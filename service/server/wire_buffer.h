#ifndef ARBITER_SERVICE_SERVER_WIRE_BUFFER_H_
#define ARBITER_SERVICE_SERVER_WIRE_BUFFER_H_

#include <string>

#include "google/protobuf/arena.h"
#include "grpcpp/impl/codegen/proto_utils.h"
#include "grpcpp/support/byte_buffer.h"

namespace arbiter {

// A buffer of gRPC that takes `bytes` over.
grpc::ByteBuffer ToBuffer(std::string bytes);

// A message on an arena of its own, read from a buffer of gRPC.
template <typename Message>
class ReceivedMessage {
 public:
  // False where the bytes are no such message. Empties `buffer`.
  bool Read(grpc::ByteBuffer* buffer) {
    return grpc::SerializationTraits<Message>::Deserialize(buffer, message_).ok();
  }
  const Message& operator*() const { return *message_; }
  const Message* operator->() const { return message_; }

 private:
  // Holds a usual request.
  alignas(8) char block_[1024];
  google::protobuf::Arena arena_{block_, sizeof(block_)};
  Message* const message_ = google::protobuf::Arena::CreateMessage<Message>(&arena_);
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_WIRE_BUFFER_H_
