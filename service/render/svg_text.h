#ifndef ARBITER_SERVICE_RENDER_SVG_TEXT_H_
#define ARBITER_SERVICE_RENDER_SVG_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// Returns an upper estimate of the width of a UTF-8 text in common sans-serif fonts, in hundredths
// of the font size.
int TextWidth(std::string_view text);

// Breaks a text into lines of at most `width` hundredths of the font size. Breaks at semicolons,
// then at commas if a part is still too long, then at spaces, and finally within a word.
std::vector<std::string> BreakLines(std::string_view text, int width);

// Escapes a text for an XML element, or for an attribute in double quotes.
std::string EscapeXml(std::string_view text);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SVG_TEXT_H_
