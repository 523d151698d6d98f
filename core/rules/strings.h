#ifndef ARBITER_CORE_RULES_STRINGS_H_
#define ARBITER_CORE_RULES_STRINGS_H_

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"

namespace arbiter {

// Debian's Abseil has a string_view of its own that does not convert from
// std::string_view; these let ours be std::string_view all the same.

template <typename Part>
decltype(auto) ForAbsl(const Part& part) {
  if constexpr (std::same_as<Part, std::string_view>) {
    return absl::string_view(part.data(), part.size());
  } else {
    return (part);
  }
}

// absl::StrCat and absl::StrAppend.
template <typename... Parts>
std::string StrCat(const Parts&... parts) {
  return absl::StrCat(ForAbsl(parts)...);
}
template <typename... Parts>
void StrAppend(std::string* text, const Parts&... parts) {
  absl::StrAppend(text, ForAbsl(parts)...);
}

// ASCII letters in lower case.
inline std::string LowerCase(std::string_view text) { return absl::AsciiStrToLower(ForAbsl(text)); }

inline bool ConsumePrefix(std::string_view* text, std::string_view prefix) {
  if (!text->starts_with(prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}
inline bool ConsumeSuffix(std::string_view* text, std::string_view suffix) {
  if (!text->ends_with(suffix)) return false;
  text->remove_suffix(suffix.size());
  return true;
}

// absl::StrReplaceAll: each pair is a text and what stands for it.
inline std::string ReplaceAll(
    std::string_view text,
    std::initializer_list<std::pair<std::string_view, std::string_view>> replacements) {
  std::vector<std::pair<absl::string_view, absl::string_view>> pairs;
  pairs.reserve(replacements.size());
  for (const auto& [from, to] : replacements) pairs.emplace_back(ForAbsl(from), ForAbsl(to));
  return absl::StrReplaceAll(ForAbsl(text), pairs);
}

// The sentence with `{name}` replaced by what stands for that name; names that nothing stands for
// stay as they are.
template <typename Values = std::initializer_list<std::pair<std::string_view, std::string_view>>>
std::string FillIn(std::string_view sentence, const Values& values) {
  std::string text;
  text.reserve(sentence.size() + 32);
  for (;;) {
    const size_t open = std::min(sentence.find('{'), sentence.size());
    const size_t close = sentence.find('}', open);
    text.append(sentence.substr(0, open));
    sentence.remove_prefix(open);
    if (close == std::string_view::npos) return text.append(sentence);
    const std::string_view braced = sentence.substr(0, close - open + 1);
    const std::string_view name = braced.substr(1, braced.size() - 2);
    const auto known = std::find_if(values.begin(), values.end(),
                                    [name](const auto& value) { return value.first == name; });
    text.append(known != values.end() ? known->second : braced);
    sentence.remove_prefix(braced.size());
  }
}

// Bytes of the well-formed UTF-8 character that `text`, not empty, begins with; 0:
// it begins with none.
size_t CharacterLength(std::string_view text);

// Whether `text` is well-formed UTF-8, as every string of the API has to be.
bool IsUtf8(std::string_view text);

// `a, b, c`.
std::string JoinWords(const std::vector<std::string>& words);

// A caller's text that a terminal shows and does not obey: control characters and what is no UTF-8
// are `?`, and `…` stands for what is cut after `most` bytes.
std::string Printable(std::string_view text, size_t most = std::string_view::npos);

// The same in quotes, for use in a message: cut after 40 bytes.
std::string Quoted(std::string_view text);

// What an error adds to an unknown name: ` (did you mean makruk? known: chak, chakart, chpok,
// makruk)`, or ` (known: chak, …)` where no name is close. The guess is the known name that takes
// the fewest changes of letters, ignoring case; more than a third of the letters is not close.
std::string KnownNames(std::string_view unknown, std::span<const std::string_view> known);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_STRINGS_H_
