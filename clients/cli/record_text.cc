#include "clients/cli/record_text.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "clients/cli/failure.h"
#include "clients/cli/json.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"

namespace arbiter::cli {

std::vector<std::string> SplitActions(const std::string& list) {
  if (!absl::StrContains(list, ';')) {
    return absl::StrSplit(list, absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty());
  }
  std::vector<std::string> actions = absl::StrSplit(list, ';', absl::SkipWhitespace());
  for (std::string& action : actions) absl::StripAsciiWhitespace(&action);
  return actions;
}

std::string JoinActions(const std::vector<std::string>& actions) {
  const bool has_blanks = std::any_of(actions.begin(), actions.end(), [](const auto& action) {
    return absl::StrContains(action, ' ');
  });
  return absl::StrJoin(actions, has_blanks ? "; " : " ");
}

absl::StatusOr<v1::Record> ParseRecord(const std::string& content) {
  v1::Record record;
  if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(content), "{")) {
    const absl::Status status = FromJson(content, &record);
    if (!status.ok()) return AtField(status, "record");
    return record;
  }
  if (!IsUtf8(content)) return UsageError("the record is not UTF-8 text");
  for (absl::string_view line : absl::StrSplit(content, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty() && line[0] != '#') record.add_actions(std::string(line));
  }
  return record;
}

}  // namespace arbiter::cli
