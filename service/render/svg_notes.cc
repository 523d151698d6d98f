#include "service/render/svg_notes.h"

#include <algorithm>
#include <utility>

#include "core/rules/strings.h"

namespace arbiter {
namespace {

constexpr int kFontSize = 40;
constexpr int kLineHeight = 52;

// An upper estimate in SVG units. In UTF-8 a byte of the form 10xxxxxx goes on
// with a character, and the characters of four bytes and most of three are wide.
int TextWidth(std::string_view text) {
  int width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;
    width += byte >= 0xE3 ? kFontSize : kFontSize * 6 / 10;
  }
  return width;
}

}  // namespace

std::string EscapeXml(std::string_view text) {
  return ReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

std::vector<std::string> WrapNotes(const std::vector<std::string>& notes, int width) {
  std::vector<std::string> lines;
  for (const std::string& note : notes) {
    std::string line;
    for (std::string_view rest = note; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
      if (!line.empty() && TextWidth(line) + TextWidth(word) + kFontSize > width) {
        lines.push_back(std::exchange(line, {}));
      }
      StrAppend(&line, line.empty() ? "" : " ", word);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

int NotesHeight(const std::vector<std::string>& lines) {
  return lines.empty() ? 0 : kLineHeight * static_cast<int>(lines.size()) + 16;
}

void AppendNotes(const std::vector<std::string>& lines, int left, int top, const Palette& palette,
                 std::string* svg) {
  if (lines.empty()) return;
  StrAppend(svg, "<g class=\"notes\" fill=\"", palette.label,
            "\" font-family=\"sans-serif\" font-size=\"", kFontSize, "\">");
  int baseline = top + kFontSize;
  for (const std::string& line : lines) {
    StrAppend(svg, "<text x=\"", left, "\" y=\"", baseline, "\">", EscapeXml(line), "</text>");
    baseline += kLineHeight;
  }
  StrAppend(svg, "</g>");
}

}  // namespace arbiter
