#include "clients/cli/arguments/display_arguments.h"

#include <map>
#include <string>

namespace arbiter::cli {

void DisplayArguments::AddTo(CommandParser app) {
  Add(app, "--color", &color_, "Colour boards (auto: on a terminal, unless NO_COLOR is set)");
  Add(app, "--unicode", &unicode_,
      "Draw boards with chess symbols, not letters (auto: on a terminal with a UTF-8 locale)");
  AddProgress(app);
}

void DisplayArguments::AddProgress(CommandParser app) {
  Add(app, "--progress", &progress_,
      "Show the progress of long work (auto: if standard error is a terminal)");
}

void DisplayArguments::Add(CommandParser app, const char* name, When* when, const char* help) {
  static const std::map<std::string, When> kWords = {
      {"auto", When::kAuto}, {"always", When::kAlways}, {"never", When::kNever}};
  app.AddSetter(
         name, [when](const std::string& word) { *when = kWords.at(word); }, help)
      .Type("WHEN")
      .OneOf({"auto", "always", "never"});
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
