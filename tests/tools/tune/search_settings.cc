#include "tests/tools/tune/search_settings.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::tune {
namespace {

void AppendSetting(const SearchParameterInfo& info, const SearchParameters& parameters,
                   std::string* text) {
  StrAppend(text, text->empty() ? "" : ",", info.name, "=", parameters.*info.member);
}

}  // namespace

absl::StatusOr<const SearchParameterInfo*> FindSearchParameter(std::string_view name) {
  for (const SearchParameterInfo& info : kSearchParameters) {
    if (name == info.name) return &info;
  }
  return absl::InvalidArgumentError(StrCat("the search has no parameter ", Quoted(name),
                                           "; core/search/parameters.def lists them"));
}

absl::Status ApplySettings(std::string_view text, SearchParameters* parameters) {
  for (const auto setting : absl::StrSplit(ForAbsl(text), ',', absl::SkipEmpty())) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(setting, absl::MaxSplits('=', 1));
    ARBITER_ASSIGN_OR_RETURN(const SearchParameterInfo* const info,
                             FindSearchParameter(parts.first));
    int value = 0;
    if (!absl::SimpleAtoi(parts.second, &value)) {
      return absl::InvalidArgumentError(StrCat("write ", parts.first, "=NUMBER"));
    }
    if (value < info->min || value > info->max) {
      return absl::InvalidArgumentError(
          StrCat(parts.first, " must be from ", info->min, " to ", info->max, ", not ", value));
    }
    parameters->*info->member = value;
  }
  return absl::OkStatus();
}

std::string AllSettings(const SearchParameters& parameters) {
  std::string text;
  for (const SearchParameterInfo& info : kSearchParameters) AppendSetting(info, parameters, &text);
  return text;
}

std::string SettingsBetween(const SearchParameters& from, const SearchParameters& to) {
  std::string text;
  for (const SearchParameterInfo& info : kSearchParameters) {
    if (from.*info.member != to.*info.member) AppendSetting(info, to, &text);
  }
  return text;
}

}  // namespace arbiter::tune
