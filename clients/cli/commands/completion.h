#ifndef ARBITER_CLIENTS_CLI_COMMANDS_COMPLETION_H_
#define ARBITER_CLIENTS_CLI_COMMANDS_COMPLETION_H_

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace arbiter::cli {

// The first argument with which the completion scripts call arbiter. The words of the command line
// follow, without the program, up to the word that is being typed.
inline constexpr std::string_view kCompleteWord = "__complete";

// Returns the completions of the last of `words`, one per line: the whole word, a tab and its
// meaning. A word that ends with `=` is not complete yet. The line `:file` stands for file names.
// Empty if there is no completion.
std::string Completions(const CLI::App& app, const std::vector<std::string>& words);

// The scripts in clients/cli/completion, each of which makes a shell use Completions().
extern const char kBashCompletion[];
extern const char kZshCompletion[];
extern const char kFishCompletion[];

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_COMMANDS_COMPLETION_H_
