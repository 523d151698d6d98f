#include "core/rules/text.h"

#include <cstddef>
#include <cstdint>

#include "core/rules/strings.h"

namespace arbiter {
namespace {

constexpr size_t kLongest = 40;

uint8_t ByteAt(std::string_view text, size_t index) { return static_cast<uint8_t>(text[index]); }

// Whether a text begins with U+0000 to U+001F or U+007F to U+009F.
bool IsControl(std::string_view text) {
  const uint8_t lead = ByteAt(text, 0);
  if (lead == 0xC2 && text.size() > 1) return ByteAt(text, 1) < 0xA0;
  return lead < 0x20 || lead == 0x7F;
}

}  // namespace

size_t CharacterLength(std::string_view text) {
  const uint8_t lead = ByteAt(text, 0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  // The second byte's range excludes overlong forms, surrogates and what lies above U+10FFFF.
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

std::string JoinWords(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) StrAppend(&text, text.empty() ? "" : ", ", word);
  return text;
}

std::string Printable(std::string_view text, size_t most) {
  std::string shown;
  while (!text.empty() && shown.size() < most) {
    const size_t length = CharacterLength(text);
    shown += length == 0 || IsControl(text) ? "?" : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return text.empty() ? shown : shown + "…";
}

std::string Quoted(std::string_view text) { return StrCat("'", Printable(text, kLongest), "'"); }

}  // namespace arbiter
