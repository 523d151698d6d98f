#include "clients/cli/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace arbiter::cli {
namespace {

std::string_view Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool InputIsTerminal() { return isatty(STDIN_FILENO) != 0; }

bool OutputIsTerminal() { return isatty(STDOUT_FILENO) != 0; }

bool OutputShowsColours() {
  return OutputIsTerminal() && Environment("NO_COLOR").empty() && Environment("TERM") != "dumb";
}

}  // namespace arbiter::cli
