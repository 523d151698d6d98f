#ifndef ARBITER_CORE_BASE_STRINGS_H_
#define ARBITER_CORE_BASE_STRINGS_H_

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "core/base/string_writer.h"

namespace arbiter {

// Debian's Abseil has its own absl::string_view, to which std::string_view does not convert. These
// functions wrap Abseil's for use with std::string_view.

// Returns a std::string_view as an absl::string_view, and any other part unchanged.
template <typename Part>
decltype(auto) ForAbsl(const Part& part) {
  if constexpr (std::same_as<Part, std::string_view>) {
    return absl::string_view(part.data(), part.size());
  } else {
    return (part);
  }
}

// Wrap absl::StrCat and absl::StrAppend.
template <typename... Parts>
std::string StrCat(const Parts&... parts) {
  return absl::StrCat(ForAbsl(parts)...);
}
template <typename... Parts>
void StrAppend(std::string* text, const Parts&... parts) {
  absl::StrAppend(text, ForAbsl(parts)...);
}

// Appends the decimal digits of a number, after a minus sign if it is negative.
template <std::integral Number>
void AppendNumber(Number number, std::string* text) {
  std::array<char, kMaxDigits> digits;
  text->append(digits.data(), CopyNumber(number, digits.data()));
}

// Converts ASCII letters to lower case.
inline std::string LowerCase(std::string_view text) { return absl::AsciiStrToLower(ForAbsl(text)); }
inline std::string UpperCase(std::string_view text) { return absl::AsciiStrToUpper(ForAbsl(text)); }

// If `text` begins with `prefix`, removes it and returns true; otherwise returns false.
inline bool ConsumePrefix(std::string_view* text, std::string_view prefix) {
  if (!text->starts_with(prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}
// If `text` ends with `suffix`, removes it and returns true; otherwise returns false.
inline bool ConsumeSuffix(std::string_view* text, std::string_view suffix) {
  if (!text->ends_with(suffix)) return false;
  text->remove_suffix(suffix.size());
  return true;
}

// Wraps absl::StrReplaceAll. Each pair is a text and its replacement.
inline std::string ReplaceAll(
    std::string_view text,
    std::initializer_list<std::pair<std::string_view, std::string_view>> replacements) {
  std::vector<std::pair<absl::string_view, absl::string_view>> pairs;
  pairs.reserve(replacements.size());
  for (const auto& [from, to] : replacements) pairs.emplace_back(ForAbsl(from), ForAbsl(to));
  return absl::StrReplaceAll(ForAbsl(text), pairs);
}

// Appends a sentence to `text` with each `{name}` replaced by `value_of(name)`, which returns a
// std::optional<std::string_view>. Names without a value are left as they are.
template <typename ValueOf>
void AppendFilledIn(std::string_view sentence, ValueOf value_of, StringWriter* text) {
  for (;;) {
    const size_t open = std::min(sentence.find('{'), sentence.size());
    const size_t close = sentence.find('}', open);
    text->Append(sentence.substr(0, open));
    sentence.remove_prefix(open);
    if (close == std::string_view::npos) {
      text->Append(sentence);
      return;
    }
    const std::string_view braced = sentence.substr(0, close - open + 1);
    const std::optional<std::string_view> value = value_of(braced.substr(1, braced.size() - 2));
    text->Append(value.value_or(braced));
    sentence.remove_prefix(braced.size());
  }
}

// Returns a sentence with each `{name}` replaced by the value of that name; unknown names are left
// as they are. `values` holds pairs of a name and its value.
template <typename Values = std::initializer_list<std::pair<std::string_view, std::string_view>>>
std::string FillIn(std::string_view sentence, const Values& values) {
  const auto value_of = [&values](std::string_view name) -> std::optional<std::string_view> {
    const auto known = std::find_if(values.begin(), values.end(),
                                    [name](const auto& value) { return value.first == name; });
    if (known == values.end()) return std::nullopt;
    return known->second;
  };
  return WriteString([&](StringWriter* text) { AppendFilledIn(sentence, value_of, text); });
}

// Returns the number of bytes of the UTF-8 character at the beginning of `text`, which is not
// empty; 0 if the character is not well-formed.
size_t CharacterLength(std::string_view text);

// Returns whether `text` is well-formed UTF-8, as every string of the API must be.
bool IsUtf8(std::string_view text);

// Joins words with commas: `a, b, c`.
std::string JoinWords(const std::vector<std::string_view>& words);

// Makes a caller's text safe to print on a terminal in one line: replaces control and format
// characters, separators of lines and paragraphs, and bytes that are not UTF-8 by `?`. Cuts the
// text between characters once it has `max` bytes, and adds `…`.
std::string Printable(std::string_view text, size_t max = std::string_view::npos);

// Returns the text in single quotes for use in a message, made printable and cut after 40 bytes.
std::string Quoted(std::string_view text);

// Returns the text that an error adds after an unknown name: ` (did you mean makruk? known: chak,
// chakart, chpok, makruk)`, or ` (known: chak, …)` if no name is similar. The suggestion is the
// known name with the smallest edit distance, ignoring case, if that is at most a third of the
// length of `unknown`. Returns an empty string if `known` is empty.
std::string KnownNames(std::string_view unknown, std::span<const std::string_view> known);

}  // namespace arbiter

#endif  // ARBITER_CORE_BASE_STRINGS_H_
