#ifndef ARBITER_CLIENTS_CLI_TEXT_TERMINAL_H_
#define ARBITER_CLIENTS_CLI_TEXT_TERMINAL_H_

namespace CLI {
class App;
}  // namespace CLI

namespace arbiter::cli {

bool InputIsTerminal();
bool OutputIsTerminal();
// Returns whether standard output is a terminal whose screen can be cleared.
bool CanClearOutput();

// The ways in which output is shown to people.
struct Display {
  // Whether boards on standard output have colours and symbols beyond ASCII.
  bool color = false;
  bool unicode = false;
  // Whether the progress of long work is shown on standard error.
  bool progress = false;
};

// The options `--color`, `--unicode` and `--progress`. Each is always, never, or auto, which
// depends on the terminal and the environment.
class DisplayArguments {
 public:
  void AddTo(CLI::App* app);
  // Adds only `--progress`.
  void AddProgress(CLI::App* app);

  // Decides what `auto` means. Boards that are not `for_people` have colours and symbols only if
  // the options say `always`.
  Display Resolve(bool for_people = true) const;

 private:
  enum class When { kAuto, kAlways, kNever };

  static void Add(CLI::App* app, const char* name, When* when, const char* help);

  When color_ = When::kAuto;
  When unicode_ = When::kAuto;
  When progress_ = When::kAuto;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_TERMINAL_H_
