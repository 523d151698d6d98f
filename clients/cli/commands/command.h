#ifndef ARBITER_CLIENTS_CLI_COMMANDS_COMMAND_H_
#define ARBITER_CLIENTS_CLI_COMMANDS_COMMAND_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "clients/cli/backend/session.h"

namespace arbiter::cli {

// The action that the command line selects. Its error is printed to standard error.
using Action = std::function<absl::Status(Session&)>;

// Adds a command. `Command` has AddTo(CLI::App*), which adds its arguments, and
// `absl::Status Run(Session&) const`, which becomes `*action` if the command line names the
// command.
template <typename Command>
void AddCommand(CLI::App& app, const std::string& name, const std::string& description,
                const std::string& examples, Action* action) {
  auto command = std::make_shared<Command>();
  CLI::App* parser = app.add_subcommand(name, description);
  parser->footer(
      "Examples:\n" + examples +
      "\n\nSee arbiter --help for the options of all commands, such as --json and --server.");
  command->AddTo(parser);
  parser->callback([command = std::move(command), action] {
    *action = [command](Session& session) { return command->Run(session); };
  });
}

// Each command is defined in the file that has its name.
void AddVariantsCommand(CLI::App& app, Action* action);
void AddStartCommand(CLI::App& app, Action* action);
void AddLegalCommand(CLI::App& app, Action* action);
void AddApplyCommand(CLI::App& app, Action* action);
void AddOutcomesCommand(CLI::App& app, Action* action);
void AddAdjudicateCommand(CLI::App& app, Action* action);
void AddValidateCommand(CLI::App& app, Action* action);
void AddVerifyCommand(CLI::App& app, Action* action);
void AddConvertCommand(CLI::App& app, Action* action);
void AddPgnCommand(CLI::App& app, Action* action);
void AddRenderCommand(CLI::App& app, Action* action);
void AddPerftCommand(CLI::App& app, Action* action);
void AddAnalyzeCommand(CLI::App& app, Action* action);
void AddReviewCommand(CLI::App& app, Action* action);
void AddPlayCommand(CLI::App& app, Action* action);
void AddUciCommand(CLI::App& app, Action* action);
void AddBatchCommand(CLI::App& app, Action* action);
void AddKeysCommand(CLI::App& app, Action* action);
void AddCompletionCommand(CLI::App& app, Action* action);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_COMMANDS_COMMAND_H_
