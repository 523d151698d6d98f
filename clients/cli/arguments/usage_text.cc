#include "clients/cli/arguments/usage_text.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

// Returns the command that the command line names, or the program itself.
const CLI::App& SelectedCommand(const CLI::App& app) {
  const std::vector<CLI::App*> commands = app.get_subcommands();
  return commands.empty() ? app : SelectedCommand(*commands.front());
}

// Returns the name with its command, such as `keys add`, without that of the program.
std::string PathOf(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  if (parent == nullptr) return "";
  const std::string path = PathOf(*parent);
  return StrCat(path, path.empty() ? "" : " ", command.get_name());
}

// Returns the first example in the help text of a command, after `; for example: `; empty if there
// is none.
std::string ExampleOf(const CLI::App& command) {
  for (absl::string_view line : absl::StrSplit(command.get_footer(), '\n')) {
    if (absl::StartsWith(line, "  arbiter ")) {
      return StrCat("; for example: ", std::string(line.substr(2)));
    }
  }
  return "";
}

// Returns the names of the options that can follow a command, with their dashes.
std::vector<std::string> OptionsOf(const CLI::App& command) {
  std::set<std::string> names;
  for (const CLI::App* owner = &command; owner != nullptr; owner = owner->get_parent()) {
    for (const CLI::Option* option : owner->get_options()) {
      if (!option->get_lnames().empty()) names.insert("--" + option->get_lnames().front());
    }
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> CommandsOf(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* child : command.get_subcommands({})) names.push_back(child->get_name());
  return names;
}

// What other programs call the commands and options of this one.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"--level", "--strength"}, {"--skill", "--strength"},  {"--elo", "--strength"},
    {"--time", "--movetime"},  {"--ms", "--movetime"},     {"--position", "--fen"},
    {"--board", "--fen"},      {"--plies", "--depth"},     {"--multipv", "--multi-pv"},
    {"--lang", "--locale"},    {"--language", "--locale"}, {"--output", "--svg"},
    {"--host", "--server"},    {"--address", "--server"},  {"--game", "--record"},
    {"moves", "legal"},        {"move", "apply"},          {"eval", "analyze"},
    {"best", "analyze"},       {"analyse", "analyze"},     {"search", "analyze"},
    {"board", "render"},       {"show", "render"},         {"draw", "render"},
    {"new", "start"},          {"list", "variants"},       {"games", "variants"},
    {"check", "validate"},     {"engine", "uci"}};

// Describes an unknown name: what was probably meant, or what is known.
std::string UnknownText(std::string_view kind, const std::string& unknown,
                        const std::vector<std::string>& known) {
  for (const auto& [other, name] : kOtherNames) {
    if (other == unknown && std::find(known.begin(), known.end(), name) != known.end()) {
      return StrCat("unknown ", kind, unknown, " (did you mean ", name, "?)");
    }
  }
  return StrCat("unknown ", kind, unknown,
                KnownNames(unknown, std::vector<std::string_view>(known.begin(), known.end())));
}

// Describes the words that the command line has in excess.
std::string ExtrasText(const CLI::App& app) {
  const CLI::App& command = SelectedCommand(app);
  std::vector<std::string> extras = app.remaining(/*recurse=*/true);
  const auto is_option = [](const std::string& word) { return absl::StartsWith(word, "-"); };
  const auto option = std::find_if(extras.begin(), extras.end(), is_option);
  if (option != extras.end() && option->size() > 1) {
    return UnknownText("option ", option->substr(0, option->find('=')), OptionsOf(command));
  }
  if (!CommandsOf(command).empty()) {
    const std::string kind =
        StrCat(PathOf(command), PathOf(command).empty() ? "" : " ", "command ");
    return UnknownText(kind, extras.front(), CommandsOf(command));
  }
  return StrCat(PathOf(command), " does not take ", Quoted(extras.front()), ExampleOf(command));
}

// Describes what is missing. `name` is an argument or an option.
std::string MissingText(const CLI::App& command, const std::string& name,
                        const std::vector<std::string>& variants) {
  if (name == "variant") {
    return StrCat(PathOf(command), " needs a variant (", absl::StrJoin(variants, ", "), ")",
                  ExampleOf(command));
  }
  if (!CommandsOf(command).empty()) {
    return StrCat(PathOf(command), " needs a command (", absl::StrJoin(CommandsOf(command), ", "),
                  ")", ExampleOf(command));
  }
  return StrCat(PathOf(command), " needs ", name, ExampleOf(command));
}

// Returns the type of an option's value, such as ` (FEN)`.
std::string TypeOf(const CLI::App& command, const std::string& name) {
  for (const CLI::App* owner = &command; owner != nullptr; owner = owner->get_parent()) {
    const CLI::Option* option = owner->get_option_no_throw(name);
    if (option != nullptr) return StrCat(" (", option->get_type_name(), ")");
  }
  return "";
}

// Describes a value that cannot be converted to a number. CLI11 says `Could not convert: --depth =
// five`.
std::string ConversionText(std::string_view message) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(
      absl::StripPrefix(ForAbsl(message), "Could not convert: "), absl::MaxSplits(" = ", 1));
  const bool is_number = parts.second.find_first_not_of("+-.0123456789") == std::string::npos;
  return StrCat(parts.first, ": ", Quoted(parts.second),
                is_number ? " is out of range" : " is not a number");
}

// The number of fields of the longest FEN.
constexpr size_t kMaxFenFields = 6;

bool HasSlashes(const std::string& word) { return std::count(word.begin(), word.end(), '/') >= 3; }

}  // namespace

std::string UsageText(const CLI::App& app, const CLI::Error& error,
                      const std::vector<std::string>& variants) {
  const CLI::App& command = SelectedCommand(app);
  const std::string message = error.what();
  const auto first_word = message.substr(0, message.find_first_of(" :"));
  switch (static_cast<CLI::ExitCodes>(error.get_exit_code())) {
    case CLI::ExitCodes::ExtrasError:
      return ExtrasText(app);
    case CLI::ExitCodes::RequiredError:
      return MissingText(command, first_word, variants);
    case CLI::ExitCodes::ConversionError:
      return ConversionText(message);
    case CLI::ExitCodes::ArgumentMismatch:
      return StrCat(first_word, " needs a value", TypeOf(command, first_word));
    case CLI::ExitCodes::RequiresError:
      return StrCat(absl::StrReplaceAll(message, {{" requires ", " needs "}}), " as well");
    case CLI::ExitCodes::ExcludesError:
      return StrCat(absl::StrReplaceAll(message, {{" excludes ", " cannot be combined with "}}),
                    "; leave one out");
    default:
      return message;
  }
}

std::string UnquotedFenText(const std::vector<std::string>& words) {
  for (size_t i = 1; i + 1 < words.size(); ++i) {
    const bool is_board = HasSlashes(words[i]) && !absl::StrContains(words[i], ' ');
    if (!is_board || (words[i + 1] != "w" && words[i + 1] != "b")) continue;
    size_t end = i + 1;
    while (end < words.size() && !absl::StartsWith(words[end], "--") && end < i + kMaxFenFields)
      ++end;
    const std::vector<std::string> fen(words.begin() + static_cast<ptrdiff_t>(i),
                                       words.begin() + static_cast<ptrdiff_t>(end));
    const std::string option = absl::EndsWith(words[i - 1], "fen") ? words[i - 1] : "--fen";
    return StrCat("quote the FEN, so that the shell keeps it together: ", option, " \"",
                  absl::StrJoin(fen, " "), "\"");
  }
  return "";
}

}  // namespace arbiter::cli
