#include "clients/cli/answer_arguments.h"

#include "clients/cli/completion.h"
#include "clients/cli/enum_words.h"

namespace arbiter::cli {

void AnswerArguments::AddLocale(CLI::App* command) {
  command->add_option("--locale", locale, "Language of names and messages, e.g. en, zh-CN, th")
      ->type_name(kLocaleType);
}

void AnswerArguments::AddViewer(CLI::App* command) {
  AddEnumOption(command, "--viewer", &viewer, "Hide what this person may not know");
}

void AnswerArguments::AddFenStyle(CLI::App* command) {
  AddEnumOption(command, "--fen-style", &fen_style, "How FENs are spelt");
}

void AnswerArguments::AddTo(CLI::App* command) {
  AddLocale(command);
  AddViewer(command);
  AddFenStyle(command);
}

}  // namespace arbiter::cli
