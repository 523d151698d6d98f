#ifndef ARBITER_SERVICE_MEASURE_REQUEST_SHAPE_H_
#define ARBITER_SERVICE_MEASURE_REQUEST_SHAPE_H_

#include <chrono>
#include <cstddef>
#include <string_view>

#include "absl/status/statusor.h"
#include "service/limits.h"
#include "service/measure/message_rules.h"

// The cost of a request, estimated from its bytes before it is parsed.
namespace arbiter {

struct RequestShape {
  // An upper bound on the memory, in bytes, that the message takes when it is parsed on an arena.
  size_t memory = 0;
  // An estimate of the time that parsing and answering take on one thread (see EstimateWork()).
  std::chrono::nanoseconds work{0};
  // What the views cost, in tokens, in addition to their requests (docs/security.md).
  double view_tokens = 0;
};

// The maximum work that the threads that serve gRPC do themselves. Every call costs them about 20
// µs, so a call with this much work delays the calls after it as much as about fifteen small ones.
// Handing a call to another thread and back takes up to 50 µs.
inline constexpr std::chrono::nanoseconds kMaxShortWork = std::chrono::microseconds(300);

// Whether a request of this many bytes takes long to parse, whatever its contents.
constexpr bool IsLargeRequest(size_t bytes) { return bytes > 16 * 1024; }

// Whether the threads that serve gRPC may do the work of a request themselves.
inline bool IsShortWork(const RequestShape& shape) { return shape.work <= kMaxShortWork; }

// Returns the limit on the memory, in bytes, of a parsed request.
size_t MaxRequestMemory(const Limits& limits);

// Measures the message that `wire` encodes; `rule` is the rule of its type.
//
// BAD_FIELD if the parser of Protocol Buffers would reject the bytes. Strings are checked for valid
// UTF-8 only in a batch, whose items are parsed one by one while they are answered. LIMIT_EXCEEDED,
// with the path of the field, if the message would take more than MaxRequestMemory(), or if a
// repeated field has more elements than its handler accepts. The numbers of elements in the items
// of a batch are not checked here, because each item fails separately, in its handler.
//
// Takes a few nanoseconds per field and allocates no memory. Thread-safe.
absl::StatusOr<RequestShape> MeasureRequest(const Limits& limits, const MessageRule& rule,
                                            std::string_view wire);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_MEASURE_REQUEST_SHAPE_H_
