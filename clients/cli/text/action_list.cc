#include "clients/cli/text/action_list.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/base/strings.h"
#include "core/rules/san.h"

namespace arbiter::cli {
namespace {

// Returns how many words follow the last word of an action that begins with `action`.
size_t WordsAfter(absl::string_view action) {
  // The player who acts, as in `white:claim draw`.
  action = action.substr(action.find(':') + 1);
  if (action == "raise" || action == "claim" || action == "match") return 1;
  // A raise names the target and the chips, and an outcome unless the target is `white`.
  if (action == "raise white") return 1;
  return absl::StartsWith(action, "raise ") && std::count(action.begin(), action.end(), ' ') == 1
             ? 2
             : 0;
}

// Returns whether a word is not a move: a result, a glyph such as `$1`, or signs alone.
bool IsSkipped(std::string_view word) {
  return !StandardResult(word).empty() || word[0] == '$' ||
         (WithoutAnnotations(word).empty() && word != "--");
}

// Removes a move number such as `1.` or `12...` from the beginning of a word.
absl::string_view WithoutMoveNumber(absl::string_view word) {
  const size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const size_t dots = std::min(word.find_first_not_of('.', digits), word.size());
  return digits == 0 || dots == digits ? word : word.substr(dots);
}

}  // namespace

std::vector<std::string> SplitActions(std::string_view list) {
  if (list.find(';') != std::string_view::npos) {
    std::vector<std::string> actions = absl::StrSplit(ForAbsl(list), ';', absl::SkipWhitespace());
    for (std::string& action : actions) absl::StripAsciiWhitespace(&action);
    return actions;
  }
  // The outcomes of random draws and of bids can contain commas.
  const bool splits_at_commas = list.find_first_of("{=") == std::string_view::npos;
  const absl::string_view separators = splits_at_commas ? " ,\t\r\n" : " \t\r\n";
  std::vector<std::string> actions;
  // How many words still belong to the last action.
  size_t expected = 0;
  for (absl::string_view word :
       absl::StrSplit(ForAbsl(list), absl::ByAnyChar(separators), absl::SkipEmpty())) {
    if (expected == 0) word = WithoutMoveNumber(word);
    if (word.empty()) continue;
    const std::string_view text(word.data(), word.size());
    const bool goes_on =
        !actions.empty() && (expected > 0 || word[0] == '[' ||
                             (IsThaiText(actions.back()) && GoesOnInThai(actions.back(), text)));
    if (goes_on) {
      absl::StrAppend(&actions.back(), " ", word);
      expected -= std::min<size_t>(expected, 1);
    } else if (!IsSkipped(text)) {
      actions.emplace_back(word);
    } else {
      continue;
    }
    if (expected == 0) expected = WordsAfter(actions.back());
  }
  return actions;
}

std::vector<std::string> SplitActionLines(std::string_view text) {
  std::vector<std::string> actions;
  for (absl::string_view line : absl::StrSplit(ForAbsl(text), '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (absl::StartsWith(line, "#")) continue;
    for (std::string& action : SplitActions({line.data(), line.size()})) {
      actions.push_back(std::move(action));
    }
  }
  return actions;
}

std::string JoinActions(const std::vector<std::string>& actions) {
  const bool has_spaces = std::any_of(actions.begin(), actions.end(), [](const auto& action) {
    return absl::StrContains(action, ' ');
  });
  return absl::StrJoin(actions, has_spaces ? "; " : " ");
}

}  // namespace arbiter::cli
