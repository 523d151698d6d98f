#include "clients/cli/text/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "CLI/CLI.hpp"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace arbiter::cli {
namespace {

std::string_view Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool IsDumb() { return Environment("TERM") == "dumb"; }

bool SupportsColors() {
  if (!Environment("NO_COLOR").empty()) return false;
  const std::string_view forced = Environment("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  return OutputIsTerminal() && !IsDumb() && Environment("CLICOLOR") != "0";
}

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

bool SupportsUnicode() { return OutputIsTerminal() && !IsDumb() && LocaleIsUtf8(); }

bool SupportsProgress() { return isatty(STDERR_FILENO) != 0 && !IsDumb(); }

}  // namespace

bool InputIsTerminal() { return isatty(STDIN_FILENO) != 0; }

bool OutputIsTerminal() { return isatty(STDOUT_FILENO) != 0; }

bool CanClearOutput() { return OutputIsTerminal() && !IsDumb(); }

void DisplayArguments::AddTo(CLI::App* app) {
  Add(app, "--color", &color_, "Colour boards (auto: on a terminal, unless NO_COLOR is set)");
  Add(app, "--unicode", &unicode_,
      "Draw boards with chess symbols, not letters (auto: on a terminal with a UTF-8 locale)");
  AddProgress(app);
}

void DisplayArguments::AddProgress(CLI::App* app) {
  Add(app, "--progress", &progress_,
      "Show the progress of long work (auto: if standard error is a terminal)");
}

void DisplayArguments::Add(CLI::App* app, const char* name, When* when, const char* help) {
  static const std::map<std::string, When> kWords = {
      {"auto", When::kAuto}, {"always", When::kAlways}, {"never", When::kNever}};
  app->add_option_function<std::string>(
         name, [when](const std::string& word) { *when = kWords.at(word); }, help)
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

Display DisplayArguments::Resolve(bool for_people) const {
  const auto decide = [](When when, bool automatic) {
    return when == When::kAuto ? automatic : when == When::kAlways;
  };
  return {.color = decide(color_, for_people && SupportsColors()),
          .unicode = decide(unicode_, for_people && SupportsUnicode()),
          .progress = decide(progress_, SupportsProgress())};
}

}  // namespace arbiter::cli
