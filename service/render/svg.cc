#include <string>
#include <string_view>

#include "core/rules/strings.h"
#include "service/render/palette.h"
#include "service/render/render.h"
#include "service/render/squares.h"
#include "service/render/svg_board.h"
#include "service/render/svg_layout.h"
#include "service/render/svg_marks.h"
#include "service/render/svg_notes.h"
#include "service/render/svg_pieces.h"

namespace arbiter {
namespace {

constexpr int kFrame = 14;
// The frame's width where coordinates stand on it.
constexpr int kLabelFrame = 52;

// The placement as in a FEN, but with a star behind an immobilised piece; for those who cannot see
// the picture.
std::string Title(const BoardView& view, const RenderOptions& options) {
  std::string title = options.orientation == Color::kWhite ? "Board, White at the bottom: "
                                                           : "Board, Black at the bottom: ";
  for (int rank = view.ranks - 1; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) StrAppend(&title, empty);
      empty = 0;
    };
    for (int file = 0; file < view.files; ++file) {
      const BoardView::Cell& cell = CellAt(view, {file, rank});
      const char letter = FenLetter(cell);
      if (letter == 0) {
        ++empty;
        continue;
      }
      flush();
      title.push_back(letter);
      if (cell.immobilised) title.push_back('*');
    }
    flush();
    if (rank > 0) title.push_back('/');
  }
  return title;
}

}  // namespace

std::string RenderSvg(const BoardView& view, const RenderOptions& options) {
  const Palette& palette = options.dark ? kDarkPalette : kLightPalette;
  const int label_frame = options.coordinates ? kLabelFrame : kFrame;
  const SvgLayout layout = {view.files, view.ranks, options.orientation, label_frame, kFrame};
  const int board_bottom = layout.top + layout.Height() + label_frame;
  const int width = layout.left + layout.Width() + kFrame;
  const SvgNotes notes(view.notes, layout.Width());
  const int height = board_bottom + notes.Height();
  const int pixel_height = (options.size * height + width / 2) / width;

  std::string svg;
  svg.reserve(16'384);
  StrAppend(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"", options.size,
            "\" height=\"", pixel_height, "\" viewBox=\"0 0 ", width, " ", height, "\"><title>",
            EscapeXml(Title(view, options)), "</title>");
  AppendSymbols(view, &svg);
  StrAppend(&svg, "<rect width=\"", width, "\" height=\"", height, "\" rx=\"12\" fill=\"",
            palette.frame, "\"/>");
  AppendSquares(layout, palette, &svg);
  AppendRegions(view, layout, palette, &svg);
  AppendMarksBelow(view, options, layout, palette, &svg);
  AppendObjects(view, layout, palette, &svg);
  AppendPieceGrounds(view, layout, palette, &svg);
  AppendPieces(view, layout, palette, &svg);
  AppendMarksAbove(view, options, layout, palette, &svg);
  if (options.coordinates) AppendCoordinates(layout, palette, &svg);
  notes.Append(layout.left, board_bottom, palette, &svg);
  StrAppend(&svg, "</svg>\n");
  return svg;
}

}  // namespace arbiter
