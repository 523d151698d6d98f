#ifndef ARBITER_CLIENTS_CLI_EDITED_KEY_FILE_H_
#define ARBITER_CLIENTS_CLI_EDITED_KEY_FILE_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/access/key_file.h"

namespace arbiter::cli {

// Reads a file of clients (service/access/key_file.h); the message of an error names the file.
absl::StatusOr<config::v1::KeyFile> ReadKeyFile(const std::string& path);

// Changes a file of clients, or a new one where there is none and `create`. Whoever reads it sees
// it before or after, never in between, and edits at the same time wait for each other. Mode and
// owner stay; a new file is its owner's alone (0600). On error it stays as it was.
absl::Status EditKeyFile(const std::string& path, bool create,
                         absl::FunctionRef<absl::Status(config::v1::KeyFile*)> edit);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_EDITED_KEY_FILE_H_
