#ifndef ARBITER_CLIENTS_CLI_HEX_H_
#define ARBITER_CLIENTS_CLI_HEX_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace arbiter::cli {

// The bytes that hexadecimal digits stand for; a usage error for anything else.
absl::StatusOr<std::string> ParseHex(std::string_view digits);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_HEX_H_
