#ifndef ARBITER_CLIENTS_CLI_ARGUMENTS_DISPLAY_ARGUMENTS_H_
#define ARBITER_CLIENTS_CLI_ARGUMENTS_DISPLAY_ARGUMENTS_H_

#include "clients/cli/arguments/command_parser.h"
#include "clients/cli/text/terminal.h"

namespace arbiter::cli {

// The options `--color`, `--unicode` and `--progress`. Each is always, never, or auto, which
// depends on the terminal and the environment.
class DisplayArguments {
 public:
  void AddTo(CommandParser app);
  // Adds only `--progress`.
  void AddProgress(CommandParser app);

  // Decides what `auto` means. Boards that are not `for_people` have colours and symbols only if
  // the options say `always`.
  Display Resolve(bool for_people = true) const;

 private:
  enum class When { kAuto, kAlways, kNever };

  static void Add(CommandParser app, const char* name, When* when, const char* help);

  When color_ = When::kAuto;
  When unicode_ = When::kAuto;
  When progress_ = When::kAuto;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ARGUMENTS_DISPLAY_ARGUMENTS_H_
