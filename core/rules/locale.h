#ifndef ARBITER_CORE_RULES_LOCALE_H_
#define ARBITER_CORE_RULES_LOCALE_H_

#include <initializer_list>
#include <string>
#include <string_view>

namespace arbiter {

// The languages of names and messages (ruling C5).
enum class Locale { kEnglish, kChinese, kThai };

// A BCP 47 tag: `zh`, `zh-CN`, `zh_Hans` … are Chinese, `th…` Thai, all else English.
Locale ParseLocale(std::string_view tag);

// `en`, `zh-CN`, `th`.
std::string_view LocaleTag(Locale locale);

// A text in the languages it exists in; empty where a translation is missing.
struct LocalText {
  std::string_view en;
  std::string_view zh = {};
  std::string_view th = {};

  constexpr bool Has(Locale locale) const {
    return locale == Locale::kEnglish || !(locale == Locale::kChinese ? zh : th).empty();
  }
  // English where the translation is missing.
  constexpr std::string_view In(Locale locale) const {
    if (locale == Locale::kChinese && !zh.empty()) return zh;
    if (locale == Locale::kThai && !th.empty()) return th;
    return en;
  }
};

// What stands for a `{name}` in a sentence.
struct LocalWord {
  std::string_view name;
  LocalText text;
};

// One that is the same in every language, as a square is.
constexpr LocalWord Verbatim(std::string_view name, std::string_view text) {
  return {name, {text, text, text}};
}

// The sentence with its words; in English unless the sentence and every word in it have a
// translation.
std::string Localize(const LocalText& sentence, Locale locale,
                     std::initializer_list<LocalWord> words);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_LOCALE_H_
