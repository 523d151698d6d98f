#ifndef ARBITER_CLIENTS_CLI_COMMANDS_COMMAND_H_
#define ARBITER_CLIENTS_CLI_COMMANDS_COMMAND_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "clients/cli/arguments/command_parser.h"
#include "clients/cli/backend/session.h"

namespace arbiter::cli {

// The action that the command line selects. Its error is printed to standard error.
using Action = std::function<absl::Status(Session&)>;

// Adds a command. `Command` has AddTo(CommandParser), which adds its arguments, and
// `absl::Status Run(Session&) const`, which becomes `*action` if the command line names the
// command.
template <typename Command>
void AddCommand(CommandParser app, const std::string& name, const std::string& description,
                const std::string& examples, Action* action) {
  auto command = std::make_shared<Command>();
  const CommandParser parser = app.AddCommand(
      name, description,
      "Examples:\n" + examples +
          "\n\nSee arbiter --help for the options of all commands, such as --json and --server.",
      [command, action] {
        *action = [command](Session& session) { return command->Run(session); };
      });
  command->AddTo(parser);
}

// Each command is defined in the file that has its name.
void AddVariantsCommand(CommandParser app, Action* action);
void AddStartCommand(CommandParser app, Action* action);
void AddLegalCommand(CommandParser app, Action* action);
void AddApplyCommand(CommandParser app, Action* action);
void AddOutcomesCommand(CommandParser app, Action* action);
void AddAdjudicateCommand(CommandParser app, Action* action);
void AddValidateCommand(CommandParser app, Action* action);
void AddVerifyCommand(CommandParser app, Action* action);
void AddConvertCommand(CommandParser app, Action* action);
void AddPgnCommand(CommandParser app, Action* action);
void AddRenderCommand(CommandParser app, Action* action);
void AddViewCommand(CommandParser app, Action* action);
void AddPerftCommand(CommandParser app, Action* action);
void AddAnalyzeCommand(CommandParser app, Action* action);
void AddReviewCommand(CommandParser app, Action* action);
void AddJobsCommand(CommandParser app, Action* action);
void AddPlayCommand(CommandParser app, Action* action);
void AddUciCommand(CommandParser app, Action* action);
void AddBatchCommand(CommandParser app, Action* action);
void AddKeysCommand(CommandParser app, Action* action);
void AddCompletionCommand(CommandParser app, Action* action);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_COMMANDS_COMMAND_H_
