#ifndef ARBITER_CORE_BASE_LOCALE_H_
#define ARBITER_CORE_BASE_LOCALE_H_

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/functional/function_ref.h"
#include "core/base/string_writer.h"

namespace arbiter {

// The languages of names and messages (ruling C5).
enum class Locale { kEnglish, kChinese, kThai };

// Returns the language of a BCP 47 tag, in which `_` may replace `-`: Chinese for `zh`, `zh-CN`,
// `zh_Hans` and so on, Thai for `th` and its subtags, English for any other text.
Locale ParseLocale(std::string_view tag);

// Returns `en`, `zh-CN` or `th`.
std::string_view LocaleTag(Locale locale);

// A text in English and in other languages; a missing translation is empty.
struct LocalText {
  std::string_view en;
  std::string_view zh = {};
  std::string_view th = {};

  constexpr bool Has(Locale locale) const {
    return locale == Locale::kEnglish || !(locale == Locale::kChinese ? zh : th).empty();
  }
  // Returns the text in `locale`, or in English if the translation is missing.
  constexpr std::string_view In(Locale locale) const {
    if (locale == Locale::kChinese && !zh.empty()) return zh;
    if (locale == Locale::kThai && !th.empty()) return th;
    return en;
  }
};

// Makes a text that is the same in every language, such as a square.
constexpr LocalText Verbatim(std::string_view text) { return {text, text, text}; }

// Appends the sentence to `text` with each placeholder `{name}` replaced by `value_of(name)`; a
// placeholder without a value is left as it is. The result is in English unless the sentence and
// every value that occurs in it have a translation.
using LocalValues = absl::FunctionRef<std::optional<LocalText>(std::string_view name)>;
void AppendLocalized(const LocalText& sentence, Locale locale, LocalValues value_of,
                     StringWriter* text);

// Returns the sentence that AppendLocalized() appends. `values` holds pairs of a name and its
// value.
std::string Localize(const LocalText& sentence, Locale locale,
                     std::initializer_list<std::pair<std::string_view, LocalText>> values);

}  // namespace arbiter

#endif  // ARBITER_CORE_BASE_LOCALE_H_
