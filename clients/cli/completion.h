#ifndef ARBITER_CLIENTS_CLI_COMPLETION_H_
#define ARBITER_CLIENTS_CLI_COMPLETION_H_

#include <string>
#include <string_view>
#include <vector>

#include "CLI/CLI.hpp"

namespace arbiter::cli {

// The first argument with which the shells' scripts ask what could stand there: the words of the
// command line follow, without the program, as far as the one that is being written.
inline constexpr std::string_view kCompleteWord = "__complete";

// What type names say of arguments that can be completed beside those with a set of words.
inline constexpr char kVariantType[] = "VARIANT";
inline constexpr char kFileType[] = "FILE";
inline constexpr char kVariantOrFileType[] = "VARIANT|FILE";
inline constexpr char kGameOptionType[] = "NAME=VALUE";
inline constexpr char kLocaleType[] = "TAG";

// What the last of `words` could become, one a line: the whole word, a tab, what it means. One that
// ends with = goes on. `:file` stands for the names of files. Nothing where nothing is known.
std::string Completions(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_COMPLETION_H_
