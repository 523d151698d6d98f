#include "core/rules/locale.h"

#include "absl/strings/match.h"
#include "core/rules/strings.h"

namespace arbiter {

Locale ParseLocale(std::string_view tag) {
  const auto is = [tag](std::string_view language) {
    return absl::StartsWithIgnoreCase(ForAbsl(tag), ForAbsl(language)) &&
           (tag.size() == 2 || tag[2] == '-' || tag[2] == '_');
  };
  if (is("zh")) return Locale::kChinese;
  if (is("th")) return Locale::kThai;
  return Locale::kEnglish;
}

std::string_view LocaleTag(Locale locale) {
  switch (locale) {
    case Locale::kChinese:
      return "zh-CN";
    case Locale::kThai:
      return "th";
    case Locale::kEnglish:
      break;
  }
  return "en";
}

}  // namespace arbiter
