#ifndef ARBITER_TESTS_SUPPORT_SERVER_RPC_H_
#define ARBITER_TESTS_SUPPORT_SERVER_RPC_H_

#include <chrono>
#include <string>
#include <vector>

#include "google/rpc/status.pb.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"
#include "tests/support/server/client.h"

// Helpers that the test clients share.
namespace arbiter::testing {

// The deadline of calls that must succeed; like kPatience, it only keeps a test from hanging.
inline constexpr int kDefaultTimeoutMs = 120'000;

// Sets a deadline this many milliseconds from now; kDefaultTimeoutMs for 0 and less.
inline void SetDeadline(grpc::ClientContext* context, int timeout_ms) {
  context->set_deadline(std::chrono::system_clock::now() +
                        std::chrono::milliseconds(timeout_ms > 0 ? timeout_ms : kDefaultTimeoutMs));
}

inline void AddMetadata(grpc::ClientContext* context, const Metadata& metadata) {
  for (const auto& [key, value] : metadata) context->AddMetadata(key, value);
}

// Converts a gRPC status, including its details.
inline google::rpc::Status ToRpc(const grpc::Status& status) {
  google::rpc::Status rpc;
  rpc.ParseFromString(status.error_details());
  rpc.set_code(status.error_code());
  rpc.set_message(status.error_message());
  return rpc;
}

// Convert between bytes and gRPC's buffers.
inline grpc::ByteBuffer ToBuffer(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return {&slice, 1};
}

inline std::string ToString(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (!buffer.Dump(&slices).ok()) return bytes;
  for (const grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_RPC_H_
