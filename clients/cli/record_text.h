#ifndef ARBITER_CLIENTS_CLI_RECORD_TEXT_H_
#define ARBITER_CLIENTS_CLI_RECORD_TEXT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arbiter/v1/game.pb.h"

namespace arbiter::cli {

// `e3e4 e6e5` as its actions; where an action has blanks of its own, the list
// is separated by semicolons: `e3e4; claim draw`.
std::vector<std::string> SplitActions(const std::string& list);

// The opposite.
std::string JoinActions(const std::vector<std::string>& actions);

// Reads a record: proto JSON of `Record`, or one action a line, where empty
// lines and those that begin with `#` do not count.
absl::StatusOr<v1::Record> ParseRecord(const std::string& content);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_RECORD_TEXT_H_
