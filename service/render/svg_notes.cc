#include "service/render/svg_notes.h"

#include <utility>

#include "core/rules/strings.h"
#include "service/render/text_width.h"

namespace arbiter {
namespace {

// A line has room for so many letters as wide as they are high.
constexpr int kLineLetters = 20;

}  // namespace

std::string EscapeXml(std::string_view text) {
  return ReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

SvgNotes::SvgNotes(const std::vector<std::string>& notes, int width)
    : font_size_(width / kLineLetters) {
  for (const std::string& note : notes) {
    for (std::string& line : BreakLines(note, kLineLetters * 100)) {
      lines_.push_back(std::move(line));
    }
  }
}

int SvgNotes::Height() const {
  return lines_.empty() ? 0 : LineHeight() * static_cast<int>(lines_.size()) + 16;
}

void SvgNotes::Append(int left, int top, const Palette& palette, std::string* svg) const {
  if (lines_.empty()) return;
  StrAppend(svg, "<g class=\"notes\" fill=\"", palette.label,
            "\" font-family=\"sans-serif\" font-size=\"", font_size_, "\">");
  int baseline = top + font_size_;
  for (const std::string& line : lines_) {
    StrAppend(svg, "<text x=\"", left, "\" y=\"", baseline, "\">", EscapeXml(line), "</text>");
    baseline += LineHeight();
  }
  StrAppend(svg, "</g>");
}

}  // namespace arbiter
