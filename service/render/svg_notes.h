#ifndef ARBITER_SERVICE_RENDER_SVG_NOTES_H_
#define ARBITER_SERVICE_RENDER_SVG_NOTES_H_

#include <string>
#include <string_view>
#include <vector>

#include "service/render/palette.h"

namespace arbiter {

// `text` fit for an XML element or attribute.
std::string EscapeXml(std::string_view text);

// The notes broken at spaces into lines that fit `width` SVG units.
std::vector<std::string> WrapNotes(const std::vector<std::string>& notes, int width);

// Height in SVG units of the lines, with the space below them.
int NotesHeight(const std::vector<std::string>& lines);

// The lines, below the height `top`.
void AppendNotes(const std::vector<std::string>& lines, int left, int top, const Palette& palette,
                 std::string* svg);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SVG_NOTES_H_
