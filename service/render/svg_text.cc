#include "service/render/svg_text.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/strings.h"

namespace arbiter {
namespace {

constexpr std::string_view kNarrow = " !'(),-./:;I[]fijlrt|";
constexpr std::string_view kWide = "#&+<=>~";
constexpr std::string_view kBroad = "%@MWmw";

// Returns the first character, which has one to four bytes.
std::string_view FirstCharacter(std::string_view text) {
  size_t length = std::min<size_t>(1, text.size());
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) {
    ++length;
  }
  return text.substr(0, length);
}

// Whether this is a Thai vowel or tone mark above or below the preceding character.
bool IsCombiningMark(std::string_view character) {
  if (character.size() != 3 || character[0] != '\xE0') return false;
  const auto last = static_cast<unsigned char>(character[2]);
  if (character[1] == '\xB8') return last == 0xB1 || (last >= 0xB4 && last <= 0xBA);
  return character[1] == '\xB9' && last >= 0x87 && last <= 0x8E;
}

int CharacterWidth(std::string_view character) {
  if (character.size() > 1) {
    if (IsCombiningMark(character)) return 0;
    // Characters of East Asian scripts fill a square.
    return static_cast<unsigned char>(character[0]) >= 0xE3 ? 100 : 70;
  }
  if (kNarrow.find(character) != std::string_view::npos) return 42;
  if (kBroad.find(character) != std::string_view::npos) return 100;
  if (kWide.find(character) != std::string_view::npos) return 84;
  return character[0] >= 'A' && character[0] <= 'Z' ? 80 : 64;
}

// The separators at which a line may be broken, the best one first. The space at the end of a
// separator is dropped at a break.
constexpr std::string_view kBreaks[] = {"; ", ", ", " "};

void AppendCharacters(std::string_view text, int width, std::vector<std::string>* lines) {
  std::string line;
  while (!text.empty()) {
    const std::string_view character = FirstCharacter(text);
    const int character_width = CharacterWidth(character);
    const bool fits = character_width == 0 || TextWidth(line) + character_width <= width;
    if (!fits && !line.empty()) lines->push_back(std::exchange(line, {}));
    StrAppend(&line, character);
    text.remove_prefix(character.size());
  }
  lines->push_back(std::move(line));
}

// NOLINTNEXTLINE(misc-no-recursion): the depth is at most the number of separators.
void AppendLines(std::string_view text, std::span<const std::string_view> breaks, int width,
                 std::vector<std::string>* lines) {
  if (TextWidth(text) <= width) {
    lines->emplace_back(text);
    return;
  }
  if (breaks.empty()) return AppendCharacters(text, width, lines);
  const std::string_view separator = breaks.front();
  std::string line;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end + separator.size() - 1);
    text.remove_prefix(std::min(end + separator.size(), text.size()));
    if (!line.empty() && TextWidth(StrCat(line, " ", part)) <= width) {
      StrAppend(&line, " ", part);
      continue;
    }
    if (!line.empty()) lines->push_back(std::move(line));
    AppendLines(part, breaks.subspan(1), width, lines);
    line = std::move(lines->back());
    lines->pop_back();
  }
  if (!line.empty()) lines->push_back(std::move(line));
}

}  // namespace

int TextWidth(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const std::string_view character = FirstCharacter(text);
    width += CharacterWidth(character);
    text.remove_prefix(character.size());
  }
  return width;
}

std::vector<std::string> BreakLines(std::string_view text, int width) {
  std::vector<std::string> lines;
  AppendLines(text, kBreaks, width, &lines);
  return lines;
}

std::string EscapeXml(std::string_view text) {
  return ReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

}  // namespace arbiter
