#include <map>
#include <string>
#include <string_view>

#include "core/rules/strings.h"
#include "service/render/palette.h"
#include "service/render/render.h"
#include "service/render/shapes.h"
#include "service/render/squares.h"
#include "service/render/svg_board.h"
#include "service/render/svg_layout.h"
#include "service/render/svg_marks.h"
#include "service/render/svg_notes.h"

namespace arbiter {
namespace {

constexpr int kFrame = 14;
// The frame's width where coordinates stand on it.
constexpr int kLabelFrame = 52;

std::string SymbolId(const BoardView::Cell& cell) {
  if (const Shape* shape = FindShape(cell.shape)) return "piece-" + std::string(shape->name);
  return "piece-letter-" + std::string(1, cell.letter);
}

std::string SymbolBody(const BoardView::Cell& cell) {
  if (const Shape* shape = FindShape(cell.shape)) return std::string(shape->body);
  return std::string(
             "<circle cx=\"50\" cy=\"50\" r=\"38\"/><text x=\"50\" y=\"68\" "
             "font-family=\"sans-serif\""
             " font-size=\"52\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"currentColor\""
             " stroke=\"none\">") +
         cell.letter + "</text>";
}

// Each drawing that the board uses, once.
void AppendSymbols(const BoardView& view, std::string* svg) {
  std::map<std::string, const BoardView::Cell*> symbols;
  for (const BoardView::Cell& cell : view.cells) {
    if (cell.letter != 0) symbols.try_emplace(SymbolId(cell), &cell);
  }
  StrAppend(svg, "<defs>");
  for (const auto& [id, cell] : symbols) {
    StrAppend(svg, "<symbol id=\"", id, "\" viewBox=\"0 0 100 100\">", SymbolBody(*cell),
              "</symbol>");
  }
  StrAppend(svg, "</defs>");
}

void AppendPieces(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                  std::string* svg) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const PieceInk& ink = palette.sides[Index(color)];
    StrAppend(svg, "<g class=\"", color == Color::kWhite ? "white" : "black", "\" fill=\"",
              ink.fill, "\" stroke=\"", ink.outline, "\" color=\"", ink.detail,
              "\" stroke-width=\"5\" stroke-linejoin=\"round\" stroke-linecap=\"round\">");
    for (int rank = 0; rank < view.ranks; ++rank) {
      for (int file = 0; file < view.files; ++file) {
        const BoardView::Cell& cell = CellAt(view, {file, rank});
        if (cell.letter == 0 || cell.color != color) continue;
        StrAppend(svg, "<use href=\"#", SymbolId(cell), "\" x=\"", layout.X(file), "\" y=\"",
                  layout.Y(rank), "\" width=\"100\" height=\"100\"/>");
      }
    }
    StrAppend(svg, "</g>");
  }
}

// The placement as in a FEN, for those who cannot see the picture.
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
      if (cell.letter == 0) {
        ++empty;
        continue;
      }
      flush();
      title.push_back(FenLetter(cell));
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
  const auto notes = WrapNotes(view.notes, layout.Width());
  const int height = board_bottom + NotesHeight(notes);
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
  AppendPieces(view, layout, palette, &svg);
  AppendMarksAbove(view, options, layout, palette, &svg);
  if (options.coordinates) AppendCoordinates(layout, palette, &svg);
  AppendNotes(notes, layout.left, board_bottom, palette, &svg);
  StrAppend(&svg, "</svg>\n");
  return svg;
}

}  // namespace arbiter
