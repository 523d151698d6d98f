#ifndef ARBITER_CLIENTS_CLI_TEXT_TERMINAL_H_
#define ARBITER_CLIENTS_CLI_TEXT_TERMINAL_H_

namespace arbiter::cli {

bool InputIsTerminal();
bool OutputIsTerminal();
// Returns whether standard output is a terminal whose screen can be cleared.
bool CanClearOutput();

// Return what standard output supports, according to the terminal and the environment.
bool SupportsColors();
bool SupportsUnicode();
// Returns whether progress can be shown on standard error.
bool SupportsProgress();

// What erases the line of the cursor, from its beginning.
inline constexpr char kEraseLine[] = "\r\033[K";

// The ways in which output is shown to people.
struct Display {
  // Whether boards on standard output have colours and symbols beyond ASCII.
  bool color = false;
  bool unicode = false;
  // Whether the progress of long work is shown on standard error.
  bool progress = false;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_TERMINAL_H_
