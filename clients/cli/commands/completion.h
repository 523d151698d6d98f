#ifndef ARBITER_CLIENTS_CLI_COMMANDS_COMPLETION_H_
#define ARBITER_CLIENTS_CLI_COMMANDS_COMPLETION_H_

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace arbiter::cli {

// The first argument with which the shells' scripts ask what could stand there: the words of the
// command line follow, without the program, as far as the one that is being written.
inline constexpr std::string_view kCompleteWord = "__complete";

// What the last of `words` could become, one a line: the whole word, a tab, its meaning. One that
// ends with = goes on. `:file` stands for the names of files. Empty if nothing is known.
std::string Completions(const CLI::App& app, const std::vector<std::string>& words);

// The files of clients/cli/completion: each teaches a shell to ask for Completions().
extern const char kBashCompletion[];
extern const char kZshCompletion[];
extern const char kFishCompletion[];

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_COMMANDS_COMPLETION_H_
