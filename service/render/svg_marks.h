#ifndef ARBITER_SERVICE_RENDER_SVG_MARKS_H_
#define ARBITER_SERVICE_RENDER_SVG_MARKS_H_

#include <string>

#include "core/rules/board_view.h"
#include "service/render/palette.h"
#include "service/render/render.h"
#include "service/render/svg_layout.h"

namespace arbiter {

// What lies under the pieces: the tint of the last move, the glow of a check.
void AppendMarksBelow(const BoardView& view, const RenderOptions& options, const SvgLayout& layout,
                      const Palette& palette, std::string* svg);

// What lies over the pieces: a dot on an empty highlighted square, a ring
// around what stands on another, and the arrows.
void AppendMarksAbove(const BoardView& view, const RenderOptions& options, const SvgLayout& layout,
                      const Palette& palette, std::string* svg);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SVG_MARKS_H_
