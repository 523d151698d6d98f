#include "core/base/locale.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/match.h"
#include "core/base/strings.h"

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

void AppendLocalized(const LocalText& sentence, Locale locale, LocalValues value_of,
                     StringWriter* text) {
  const size_t begin = text->size();
  bool translated = locale != Locale::kEnglish && sentence.Has(locale);
  const auto english = [&](std::string_view name) -> std::optional<std::string_view> {
    const std::optional<LocalText> value = value_of(name);
    if (!value) return std::nullopt;
    translated = translated && (value->en.empty() || value->Has(locale));
    return value->en;
  };
  AppendFilledIn(sentence.en, english, text);
  if (!translated) return;
  text->Truncate(begin);
  const auto local = [&](std::string_view name) -> std::optional<std::string_view> {
    const std::optional<LocalText> value = value_of(name);
    if (!value) return std::nullopt;
    return value->In(locale);
  };
  AppendFilledIn(sentence.In(locale), local, text);
}

std::string Localize(const LocalText& sentence, Locale locale,
                     std::initializer_list<std::pair<std::string_view, LocalText>> values) {
  const auto value_of = [&values](std::string_view name) -> std::optional<LocalText> {
    const auto* const known =
        std::ranges::find(values, name, &std::pair<std::string_view, LocalText>::first);
    if (known == values.end()) return std::nullopt;
    return known->second;
  };
  return WriteString(
      [&](StringWriter* text) { AppendLocalized(sentence, locale, value_of, text); });
}

}  // namespace arbiter
