#ifndef ARBITER_SERVICE_CALLS_CALL_IDS_H_
#define ARBITER_SERVICE_CALLS_CALL_IDS_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// The trace that a call belongs to, as the header `traceparent` says it (W3C Trace Context).
class TraceContext {
 public:
  // Nothing where the header is not valid: version 00 to the letter; of later versions, which may
  // say more, the part that 00 has.
  static std::optional<TraceContext> Parse(std::string_view header);

  // 32 and 16 lower-case hexadecimal digits, not all zero.
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

// Gives every call a name by which its log line is found. Thread-safe.
class RequestIds {
 public:
  RequestIds();

  // `wanted` where it is 1 to 128 printable ASCII characters without blanks,
  // else a new id, unique over processes.
  std::string Choose(std::string_view wanted);

 private:
  const std::string prefix_;
  std::atomic<uint64_t> next_ = 1;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CALL_IDS_H_
