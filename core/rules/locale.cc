#include "core/rules/locale.h"

#include <algorithm>
#include <utility>
#include <vector>

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

std::string Localize(const LocalText& sentence, Locale locale,
                     std::initializer_list<LocalValue> values) {
  const auto occurs = [&sentence](const LocalValue& value) {
    return sentence.en.find(StrCat("{", value.name, "}")) != std::string_view::npos;
  };
  const bool translated =
      sentence.Has(locale) &&
      std::all_of(values.begin(), values.end(), [&](const LocalValue& value) {
        return value.text.en.empty() || value.text.Has(locale) || !occurs(value);
      });
  const Locale used = translated ? locale : Locale::kEnglish;
  std::vector<std::pair<std::string_view, std::string_view>> texts;
  texts.reserve(values.size());
  for (const LocalValue& value : values) texts.emplace_back(value.name, value.text.In(used));
  return FillIn(sentence.In(used), texts);
}

}  // namespace arbiter
