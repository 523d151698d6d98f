#include "tests/tools/tune/search_settings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "core/base/strings.h"

namespace arbiter::tune {

absl::Status ApplySettings(std::string_view text, SearchParameters* parameters) {
  for (const auto setting : absl::StrSplit(ForAbsl(text), ',', absl::SkipEmpty())) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(setting, absl::MaxSplits('=', 1));
    const auto* const info =
        std::find_if(std::begin(kSearchParameters), std::end(kSearchParameters),
                     [&parts](const auto& each) { return parts.first == each.name; });
    int value = 0;
    if (info == std::end(kSearchParameters)) {
      return absl::InvalidArgumentError(StrCat("the search has no parameter ", Quoted(parts.first),
                                               "; core/search/parameters.def lists them"));
    }
    if (!absl::SimpleAtoi(parts.second, &value)) {
      return absl::InvalidArgumentError(StrCat("write ", parts.first, "=NUMBER"));
    }
    parameters->*info->member = value;
  }
  return absl::OkStatus();
}

std::string SettingsBetween(const SearchParameters& from, const SearchParameters& to) {
  std::string text;
  for (const SearchParameterInfo& info : kSearchParameters) {
    if (from.*info.member == to.*info.member) continue;
    StrAppend(&text, text.empty() ? "" : ",", info.name, "=", to.*info.member);
  }
  return text;
}

}  // namespace arbiter::tune
