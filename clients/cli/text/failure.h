#ifndef ARBITER_CLIENTS_CLI_TEXT_FAILURE_H_
#define ARBITER_CLIENTS_CLI_TEXT_FAILURE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "arbiter/v1/rules_service.pb.h"
#include "google/rpc/status.pb.h"

namespace arbiter::cli {

// The exit codes of the program.
enum ExitCode : int {
  kSuccess = 0,
  // The rules or the service refused the request, or a file could not be read or written.
  kRefused = 1,
  // The command line was wrong.
  kUsage = 2,
  // The server could not be reached or did not answer in time.
  kUnreachable = 3,
};

// Returns the error for a mistake on the command line.
absl::Status UsageError(std::string_view message);

// Converts an error of the client library, or its wire form, to a status with a reason and a field
// (core/base/error.h). Its message is in the requested language.
absl::Status FromService(const absl::Status& status);
absl::Status FromRpcStatus(const google::rpc::Status& status);

// Returns the error for a game that could not be read to its end, as the results of jobs have it.
absl::Status FaultError(const v1::PgnFault& fault);

// Formats an error for people: `ILLEGAL_ACTION: actions[0]: e2e5: a pawn moves one square`.
std::string Describe(const absl::Status& error);

ExitCode ExitCodeOf(const absl::Status& error);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_FAILURE_H_
