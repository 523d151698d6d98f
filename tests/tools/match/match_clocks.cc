#include "tests/tools/match/match_clocks.h"

#include <cmath>
#include <optional>

#include "absl/strings/numbers.h"
#include "core/base/strings.h"

namespace arbiter::match {
namespace {

using std::chrono::milliseconds;

constexpr double kMaxSeconds = 24 * 60 * 60;
// Without any time to think, nothing but the speed of the pipes would be compared.
constexpr milliseconds kMinTime(10);

std::optional<milliseconds> ParseSeconds(std::string_view text) {
  double seconds = 0;
  // The comparison is false for a NaN.
  if (!absl::SimpleAtod(ForAbsl(text), &seconds) || !(seconds >= 0 && seconds <= kMaxSeconds)) {
    return std::nullopt;
  }
  return milliseconds(std::llround(seconds * 1000));
}

}  // namespace

absl::StatusOr<MatchTimeControl> ParseMatchTimeControl(std::string_view text) {
  const size_t plus = text.find('+');
  const auto time = ParseSeconds(text.substr(0, plus));
  const auto increment =
      plus == std::string_view::npos ? milliseconds(0) : ParseSeconds(text.substr(plus + 1));
  if (!time || *time < kMinTime || !increment) {
    return absl::InvalidArgumentError(
        StrCat(Quoted(text),
               " is not a time control; write seconds, or seconds and an increment such as "
               "10+0.1"));
  }
  return MatchTimeControl{*time, *increment};
}

bool MatchClocks::Spend(Color player, Duration used) {
  Duration& left = left_[Index(player)];
  left -= used;
  return left >= -kGrace;
}

}  // namespace arbiter::match
