#include "clients/cli/commands/completion.h"

#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/failure.h"
#include "core/game/registry.h"
#include "core/rules/strings.h"

namespace arbiter::cli {
namespace {

constexpr char kFiles[] = ":file";

bool TakesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// Finds options of the commands above too.
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

// The positional argument that has `index` before it; the last one takes all further ones.
const CLI::Option* FindPositional(const CLI::App& app, size_t index) {
  const auto all =
      app.get_options([](const CLI::Option* option) { return option->get_positional(); });
  if (all.empty()) return nullptr;
  if (index < all.size()) return all[index];
  return all.back()->get_items_expected_max() > 1 ? all.back() : nullptr;
}

// Reads a command line as far as it is complete.
class Reader {
 public:
  explicit Reader(const CLI::App& app) : app_(&app) {}

  void Read(const std::string& word) {
    if (option_ != nullptr) {
      Note(*option_, word);
      option_ = nullptr;
    } else if (absl::StartsWith(word, "-")) {
      const CLI::Option* option = FindOption(app_, word);
      if (option != nullptr && TakesValue(*option)) option_ = option;
    } else if (const CLI::App* command = FindCommand(*app_, word)) {
      app_ = command;
    } else if (const CLI::Option* positional = FindPositional(*app_, positionals_++)) {
      Note(*positional, word);
    }
  }

  const CLI::App& app() const { return *app_; }
  // The option whose value comes next, or null.
  const CLI::Option* option() const { return option_; }
  const CLI::Option* positional() const { return FindPositional(*app_, positionals_); }
  const std::string& variant() const { return variant_; }

 private:
  void Note(const CLI::Option& option, const std::string& value) {
    if (absl::StartsWith(option.get_type_name(), kVariantType)) variant_ = value;
  }

  const CLI::App* app_;
  const CLI::Option* option_ = nullptr;
  size_t positionals_ = 0;
  std::string variant_;
};

// Collects what begins with the word.
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
      for (const Variant* one : AllVariants()) Add(one->info().id, one->info().name.en);
    }
    if (absl::StrContains(type, kFileType)) {
      StrAppend(&lines_, kFiles, "\n");
    } else if (type == kGameOptionType) {
      AddGameOptions(variant);
    } else if (type == kLocaleType) {
      for (const char* const tag : {"en", "th", "zh-CN"}) Add(tag, "");
    } else {
      AddSet(type);
    }
  }

  const std::string& lines() const { return lines_; }

 private:
  // `WORD:{black,white}`: how CLI11 names an argument that must be one of a set.
  void AddSet(const std::string& type) {
    const size_t begin = type.find('{');
    const size_t end = type.find('}');
    if (begin == std::string::npos || end == std::string::npos) return;
    for (const auto value : absl::StrSplit(type.substr(begin + 1, end - begin - 1), ',')) {
      Add(std::string(value), "");
    }
  }

  // Names up to their =, then values.
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
  void AddTo(CLI::App* command) {
    command->add_option("shell", shell_, "Whose script to print")
        ->type_name("SHELL")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  }

  absl::Status Run(const Session& session) const {
    if (session.json()) return UsageError("completion prints a script, which --json cannot");
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
  Reader reader(app);
  for (size_t index = 0; index + 1 < words.size(); ++index) reader.Read(words[index]);
  const std::string& word = words.back();
  if (reader.option() == nullptr && absl::StartsWith(word, "--") && absl::StrContains(word, '=')) {
    const size_t value = word.find('=') + 1;
    Candidates candidates(word.substr(0, value), word.substr(value));
    const CLI::Option* option = FindOption(&reader.app(), word.substr(0, value - 1));
    if (option != nullptr) candidates.AddValues(*option, reader.variant());
    return candidates.lines();
  }
  Candidates candidates("", word);
  if (reader.option() != nullptr) {
    candidates.AddValues(*reader.option(), reader.variant());
  } else if (absl::StartsWith(word, "-")) {
    candidates.AddOptions(&reader.app());
  } else {
    candidates.AddCommands(reader.app());
    if (reader.positional() != nullptr) {
      candidates.AddValues(*reader.positional(), reader.variant());
    }
  }
  return candidates.lines();
}

void AddCompletionCommand(CLI::App& app, Action* action) {
  AddCommand<CompletionCommand>(
      app, "completion", "Print the script that completes arbiter's arguments in a shell",
      "  source <(arbiter completion bash)\n"
      "  arbiter completion zsh > _arbiter\n"
      "  arbiter completion fish > arbiter.fish\n\n"
      "bash: a line for ~/.bashrc; the Debian package brings it. zsh: a folder of $fpath is the\n"
      "place for _arbiter. fish: ~/.config/fish/completions/arbiter.fish.",
      action);
}

}  // namespace arbiter::cli
