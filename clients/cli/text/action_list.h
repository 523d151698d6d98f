#ifndef ARBITER_CLIENTS_CLI_TEXT_ACTION_LIST_H_
#define ARBITER_CLIENTS_CLI_TEXT_ACTION_LIST_H_

#include <string>
#include <string_view>
#include <vector>

// Lists of actions as people write them, on the command line and in files.
namespace arbiter::cli {

// Splits a list of actions. A list that contains a semicolon is split at semicolons:
// `e3e4; claim draw`. Any other is split at spaces and commas, except inside an action: `claim
// draw`, a bid such as `raise time +3 5+2`, points such as `Nf5 [+1]`, and the blanks of Thai
// notations and score sheets (`บ จ๓-จ๔`, `ร.ก4 × บ.ง4`). Move numbers, results and glyphs such as
// `$1` are left out.
std::vector<std::string> SplitActions(std::string_view list);

// Splits the lines of a text like SplitActions(). Lines that begin with `#` are left out.
std::vector<std::string> SplitActionLines(std::string_view text);

// Joins actions so that SplitActions() splits them again.
std::string JoinActions(const std::vector<std::string>& actions);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_ACTION_LIST_H_
