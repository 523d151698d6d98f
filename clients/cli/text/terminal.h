#ifndef ARBITER_CLIENTS_CLI_TEXT_TERMINAL_H_
#define ARBITER_CLIENTS_CLI_TEXT_TERMINAL_H_

namespace CLI {
class App;
}  // namespace CLI

namespace arbiter::cli {

bool InputIsTerminal();
bool OutputIsTerminal();
// Whether standard output is a terminal whose screen can be cleared.
bool OutputClears();

// How things are shown to people.
struct Display {
  // Colours, and symbols beyond ASCII, on standard output.
  bool color = false;
  bool unicode = false;
  // How far long work is, on standard error.
  bool progress = false;
};

// `--color`, `--unicode`, `--progress`: always, never, or as terminal and environment allow.
class DisplayArguments {
 public:
  void AddTo(CLI::App* app);
  // Adds `--progress` alone.
  void AddProgress(CLI::App* app);

  // `for_people` says whether boards are for a screen; otherwise only the flags give them colours
  // and symbols.
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
