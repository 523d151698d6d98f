#ifndef ARBITER_SERVICE_RENDER_RENDER_H_
#define ARBITER_SERVICE_RENDER_RENDER_H_

#include <string>
#include <utility>
#include <vector>

#include "core/board/color.h"
#include "core/rules/board_view.h"

namespace arbiter {

// How a board is drawn. Squares are written like `e4` and must be on the board.
struct RenderOptions {
  // The side at the bottom.
  Color orientation = Color::kWhite;
  bool dark = false;
  bool coordinates = true;
  // Whether text shows chess pieces as Unicode symbols instead of letters. Hidden pieces are always
  // letters.
  bool symbols = false;
  // The width of the SVG in pixels.
  int size = 480;
  // The squares of the last move.
  std::vector<std::string> last_move;
  std::vector<std::string> highlights;
  // Pairs of squares, from and to.
  std::vector<std::pair<std::string, std::string>> arrows;
};

// Draws the board as an SVG document, with the project's own piece shapes and the captions below
// the board. It is readable at widths of 200 pixels and more. It is self-contained: it has no
// scripts, style sheets or links, and needs a font only for letters and digits. The same input
// always gives the same bytes.
std::string RenderSvg(const BoardView& view, const RenderOptions& options);

// Draws the board as plain text, with one line per rank and three columns per square. A square has
//   the FEN letter of a piece (upper case for White), or its symbol;
//   the letter of an object;
//   `?` if a piece left it for an unknown square;
//   if it is empty, `*` for an altar, `:` for a temple, `~` for the river, and otherwise `.`.
// Around it, `!k!` marks a check, `[k]` the last move and `(k)` a highlight; the first that applies
// is shown. `k*` (or `[k*`) is an immobilised piece, and `k~` a promoted pawn. Arrows are not
// shown. A line that explains the marks follows if there are any, and then the captions.
std::string RenderText(const BoardView& view, const RenderOptions& options);

// Draws the same text in 256 ANSI colours for a terminal. Immobilised pieces are on green, and each
// kind of object has its own colour. An empty square without a mark shows no character. Each line
// resets the colours at its end.
std::string RenderAnsi(const BoardView& view, const RenderOptions& options);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_RENDER_H_
