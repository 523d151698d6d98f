#include "service/calls/request_id.h"

#include <algorithm>
#include <random>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace arbiter {
namespace {

constexpr size_t kMaxLength = 128;

std::string RandomPrefix() {
  std::random_device random;
  return absl::StrCat(absl::Hex(random(), absl::kZeroPad8), absl::Hex(random(), absl::kZeroPad8),
                      "-");
}

}  // namespace

RequestIds::RequestIds() : prefix_(RandomPrefix()) {}

std::string RequestIds::Choose(std::string_view wanted) {
  if (!wanted.empty() && wanted.size() <= kMaxLength &&
      std::all_of(wanted.begin(), wanted.end(),
                  [](unsigned char c) { return absl::ascii_isgraph(c); })) {
    return std::string(wanted);
  }
  return absl::StrCat(prefix_, next_.fetch_add(1, std::memory_order_relaxed));
}

}  // namespace arbiter
