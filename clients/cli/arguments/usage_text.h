#ifndef ARBITER_CLIENTS_CLI_ARGUMENTS_USAGE_TEXT_H_
#define ARBITER_CLIENTS_CLI_ARGUMENTS_USAGE_TEXT_H_

#include <string>
#include <vector>

namespace CLI {
class App;
class Error;
}  // namespace CLI

// What the program says about a command line that it does not understand.
namespace arbiter::cli {

// Returns what is wrong with the arguments and what to write instead. `app` is the parser of the
// program, which has failed with `error`; `variants` are the ids that it knows.
std::string UsageText(const CLI::App& app, const CLI::Error& error,
                      const std::vector<std::string>& variants);

// Returns a message if the words of the command line contain a FEN without quotes, which the shell
// has split into several words; empty otherwise.
std::string UnquotedFenText(const std::vector<std::string>& words);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ARGUMENTS_USAGE_TEXT_H_
