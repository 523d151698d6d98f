#include "core/base/strings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace arbiter {
namespace {

constexpr size_t kMaxQuotedBytes = 40;

uint8_t ByteAt(std::string_view text, size_t index) { return static_cast<uint8_t>(text[index]); }

// The control and format characters and the separators of lines and paragraphs (the categories Cc,
// Cf, Zl and Zp of Unicode 17). A terminal obeys or hides them; U+202E reverses what follows.
struct CharacterRange {
  char32_t first;
  char32_t last;
};
constexpr CharacterRange kUnprintable[] = {
    {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x0600, 0x0605},
    {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x0890, 0x0891},
    {0x08E2, 0x08E2},   {0x180E, 0x180E},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x2064},   {0x2066, 0x206F},   {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},
    {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0001, 0xE0001}, {0xE0020, 0xE007F}};

// Decodes a well-formed UTF-8 character.
char32_t Decode(std::string_view character) {
  char32_t code = ByteAt(character, 0) & (character.size() == 1 ? 0x7F : 0x7F >> character.size());
  for (size_t i = 1; i < character.size(); ++i) code = code << 6 | (ByteAt(character, i) & 0x3F);
  return code;
}

bool IsPrintable(std::string_view character) {
  const char32_t code = Decode(character);
  return std::none_of(
      std::begin(kUnprintable), std::end(kUnprintable),
      [code](CharacterRange range) { return range.first <= code && code <= range.last; });
}

// A longer text is not compared with the known names, because it cannot be a misspelt one.
constexpr size_t kMaxComparedBytes = 64;

// Returns the number of insertions, deletions, substitutions and swaps of adjacent letters that
// turn one text into the other.
size_t EditDistance(std::string_view from, std::string_view to) {
  // The distances of the first i, i - 1 and i - 2 letters of `from` to the first j letters of `to`.
  std::vector<size_t> row(to.size() + 1), before(to.size() + 1), earlier(to.size() + 1);
  for (size_t j = 0; j <= to.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= from.size(); ++i) {
    earlier.swap(before);
    before.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      const size_t change = from[i - 1] == to[j - 1] ? 0 : 1;
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + change});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        row[j] = std::min(row[j], earlier[j - 2] + 1);
      }
    }
  }
  return row[to.size()];
}

}  // namespace

size_t CharacterLength(std::string_view text) {
  const uint8_t lead = ByteAt(text, 0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  // The range of the second byte excludes overlong forms, surrogates and anything above U+10FFFF.
  const uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (ByteAt(text, 1) < low || ByteAt(text, 1) > high) return 0;
  for (size_t index = 2; index < length; ++index) {
    if ((ByteAt(text, index) & 0xC0) != 0x80) return 0;
  }
  return length;
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = CharacterLength(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string JoinWords(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) StrAppend(&text, text.empty() ? "" : ", ", word);
  return text;
}

std::string Printable(std::string_view text, size_t max) {
  std::string shown;
  while (!text.empty() && shown.size() < max) {
    const size_t length = CharacterLength(text);
    const std::string_view character = text.substr(0, length);
    shown += length > 0 && IsPrintable(character) ? character : "?";
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return text.empty() ? shown : shown + "…";
}

std::string Quoted(std::string_view text) {
  return StrCat("'", Printable(text, kMaxQuotedBytes), "'");
}

std::string KnownNames(std::string_view unknown, std::span<const std::string_view> known) {
  if (known.empty()) return "";
  std::string_view nearest;
  size_t min_distance = unknown.size() / 3 + 1;
  for (const std::string_view name : known) {
    if (unknown.size() > kMaxComparedBytes) break;
    const size_t distance = EditDistance(LowerCase(unknown), LowerCase(name));
    if (distance >= min_distance) continue;
    min_distance = distance;
    nearest = name;
  }
  std::string text = " (";
  if (!nearest.empty()) StrAppend(&text, "did you mean ", nearest, "? ");
  std::string_view before = "known: ";
  for (const std::string_view name : known) {
    StrAppend(&text, before, name);
    before = ", ";
  }
  text.push_back(')');
  return text;
}

}  // namespace arbiter
