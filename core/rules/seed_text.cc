#include "core/rules/seed_text.h"

#include "absl/strings/escaping.h"
#include "core/base/error.h"
#include "core/base/strings.h"
#include "core/random/random_stream.h"

namespace arbiter {

absl::StatusOr<std::string> ParseSeed(std::string_view digits) {
  const bool hex = digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
  if (!hex || digits.size() % 2 != 0 || digits.size() < 2 * kMinSeedSize ||
      digits.size() > 2 * kMaxSeedSize) {
    return MakeError(ErrorReason::kBadSeed,
                     "a seed is an even number of hexadecimal digits, 32 to 128 (R3)");
  }
  return absl::HexStringToBytes(ForAbsl(digits));
}

}  // namespace arbiter
