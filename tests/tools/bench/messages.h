#ifndef ARBITER_TESTS_TOOLS_BENCH_MESSAGES_H_
#define ARBITER_TESTS_TOOLS_BENCH_MESSAGES_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/strings.h"
#include "grpcpp/support/byte_buffer.h"
#include "tests/support/server/rpc.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/workload.h"

// Functions for serialised messages, which are never parsed.
namespace arbiter::bench {

using testing::ToBuffer;

// Returns whether the buffer contains exactly the expected bytes.
inline bool HasBytes(const grpc::ByteBuffer& buffer, std::string_view expected) {
  grpc::Slice slice;
  if (!buffer.DumpToSingleSlice(&slice).ok()) return false;
  return std::string_view(reinterpret_cast<const char*>(slice.begin()), slice.size()) == expected;
}

// Returns the number in the id of an item or of a response. Both messages begin with the tag of the
// id, its length and its digits. Ends the program if the workload has no item of this number.
inline size_t ItemIndex(std::string_view message, const Workload& workload) {
  size_t item = 0;
  const size_t length = message.size() < 2 ? 0 : static_cast<unsigned char>(message[1]);
  for (const char digit : message.substr(std::min<size_t>(2, message.size()), length)) {
    item = item * 10 + static_cast<size_t>(digit - '0');
  }
  if (item >= workload.exchanges.size()) Die(StrCat("the workload has no item ", item));
  return item;
}

inline size_t ItemIndex(const grpc::ByteBuffer& buffer, const Workload& workload) {
  grpc::Slice slice;
  if (!buffer.TrySingleSlice(&slice).ok() && !buffer.DumpToSingleSlice(&slice).ok()) {
    Die("cannot read a message");
  }
  return ItemIndex({reinterpret_cast<const char*>(slice.begin()), slice.size()}, workload);
}

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_MESSAGES_H_
