#ifndef ARBITER_CORE_RULES_SEED_TEXT_H_
#define ARBITER_CORE_RULES_SEED_TEXT_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace arbiter {

// Parses the hexadecimal digits, in either case, with which people write a seed, and returns its
// bytes. Returns BAD_SEED, with a message that never contains the digits, if they are not a valid
// seed (ruling R3).
absl::StatusOr<std::string> ParseSeed(std::string_view digits);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_SEED_TEXT_H_
