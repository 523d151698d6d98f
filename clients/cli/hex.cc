#include "clients/cli/hex.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "clients/cli/failure.h"
#include "core/rules/strings.h"

namespace arbiter::cli {

absl::StatusOr<std::string> ParseHex(std::string_view digits) {
  if (digits.size() % 2 != 0 || !std::all_of(digits.begin(), digits.end(), absl::ascii_isxdigit)) {
    return UsageError(StrCat("not an even number of hexadecimal digits: ", digits));
  }
  return absl::HexStringToBytes(ForAbsl(digits));
}

}  // namespace arbiter::cli
