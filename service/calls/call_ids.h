#ifndef ARBITER_SERVICE_CALLS_CALL_IDS_H_
#define ARBITER_SERVICE_CALLS_CALL_IDS_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// The trace that a call belongs to, from its `traceparent` header (W3C Trace Context).
class TraceContext {
 public:
  // Parses the header; std::nullopt if it is not valid. A header of version 00 must have exactly
  // the specified format. In a header of a later version, only the fields of version 00 are read.
  static std::optional<TraceContext> Parse(std::string_view header);

  // The trace id has 32 lower-case hexadecimal digits, and the parent id has 16. Neither is all
  // zeros.
  std::string_view trace_id() const { return {trace_id_.data(), trace_id_.size()}; }
  std::string_view parent_id() const { return {parent_id_.data(), parent_id_.size()}; }
  // Whether the caller may have recorded the trace.
  bool sampled() const { return sampled_; }

 private:
  TraceContext() = default;

  std::array<char, 32> trace_id_;
  std::array<char, 16> parent_id_;
  bool sampled_ = false;
};

// Chooses the request ids of calls, by which their log lines are found. Thread-safe.
class RequestIds {
 public:
  RequestIds();

  // Returns `requested` if it consists of 1 to 128 printable ASCII characters other than space,
  // otherwise a new id, which is unique across processes.
  std::string Choose(std::string_view requested);

 private:
  const std::string prefix_;
  std::atomic<uint64_t> next_ = 1;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CALL_IDS_H_
