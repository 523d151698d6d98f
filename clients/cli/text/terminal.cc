#include "clients/cli/text/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace arbiter::cli {
namespace {

std::string_view Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool IsDumb() { return Environment("TERM") == "dumb"; }

// Applies the usual rule: the first of these variables that is set decides.
bool LocaleIsUtf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string locale(Environment(name));
    if (locale.empty()) continue;
    absl::AsciiStrToLower(&locale);
    return absl::StrContains(locale, "utf-8") || absl::StrContains(locale, "utf8");
  }
  return false;
}

}  // namespace

bool InputIsTerminal() { return isatty(STDIN_FILENO) != 0; }

bool OutputIsTerminal() { return isatty(STDOUT_FILENO) != 0; }

bool CanClearOutput() { return OutputIsTerminal() && !IsDumb(); }

bool SupportsColors() {
  if (!Environment("NO_COLOR").empty()) return false;
  const std::string_view forced = Environment("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  return OutputIsTerminal() && !IsDumb() && Environment("CLICOLOR") != "0";
}

bool SupportsUnicode() { return OutputIsTerminal() && !IsDumb() && LocaleIsUtf8(); }

bool SupportsProgress() { return isatty(STDERR_FILENO) != 0 && !IsDumb(); }

}  // namespace arbiter::cli
