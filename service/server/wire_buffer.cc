#include "service/server/wire_buffer.h"

#include <utility>

#include "grpcpp/support/slice.h"

namespace arbiter {

grpc::ByteBuffer ToBuffer(std::string bytes) {
  // So many are copied sooner than handed over.
  constexpr size_t kMostCopied = 2048;
  if (bytes.size() <= kMostCopied) {
    const grpc::Slice slice(bytes);
    return {&slice, 1};
  }
  auto* kept = new std::string(std::move(bytes));
  const grpc::Slice slice(
      kept->data(), kept->size(), [](void* owner) { delete static_cast<std::string*>(owner); },
      kept);
  return {&slice, 1};
}

}  // namespace arbiter
