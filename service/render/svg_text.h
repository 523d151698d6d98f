#ifndef ARBITER_SERVICE_RENDER_SVG_TEXT_H_
#define ARBITER_SERVICE_RENDER_SVG_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// An upper estimate for common sans-serif fonts, in hundredths of the font's size. UTF-8.
int TextWidth(std::string_view text);

// Breaks a text into lines of at most so many hundredths of the font's size: at semicolons, where
// that is not enough at commas, then at spaces, and in a word that is longer than a line between
// letters.
std::vector<std::string> BreakLines(std::string_view text, int width);

// `text` fit for an XML element or attribute.
std::string EscapeXml(std::string_view text);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SVG_TEXT_H_
