#ifndef ARBITER_SERVICE_CALLS_REQUEST_SHAPE_H_
#define ARBITER_SERVICE_CALLS_REQUEST_SHAPE_H_

#include <chrono>
#include <cstddef>
#include <string_view>

#include "absl/status/statusor.h"
#include "google/protobuf/descriptor.h"
#include "service/convert/call_context.h"

// What a request will cost, told from its bytes before anything is built from them.
namespace arbiter {

struct RequestShape {
  // An upper bound of the memory, in bytes, that the message takes once it is parsed on an arena.
  size_t memory = 0;
  // An estimate of the time that parsing and answering take on one thread (EstimateWork()).
  std::chrono::nanoseconds work{0};
};

// The most work that the threads that serve gRPC do themselves. Every call costs them about 20 µs,
// so a call with this much work delays the calls behind it about as long as fifteen small ones do;
// handing it to another thread and back takes up to 50 µs.
inline constexpr std::chrono::nanoseconds kMaxShortWork = std::chrono::microseconds(300);

// Whether a request of this many bytes takes long to read, whatever it asks for.
constexpr bool IsLargeRequest(size_t bytes) { return bytes > 16 * 1024; }

inline bool IsShortWork(const RequestShape& shape) { return shape.work <= kMaxShortWork; }

// The memory, in bytes, that a parsed request may take.
size_t MaxRequestMemory(const Limits& limits);

// The shape of the message of `type` that `wire` encodes. `type` is a message that
// rules_service.proto or analysis_service.proto declares; INTERNAL for any other.
//
// BAD_FIELD if the parser of Protocol Buffers would refuse the bytes, except that it also refuses
// strings that are not UTF-8, which are not looked at here. LIMIT_EXCEEDED, with the path of the
// field, if the message would take more than MaxRequestMemory(), or if a repeated field has more
// elements than its handler takes. The latter holds for whole requests only: an item of a batch
// fails alone, in its handler.
//
// Takes some nanoseconds a field and no memory. Thread-safe.
absl::StatusOr<RequestShape> MeasureRequest(const Limits& limits,
                                            const google::protobuf::Descriptor& type,
                                            std::string_view wire);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_REQUEST_SHAPE_H_
