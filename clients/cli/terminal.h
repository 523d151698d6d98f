#ifndef ARBITER_CLIENTS_CLI_TERMINAL_H_
#define ARBITER_CLIENTS_CLI_TERMINAL_H_

#include "CLI/CLI.hpp"

namespace arbiter::cli {

bool InputIsTerminal();
bool OutputIsTerminal();
// Whether standard output is a terminal whose screen can be cleared.
bool OutputClears();

// How people are shown things.
struct Display {
  // Colours, and symbols beyond ASCII, on standard output.
  bool color = false;
  bool unicode = false;
  // How far long work is, on standard error.
  bool progress = false;
};

// `--color`, `--unicode`, `--progress`: always, never, or where terminal and environment allow it.
class DisplayArguments {
 public:
  void AddTo(CLI::App* app);
  // The last alone.
  void AddProgress(CLI::App* app);

  // `for_people`: whether boards are for a screen; else only flags give them colours and symbols.
  Display Resolve(bool for_people = true) const;

 private:
  enum class When { kAuto, kAlways, kNever };

  static void Add(CLI::App* app, const char* name, When* when, const char* help);

  When color_ = When::kAuto;
  When unicode_ = When::kAuto;
  When progress_ = When::kAuto;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TERMINAL_H_
