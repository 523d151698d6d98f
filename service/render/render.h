#ifndef ARBITER_SERVICE_RENDER_RENDER_H_
#define ARBITER_SERVICE_RENDER_RENDER_H_

#include <string>
#include <utility>
#include <vector>

#include "core/board/color.h"
#include "core/rules/board_view.h"

namespace arbiter {

// How a board is drawn. Squares are texts such as `e4`, known to be on the board.
struct RenderOptions {
  // Who sits at the bottom.
  Color orientation = Color::kWhite;
  bool dark = false;
  bool coordinates = true;
  // In text: Unicode's chess symbols in place of letters, for chess pieces not in hiding.
  bool symbols = false;
  // Width of the SVG in pixels.
  int size = 480;
  // Squares of the last move.
  std::vector<std::string> last_move;
  std::vector<std::string> highlights;
  // From, to.
  std::vector<std::pair<std::string, std::string>> arrows;
};

// An SVG document of the board with the project's own piece shapes, readable
// from 200 px on; the notes stand below the board. It stands alone: no scripts,
// style sheets or links, and no font but for letters and numbers. The same input gives the same
// bytes.
std::string RenderSvg(const BoardView& view, const RenderOptions& options);

// The board in plain text, one line a rank, three columns a square: FEN letters
// (upper case White) or symbols of pieces, letters of objects, `?` where a piece left for an
// unknown square, and for an empty square `*` on an altar, `:` in a temple,
// `~` on the river, `.` elsewhere. `!k!` is in check, `[k]` belongs to the last
// move, `(k)` is highlighted, the first of them that holds; `k*` (or `[k*`)
// is immobilised. Arrows are not shown. Then a line that explains the marks in
// use, if any, and the notes.
std::string RenderText(const BoardView& view, const RenderOptions& options);

// The same in colour (ANSI, 256 colours) for a terminal: immobilised pieces on
// green, objects each in a colour of its own. An empty square without a mark is
// blank; no line leaves a colour behind.
std::string RenderAnsi(const BoardView& view, const RenderOptions& options);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_RENDER_H_
