#ifndef ARBITER_SERVICE_RENDER_SVG_PIECES_H_
#define ARBITER_SERVICE_RENDER_SVG_PIECES_H_

#include <string>

#include "core/rules/board_view.h"
#include "service/render/palette.h"
#include "service/render/svg_layout.h"

namespace arbiter {

// Each drawing that the board uses, once; what follows places them.
void AppendSymbols(const BoardView& view, std::string* svg);

// The objects, and a question mark where a piece left for an unknown square.
void AppendObjects(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                   std::string* svg);

// What lies under single pieces: the halo of an immobilised one, a dashed ring
// around a hidden one.
void AppendPieceGrounds(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                        std::string* svg);

// The pieces; hidden ones half transparent.
void AppendPieces(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                  std::string* svg);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SVG_PIECES_H_
