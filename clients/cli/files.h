#ifndef ARBITER_CLIENTS_CLI_FILES_H_
#define ARBITER_CLIENTS_CLI_FILES_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arbiter::cli {

// `cannot read game.txt: No such file or directory`, for the verb `read`; errno says why.
absl::Status FileError(std::string_view verb, const std::string& path);

// The bytes of a file; `-` is standard input.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Writes a file whole; `-` is standard output.
absl::Status WriteFile(const std::string& path, std::string_view content);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_FILES_H_
