#include "clients/cli/commands/completion.h"

#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/failure.h"
#include "core/base/strings.h"
#include "core/game/registry.h"

namespace arbiter::cli {
namespace {

constexpr char kFiles[] = ":file";

bool TakesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// Finds an option of the command or of a command above it; nullptr if there is none.
const CLI::Option* FindOption(const CLI::App* app, const std::string& name) {
  for (; app != nullptr; app = app->get_parent()) {
    if (const CLI::Option* option = app->get_option_no_throw(name)) return option;
  }
  return nullptr;
}

const CLI::App* FindCommand(const CLI::App& app, const std::string& name) {
  const auto found =
      app.get_subcommands([&](const CLI::App* command) { return command->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

// Returns the positional argument at `index`, or nullptr if there is none. The last one may take
// all further arguments.
const CLI::Option* FindPositional(const CLI::App& app, size_t index) {
  const auto all =
      app.get_options([](const CLI::Option* option) { return option->get_positional(); });
  if (all.empty()) return nullptr;
  if (index < all.size()) return all[index];
  return all.back()->get_items_expected_max() > 1 ? all.back() : nullptr;
}

// Parses the words of a command line before the one to be completed.
class CommandLineParser {
 public:
  explicit CommandLineParser(const CLI::App& app) : app_(&app) {}

  void Parse(const std::string& word) {
    if (option_ != nullptr) {
      SaveVariant(*option_, word);
      option_ = nullptr;
    } else if (absl::StartsWith(word, "-")) {
      const CLI::Option* option = FindOption(app_, word);
      if (option != nullptr && TakesValue(*option)) option_ = option;
    } else if (const CLI::App* command = FindCommand(*app_, word)) {
      app_ = command;
    } else if (const CLI::Option* positional = FindPositional(*app_, positionals_++)) {
      SaveVariant(*positional, word);
    }
  }

  const CLI::App& app() const { return *app_; }
  // The option whose value comes next, or nullptr.
  const CLI::Option* option() const { return option_; }
  const CLI::Option* positional() const { return FindPositional(*app_, positionals_); }
  const std::string& variant() const { return variant_; }

 private:
  // Stores the value if the option is a variant.
  void SaveVariant(const CLI::Option& option, const std::string& value) {
    if (absl::StartsWith(option.get_type_name(), kVariantType)) variant_ = value;
  }

  const CLI::App* app_;
  const CLI::Option* option_ = nullptr;
  size_t positionals_ = 0;
  std::string variant_;
};

// Collects the candidates that begin with `word`, and puts `prefix` before each.
class Candidates {
 public:
  Candidates(std::string prefix, std::string word)
      : prefix_(std::move(prefix)), word_(std::move(word)) {}

  void Add(std::string_view candidate, std::string_view meaning) {
    if (!absl::StartsWith(ForAbsl(candidate), word_)) return;
    StrAppend(&lines_, prefix_, candidate, "\t", meaning, "\n");
  }

  void AddCommands(const CLI::App& app) {
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
      Add(command->get_name(), command->get_description());
    }
  }

  void AddOptions(const CLI::App* app) {
    for (; app != nullptr; app = app->get_parent()) {
      for (const CLI::Option* option : app->get_options()) {
        for (const std::string& name : option->get_lnames()) {
          Add(StrCat("--", name), option->get_description());
        }
      }
    }
  }

  void AddValues(const CLI::Option& option, const std::string& variant) {
    const std::string type = option.get_type_name();
    if (absl::StartsWith(type, kVariantType)) {
      for (const Variant* known : AllVariants()) Add(known->info().id, known->info().name.en);
    }
    if (absl::StrContains(type, kFileType)) {
      StrAppend(&lines_, kFiles, "\n");
    } else if (type == kGameOptionType) {
      AddGameOptions(variant);
    } else if (type == kLocaleType) {
      for (const char* const tag : {"en", "th", "zh-CN"}) Add(tag, "");
    } else {
      AddValuesOfSet(type);
    }
  }

  const std::string& lines() const { return lines_; }

 private:
  // Adds the values of a set. CLI11 names the type of such an argument `VALUE:{black,white}`.
  void AddValuesOfSet(const std::string& type) {
    const size_t begin = type.find('{');
    const size_t end = type.find('}');
    if (begin == std::string::npos || end == std::string::npos) return;
    for (const auto value : absl::StrSplit(type.substr(begin + 1, end - begin - 1), ',')) {
      Add(std::string(value), "");
    }
  }

  // Adds the names of the variant's options with a `=`, or the values of an option after its `=`.
  void AddGameOptions(const std::string& variant) {
    const auto found = FindVariant(variant);
    if (!found.ok()) return;
    for (const OptionInfo& option : (*found)->info().options) {
      const std::string begin = StrCat(option.name, "=");
      if (!absl::StartsWith(word_, begin)) {
        Add(begin, option.description);
      } else if (option.maximum == 0 && option.form.empty()) {
        for (const std::string_view value : option.values) Add(StrCat(begin, value), "");
      }
    }
  }

  const std::string prefix_;
  const std::string word_;
  std::string lines_;
};

class CompletionCommand {
 public:
  void AddTo(CommandParser command) {
    command.Add("shell", &shell_, "Print the script for this shell")
        .Type("SHELL")
        .Required()
        .OneOf({"bash", "zsh", "fish"});
  }

  absl::Status Run(const Session& session) const {
    if (session.json()) return UsageError("completion does not support --json; it prints a script");
    std::cout << (shell_ == "bash"  ? kBashCompletion
                  : shell_ == "zsh" ? kZshCompletion
                                    : kFishCompletion);
    return absl::OkStatus();
  }

 private:
  std::string shell_;
};

}  // namespace

std::string Completions(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  CommandLineParser parser(app);
  for (size_t index = 0; index + 1 < words.size(); ++index) parser.Parse(words[index]);
  const std::string& word = words.back();
  if (parser.option() == nullptr && absl::StartsWith(word, "--") && absl::StrContains(word, '=')) {
    const size_t value = word.find('=') + 1;
    Candidates candidates(word.substr(0, value), word.substr(value));
    const CLI::Option* option = FindOption(&parser.app(), word.substr(0, value - 1));
    if (option != nullptr) candidates.AddValues(*option, parser.variant());
    return candidates.lines();
  }
  Candidates candidates("", word);
  if (parser.option() != nullptr) {
    candidates.AddValues(*parser.option(), parser.variant());
  } else if (absl::StartsWith(word, "-")) {
    candidates.AddOptions(&parser.app());
  } else {
    candidates.AddCommands(parser.app());
    if (parser.positional() != nullptr) {
      candidates.AddValues(*parser.positional(), parser.variant());
    }
  }
  return candidates.lines();
}

void AddCompletionCommand(CommandParser app, Action* action) {
  AddCommand<CompletionCommand>(
      app, "completion", "Print a shell completion script",
      "  source <(arbiter completion bash)\n"
      "  arbiter completion zsh > _arbiter\n"
      "  arbiter completion fish > arbiter.fish\n\n"
      "The Debian package installs the scripts. Without it, for bash, add the first example to\n"
      "~/.bashrc; for zsh, put _arbiter into a folder of $fpath; for fish, put arbiter.fish into\n"
      "~/.config/fish/completions.",
      action);
}

}  // namespace arbiter::cli
