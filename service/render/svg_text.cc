#include "service/render/svg_text.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/rules/strings.h"

namespace arbiter {
namespace {

constexpr std::string_view kNarrow = " !'(),-./:;I[]fijlrt|";
constexpr std::string_view kWide = "#&+<=>~";
constexpr std::string_view kBroad = "%@MWmw";

// The first letter, of one to four bytes.
std::string_view FirstLetter(std::string_view text) {
  size_t length = std::min<size_t>(1, text.size());
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) {
    ++length;
  }
  return text.substr(0, length);
}

// Thai vowels and tones that stand above or below the letter before them.
bool StandsOnTheLast(std::string_view letter) {
  if (letter.size() != 3 || letter[0] != '\xE0') return false;
  const auto last = static_cast<unsigned char>(letter[2]);
  if (letter[1] == '\xB8') return last == 0xB1 || (last >= 0xB4 && last <= 0xBA);
  return letter[1] == '\xB9' && last >= 0x87 && last <= 0x8E;
}

int LetterWidth(std::string_view letter) {
  if (letter.size() > 1) {
    if (StandsOnTheLast(letter)) return 0;
    // Chinese and the like fill a square.
    return static_cast<unsigned char>(letter[0]) >= 0xE3 ? 100 : 70;
  }
  if (kNarrow.find(letter) != std::string_view::npos) return 42;
  if (kBroad.find(letter) != std::string_view::npos) return 100;
  if (kWide.find(letter) != std::string_view::npos) return 84;
  return letter[0] >= 'A' && letter[0] <= 'Z' ? 80 : 64;
}

// Where a line is broken, the best places first; each ends with the blank that is left out.
constexpr std::string_view kBreaks[] = {"; ", ", ", " "};

void AppendLetters(std::string_view text, int width, std::vector<std::string>* lines) {
  std::string line;
  while (!text.empty()) {
    const std::string_view letter = FirstLetter(text);
    const int letter_width = LetterWidth(letter);
    const bool fits = letter_width == 0 || TextWidth(line) + letter_width <= width;
    if (!fits && !line.empty()) lines->push_back(std::exchange(line, {}));
    StrAppend(&line, letter);
    text.remove_prefix(letter.size());
  }
  lines->push_back(std::move(line));
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as there are kinds of breaks.
void AppendLines(std::string_view text, std::span<const std::string_view> breaks, int width,
                 std::vector<std::string>* lines) {
  if (TextWidth(text) <= width) {
    lines->emplace_back(text);
    return;
  }
  if (breaks.empty()) return AppendLetters(text, width, lines);
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
    const std::string_view letter = FirstLetter(text);
    width += LetterWidth(letter);
    text.remove_prefix(letter.size());
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
