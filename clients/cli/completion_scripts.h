#ifndef ARBITER_CLIENTS_CLI_COMPLETION_SCRIPTS_H_
#define ARBITER_CLIENTS_CLI_COMPLETION_SCRIPTS_H_

namespace arbiter::cli {

// The files of clients/cli/completion: each teaches a shell to ask for kCompleteWord's answer.
extern const char kBashCompletion[];
extern const char kZshCompletion[];
extern const char kFishCompletion[];

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_COMPLETION_SCRIPTS_H_
