#include <iostream>
#include <string>

#include "clients/cli/command.h"
#include "clients/cli/completion_scripts.h"
#include "clients/cli/failure.h"

namespace arbiter::cli {
namespace {

class CompletionCommand {
 public:
  void AddTo(CLI::App* command) {
    command->add_option("shell", shell_, "Whose script to print")
        ->type_name("SHELL")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  }

  absl::Status Run(const Session& session) const {
    if (session.json()) return UsageError("completion prints a script, which --json cannot");
    std::cout << (shell_ == "bash"  ? kBashCompletion
                  : shell_ == "zsh" ? kZshCompletion
                                    : kFishCompletion);
    return absl::OkStatus();
  }

 private:
  std::string shell_;
};

}  // namespace

void AddCompletionCommand(CLI::App& app, Action* action) {
  AddCommand<CompletionCommand>(
      app, "completion", "Print the script that completes arbiter's arguments in a shell",
      "  source <(arbiter completion bash)\n"
      "  arbiter completion zsh > _arbiter\n"
      "  arbiter completion fish > arbiter.fish\n\n"
      "bash: a line for ~/.bashrc; the Debian package brings it. zsh: a folder of $fpath is the\n"
      "place for _arbiter. fish: ~/.config/fish/completions/arbiter.fish.",
      action);
}

}  // namespace arbiter::cli
