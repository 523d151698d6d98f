#include "service/calls/call_ids.h"

#include <algorithm>
#include <random>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace arbiter {
namespace {

// The offsets of the fields in `version-trace_id-parent_id-flags`.
constexpr size_t kTraceId = 3;
constexpr size_t kParentId = 36;
constexpr size_t kFlags = 53;
constexpr size_t kTraceparentLength = 55;

bool IsHex(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool IsZero(std::string_view text) { return text.find_first_not_of('0') == std::string_view::npos; }

constexpr size_t kMaxIdLength = 128;

std::string RandomPrefix() {
  std::random_device random;
  return absl::StrCat(absl::Hex(random(), absl::kZeroPad8), absl::Hex(random(), absl::kZeroPad8),
                      "-");
}

}  // namespace

std::optional<TraceContext> TraceContext::Parse(std::string_view header) {
  if (header.size() < kTraceparentLength) return std::nullopt;
  const std::string_view version = header.substr(0, 2);
  const std::string_view trace_id = header.substr(kTraceId, 32);
  const std::string_view parent_id = header.substr(kParentId, 16);
  const std::string_view flags = header.substr(kFlags, 2);
  const bool separated =
      header[kTraceId - 1] == '-' && header[kParentId - 1] == '-' && header[kFlags - 1] == '-';
  const bool hex = IsHex(version) && IsHex(trace_id) && IsHex(parent_id) && IsHex(flags);
  if (!separated || !hex || version == "ff") return std::nullopt;
  if (header.size() > kTraceparentLength &&
      (version == "00" || header[kTraceparentLength] != '-')) {
    return std::nullopt;
  }
  if (IsZero(trace_id) || IsZero(parent_id)) return std::nullopt;
  TraceContext trace;
  std::copy(trace_id.begin(), trace_id.end(), trace.trace_id_.begin());
  std::copy(parent_id.begin(), parent_id.end(), trace.parent_id_.begin());
  // The sampled flag is the lowest bit of the last digit.
  constexpr std::string_view kOddDigits = "13579bdf";
  trace.sampled_ = kOddDigits.find(flags.back()) != std::string_view::npos;
  return trace;
}

RequestIds::RequestIds() : prefix_(RandomPrefix()) {}

std::string RequestIds::Choose(std::string_view requested) {
  if (!requested.empty() && requested.size() <= kMaxIdLength &&
      std::all_of(requested.begin(), requested.end(),
                  [](unsigned char c) { return absl::ascii_isgraph(c); })) {
    return std::string(requested);
  }
  return absl::StrCat(prefix_, next_.fetch_add(1, std::memory_order_relaxed));
}

}  // namespace arbiter
