#ifndef ARBITER_SERVICE_RENDER_SVG_BOARD_H_
#define ARBITER_SERVICE_RENDER_SVG_BOARD_H_

#include <string>

#include "core/rules/board_view.h"
#include "service/render/palette.h"
#include "service/render/svg_layout.h"

namespace arbiter {

// The empty board: squares and the grid between them.
void AppendSquares(const SvgLayout& layout, const Palette& palette, std::string* svg);

// The variant's marked areas, drawn over the squares.
void AppendRegions(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                   std::string* svg);

// File letters below the board and rank numbers to its left.
void AppendCoordinates(const SvgLayout& layout, const Palette& palette, std::string* svg);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SVG_BOARD_H_
