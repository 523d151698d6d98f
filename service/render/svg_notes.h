#ifndef ARBITER_SERVICE_RENDER_SVG_NOTES_H_
#define ARBITER_SERVICE_RENDER_SVG_NOTES_H_

#include <string>
#include <string_view>
#include <vector>

#include "service/render/palette.h"

namespace arbiter {

// `text` fit for an XML element or attribute.
std::string EscapeXml(std::string_view text);

// The notes below a board of some width, all numbers in SVG units. Letters grow with the board,
// so that they are as large in the picture whatever the board's width.
class SvgNotes {
 public:
  // Breaks the notes into lines.
  SvgNotes(const std::vector<std::string>& notes, int width);

  // Of the lines, with the space below them.
  int Height() const;
  // The lines, below the height `top`.
  void Append(int left, int top, const Palette& palette, std::string* svg) const;

 private:
  int LineHeight() const { return font_size_ * 13 / 10; }

  int font_size_;
  std::vector<std::string> lines_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SVG_NOTES_H_
