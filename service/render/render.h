#ifndef ARBITER_SERVICE_RENDER_RENDER_H_
#define ARBITER_SERVICE_RENDER_RENDER_H_

#include <string>
#include <utility>
#include <vector>

#include "core/board/color.h"
#include "core/game/board_view.h"

namespace arbiter {

// How a board is drawn. Squares are texts such as `e4`, known to be on the board.
struct RenderOptions {
  // Who sits at the bottom.
  Color orientation = Color::kWhite;
  bool dark = false;
  bool coordinates = true;
  // Width of the SVG in pixels.
  int size = 480;
  // Squares of the last move.
  std::vector<std::string> last_move;
  std::vector<std::string> highlights;
  // From, to.
  std::vector<std::pair<std::string, std::string>> arrows;
};

// An SVG document of the board with the project's own piece shapes, readable
// from 200 px on. The same input gives the same bytes.
std::string RenderSvg(const BoardView& view, const RenderOptions& options);

// The board in plain text, one line a rank: FEN letters, `.` for an empty
// square, marks for river and altars where the variant has them.
std::string RenderText(const BoardView& view, const RenderOptions& options);

// The same with ANSI colours (256 colours) for a terminal.
std::string RenderAnsi(const BoardView& view, const RenderOptions& options);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_RENDER_H_
