#ifndef ARBITER_CLIENTS_CLI_TERMINAL_H_
#define ARBITER_CLIENTS_CLI_TERMINAL_H_

namespace arbiter::cli {

bool InputIsTerminal();
bool OutputIsTerminal();

// Whether standard output is a terminal that shows colours, and NO_COLOR is not set.
bool OutputShowsColours();

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TERMINAL_H_
