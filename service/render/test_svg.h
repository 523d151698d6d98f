#ifndef ARBITER_SERVICE_RENDER_TEST_SVG_H_
#define ARBITER_SERVICE_RENDER_TEST_SVG_H_

#include <string>
#include <string_view>
#include <vector>

// Functions that the renderer's tests use to examine an SVG.
namespace arbiter {

// Returns the first error in the nesting of the tags; empty if there is none.
inline std::string FindTagError(std::string_view svg) {
  std::vector<std::string> open;
  for (size_t at = svg.find('<'); at != std::string_view::npos; at = svg.find('<', at)) {
    const size_t end = svg.find_first_of("<>", at + 1);
    if (end == std::string_view::npos || svg[end] == '<') return "a bare <";
    const std::string_view tag = svg.substr(at + 1, end - at - 1);
    const std::string name(tag.substr(0, tag.find_first_of(" /", 1)));
    if (tag.front() == '/') {
      if (open.empty() || "/" + open.back() != name) return "unexpected <" + name + ">";
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
  }
  return open.empty() ? "" : "open <" + open.back() + ">";
}

inline int Count(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Returns the part of the document from `<g class="name"` to the next `</g>`; empty if there is
// none.
inline std::string FindGroup(const std::string& svg, const std::string& name) {
  const size_t begin = svg.find("<g class=\"" + name + "\"");
  if (begin == std::string::npos) return "";
  return svg.substr(begin, svg.find("</g>", begin) - begin);
}

// Whether the drawing is placed at these coordinates.
inline bool IsDrawnAt(const std::string& svg, const std::string& shape, int x, int y,
                      const std::string& kind = "piece") {
  return svg.find("<use href=\"#" + kind + "-" + shape + "\" x=\"" + std::to_string(x) + "\" y=\"" +
                  std::to_string(y) + "\"") != std::string::npos;
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_TEST_SVG_H_
