#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "service/render/palette.h"
#include "service/render/render.h"
#include "service/render/shapes.h"
#include "service/render/squares.h"
#include "service/render/svg_text.h"

namespace arbiter {
namespace {

// The side of a square in SVG units. Everything is placed at integer coordinates, so that no number
// in the document depends on floating-point formatting or on a locale.
constexpr int kCell = 100;

// The positions of the squares in SVG units.
struct SvgLayout {
  int files;
  int ranks;
  Color orientation;
  // The top left corner of the board.
  int left;
  int top;

  int Width() const { return files * kCell; }
  int Height() const { return ranks * kCell; }
  // The top left corner of a square.
  int X(int file) const {
    return left + kCell * (orientation == Color::kWhite ? file : files - 1 - file);
  }
  int Y(int rank) const {
    return top + kCell * (orientation == Color::kWhite ? ranks - 1 - rank : rank);
  }
  int CenterX(BoardPoint point) const { return X(point.file) + kCell / 2; }
  int CenterY(BoardPoint point) const { return Y(point.rank) + kCell / 2; }
};

// --- The board.

void AppendCellPath(int x, int y, std::string* svg) {
  StrAppend(svg, "M", x, " ", y, "h100v100h-100z");
}

// Calls `f` with the file and rank of each marked square.
void ForEachMarked(const BoardView& view, const std::vector<bool>& marked, auto f) {
  for (int rank = 0; rank < view.ranks; ++rank) {
    for (int file = 0; file < view.files; ++file) {
      if (marked[CellIndex(view, {file, rank})]) f(file, rank);
    }
  }
}

// Returns a path that covers all marked squares; empty if there are none.
std::string CellsPath(const BoardView& view, const SvgLayout& layout,
                      const std::vector<bool>& marked) {
  std::string path;
  ForEachMarked(view, marked,
                [&](int file, int rank) { AppendCellPath(layout.X(file), layout.Y(rank), &path); });
  return path;
}

void AppendRiver(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                 std::string* svg) {
  const std::vector<bool> river = MarkRegion(view, "river");
  const std::string cells = CellsPath(view, layout, river);
  if (cells.empty()) return;
  StrAppend(svg, "<g class=\"river\"><path d=\"", cells, "\" fill=\"", palette.river,
            "\" fill-opacity=\".42\"/><path d=\"");
  ForEachMarked(view, river, [&](int file, int rank) {
    for (const int depth : {32, 68}) {
      StrAppend(svg, "M", layout.X(file), " ", layout.Y(rank) + depth,
                "q12.5-14 25 0t25 0 25 0 25 0");
    }
  });
  StrAppend(svg, "\" fill=\"none\" stroke=\"", palette.river,
            "\" stroke-width=\"4\" stroke-opacity=\".6\"/></g>");
}

// Draws the outer edges of a temple, so that it looks like one platform.
void AppendTempleEdges(const BoardView& view, const SvgLayout& layout,
                       const std::vector<bool>& temple, std::string* svg) {
  const auto inside = [&](int file, int rank) {
    return file >= 0 && file < view.files && rank >= 0 && rank < view.ranks &&
           temple[CellIndex(view, {file, rank})];
  };
  const int up = layout.orientation == Color::kWhite ? 1 : -1;
  ForEachMarked(view, temple, [&](int file, int rank) {
    const int x = layout.X(file);
    const int y = layout.Y(rank);
    if (!inside(file, rank + up)) StrAppend(svg, "M", x, " ", y, "h100");
    if (!inside(file, rank - up)) StrAppend(svg, "M", x, " ", y + kCell, "h100");
    if (!inside(file - up, rank)) StrAppend(svg, "M", x, " ", y, "v100");
    if (!inside(file + up, rank)) StrAppend(svg, "M", x + kCell, " ", y, "v100");
  });
}

void AppendTemples(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                   std::string* svg) {
  const std::vector<bool> temple = MarkRegion(view, "temple");
  const std::string cells = CellsPath(view, layout, temple);
  if (cells.empty()) return;
  StrAppend(svg, "<g class=\"temple\"><path d=\"", cells, "\" fill=\"", palette.temple,
            "\" fill-opacity=\".3\"/><path d=\"");
  AppendTempleEdges(view, layout, temple, svg);
  StrAppend(svg, "\" fill=\"none\" stroke=\"", palette.temple,
            "\" stroke-width=\"8\" stroke-linecap=\"square\"/></g>");
}

void AppendAltars(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                  std::string* svg) {
  const std::vector<bool> altar = MarkRegion(view, "altar");
  std::string suns;
  ForEachMarked(view, altar, [&](int file, int rank) {
    StrAppend(&suns, "<path d=\"M", layout.X(file) + 50, " ", layout.Y(rank) + 3,
              "l14 14h19v19l14 14-14 14v19h-19l-14 14-14-14h-19v-19l-14-14 14-14v-19h19z"
              "m0 17a30 30 0 1 0 0 60a30 30 0 1 0 0-60z\"/>");
  });
  if (suns.empty()) return;
  StrAppend(svg, "<g class=\"altar\" fill=\"", palette.altar, "\" fill-rule=\"evenodd\">", suns,
            "</g>");
}

// Draws the empty board: the squares and the grid between them.
void AppendSquares(const SvgLayout& layout, const Palette& palette, std::string* svg) {
  StrAppend(svg, "<rect x=\"", layout.left, "\" y=\"", layout.top, "\" width=\"", layout.Width(),
            "\" height=\"", layout.Height(), "\" fill=\"", palette.light_square, "\"/><path d=\"");
  for (int rank = 0; rank < layout.ranks; ++rank) {
    for (int file = rank % 2; file < layout.files; file += 2) {
      AppendCellPath(layout.X(file), layout.Y(rank), svg);
    }
  }
  StrAppend(svg, "\" fill=\"", palette.dark_square, "\"/><path d=\"");
  for (int line = 0; line <= layout.files; ++line) {
    StrAppend(svg, "M", layout.left + kCell * line, " ", layout.top, "v", layout.Height());
  }
  for (int line = 0; line <= layout.ranks; ++line) {
    StrAppend(svg, "M", layout.left, " ", layout.top + kCell * line, "h", layout.Width());
  }
  StrAppend(svg, "\" fill=\"none\" stroke=\"", palette.grid, "\" stroke-width=\"3\"/>");
}

// Draws the variant's regions over the squares.
void AppendRegions(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                   std::string* svg) {
  AppendRiver(view, layout, palette, svg);
  AppendTemples(view, layout, palette, svg);
  AppendAltars(view, layout, palette, svg);
}

// Draws file letters below the board and rank numbers to its left.
void AppendCoordinates(const SvgLayout& layout, const Palette& palette, std::string* svg) {
  StrAppend(svg, "<g class=\"coordinates\" fill=\"", palette.label,
            "\" font-family=\"sans-serif\" font-size=\"40\" font-weight=\"bold\""
            " text-anchor=\"middle\">");
  for (int rank = 0; rank < layout.ranks; ++rank) {
    StrAppend(svg, "<text x=\"", layout.left / 2, "\" y=\"", layout.Y(rank) + 64, "\">", rank + 1,
              "</text>");
  }
  for (int file = 0; file < layout.files; ++file) {
    StrAppend(svg, "<text x=\"", layout.X(file) + kCell / 2, "\" y=\"",
              layout.top + layout.Height() + 40, "\">",
              std::string_view("abcdefghijklmnopqrstuvwxyz").substr(file, 1), "</text>");
  }
  StrAppend(svg, "</g>");
}

// --- Marks.

constexpr int kRingRadius = 44;

void AppendLastMove(const BoardView& view, const RenderOptions& options, const SvgLayout& layout,
                    const Palette& palette, std::string* svg) {
  if (options.last_move.empty()) return;
  StrAppend(svg, "<g class=\"last-move\" fill=\"", palette.last_move, "\" fill-opacity=\".55\">");
  for (const std::string& square : options.last_move) {
    const auto point = FindSquare(view, square);
    if (!point) continue;
    StrAppend(svg, "<rect x=\"", layout.X(point->file), "\" y=\"", layout.Y(point->rank),
              "\" width=\"100\" height=\"100\"/>");
  }
  StrAppend(svg, "</g>");
}

void AppendCheck(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                 std::string* svg) {
  const auto point = FindSquare(view, view.check);
  if (!point) return;
  StrAppend(svg, "<radialGradient id=\"check-glow\"><stop offset=\".35\" stop-color=\"",
            palette.check, "\"/><stop offset=\"1\" stop-color=\"", palette.check,
            "\" stop-opacity=\".15\"/></radialGradient><g class=\"check\"><rect x=\"",
            layout.X(point->file), "\" y=\"", layout.Y(point->rank),
            "\" width=\"100\" height=\"100\" fill=\"url(#check-glow)\"/><rect x=\"",
            layout.X(point->file) + 4, "\" y=\"", layout.Y(point->rank) + 4,
            "\" width=\"92\" height=\"92\" fill=\"none\" stroke=\"", palette.check,
            "\" stroke-width=\"8\"/></g>");
}

void AppendRing(int x, int y, std::string* svg) {
  StrAppend(svg, "<circle cx=\"", x, "\" cy=\"", y, "\" r=\"", kRingRadius, "\" fill=\"none\"/>");
}

void AppendHighlights(const BoardView& view, const RenderOptions& options, const SvgLayout& layout,
                      const Palette& palette, std::string* svg) {
  if (options.highlights.empty()) return;
  StrAppend(svg, "<g class=\"highlights\" fill=\"", palette.highlight, "\" stroke=\"",
            palette.highlight, "\" stroke-width=\"8\" opacity=\".85\">");
  for (const std::string& square : options.highlights) {
    const auto point = FindSquare(view, square);
    if (!point) continue;
    const int x = layout.CenterX(*point);
    const int y = layout.CenterY(*point);
    if (FenLetter(CellAt(view, *point)) != 0) {
      AppendRing(x, y, svg);
    } else {
      StrAppend(svg, "<circle cx=\"", x, "\" cy=\"", y, "\" r=\"14\"/>");
    }
  }
  StrAppend(svg, "</g>");
}

// Draws the shaft and the head of an arrow as one outline, from near the centre of one square to
// the centre of the other.
void AppendArrow(int from_x, int from_y, int to_x, int to_y, std::string* svg) {
  const double dx = to_x - from_x;
  const double dy = to_y - from_y;
  const double length = std::sqrt(dx * dx + dy * dy);
  char command = 'M';
  StrAppend(svg, "<path d=\"");
  const auto point = [&](double along, double across) {
    const auto x = std::lround(from_x + (along * dx - across * dy) / length);
    const auto y = std::lround(from_y + (along * dy + across * dx) / length);
    StrAppend(svg, std::string_view(&command, 1), x, " ", y);
    command = 'L';
  };
  const double neck = length - 44;
  point(14, -9);
  point(neck, -9);
  point(neck, -26);
  point(length, 0);
  point(neck, 26);
  point(neck, 9);
  point(14, 9);
  StrAppend(svg, "Z\" stroke=\"none\"/>");
}

void AppendArrows(const BoardView& view, const RenderOptions& options, const SvgLayout& layout,
                  const Palette& palette, std::string* svg) {
  if (options.arrows.empty()) return;
  StrAppend(svg, "<g class=\"arrows\" fill=\"", palette.arrow, "\" stroke=\"", palette.arrow,
            "\" stroke-width=\"8\" opacity=\".75\">");
  for (const auto& [from, to] : options.arrows) {
    const auto start = FindSquare(view, from);
    const auto end = FindSquare(view, to);
    if (!start || !end) continue;
    if (from == to) {
      AppendRing(layout.CenterX(*start), layout.CenterY(*start), svg);
    } else {
      AppendArrow(layout.CenterX(*start), layout.CenterY(*start), layout.CenterX(*end),
                  layout.CenterY(*end), svg);
    }
  }
  StrAppend(svg, "</g>");
}

// Draws the marks under the pieces: the tint of the last move and the glow of a check.
void AppendMarksBelow(const BoardView& view, const RenderOptions& options, const SvgLayout& layout,
                      const Palette& palette, std::string* svg) {
  AppendLastMove(view, options, layout, palette, svg);
  AppendCheck(view, layout, palette, svg);
}

// Draws the marks over the pieces: a dot on an empty highlighted square, a ring around a piece or
// an object on a highlighted square, and the arrows.
void AppendMarksAbove(const BoardView& view, const RenderOptions& options, const SvgLayout& layout,
                      const Palette& palette, std::string* svg) {
  AppendHighlights(view, options, layout, palette, svg);
  AppendArrows(view, options, layout, palette, svg);
}

// --- Notes.

// The width of a line of a caption, as a multiple of the font size.
constexpr int kLineWidth = 20;

// The captions below the board. All numbers are in SVG units. The font size is proportional to the
// board's width, so that it is the same in pictures of equal width.
class SvgCaptions {
 public:
  // Breaks the captions into lines.
  SvgCaptions(const std::vector<std::string>& captions, int width);

  // Returns the height of the lines and the space below them; 0 if there are no captions.
  int Height() const;
  // Draws the lines, starting at the height `top`.
  void Append(int left, int top, const Palette& palette, std::string* svg) const;

 private:
  int LineHeight() const { return font_size_ * 13 / 10; }

  int font_size_;
  std::vector<std::string> lines_;
};

SvgCaptions::SvgCaptions(const std::vector<std::string>& captions, int width)
    : font_size_(width / kLineWidth) {
  for (const std::string& caption : captions) {
    for (std::string& line : BreakLines(caption, kLineWidth * 100)) {
      lines_.push_back(std::move(line));
    }
  }
}

int SvgCaptions::Height() const {
  return lines_.empty() ? 0 : LineHeight() * static_cast<int>(lines_.size()) + 16;
}

void SvgCaptions::Append(int left, int top, const Palette& palette, std::string* svg) const {
  if (lines_.empty()) return;
  StrAppend(svg, "<g class=\"notes\" fill=\"", palette.label,
            "\" font-family=\"sans-serif\" font-size=\"", font_size_, "\">");
  int baseline = top + font_size_;
  for (const std::string& line : lines_) {
    StrAppend(svg, "<text x=\"", left, "\" y=\"", baseline, "\">", EscapeXml(line), "</text>");
    baseline += LineHeight();
  }
  StrAppend(svg, "</g>");
}

// --- Pieces and objects.

constexpr std::string_view kOutline =
    " stroke-width=\"5\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";

// Returns the letter that is shown if there is no drawing; 0 if the square is empty.
char FallbackLetter(const BoardView::Cell& cell) {
  return cell.object != 0 ? cell.object : cell.letter;
}

std::string SymbolId(const BoardView::Cell& cell) {
  const std::string kind = cell.object != 0 ? "object-" : "piece-";
  if (const Shape* shape = FindShape(cell.shape)) return kind + std::string(shape->name);
  return kind + "letter-" + FallbackLetter(cell);
}

std::string SymbolBody(const BoardView::Cell& cell) {
  if (const Shape* shape = FindShape(cell.shape)) return std::string(shape->body);
  return std::string(
             "<circle cx=\"50\" cy=\"50\" r=\"38\"/><text x=\"50\" y=\"68\" "
             "font-family=\"sans-serif\""
             " font-size=\"52\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"currentColor\""
             " stroke=\"none\">") +
         FallbackLetter(cell) + "</text>";
}

// Joins the texts that `f` returns for each cell that `shown` selects. `f` takes the cell and its
// top left corner.
std::string JoinCells(const BoardView& view, const SvgLayout& layout, auto shown, auto f) {
  std::string all;
  for (int rank = 0; rank < view.ranks; ++rank) {
    for (int file = 0; file < view.files; ++file) {
      const BoardView::Cell& cell = CellAt(view, {file, rank});
      if (shown(cell)) all += f(cell, layout.X(file), layout.Y(rank));
    }
  }
  return all;
}

// Places the drawing of a piece or an object.
std::string UseElement(const BoardView::Cell& cell, int x, int y) {
  return StrCat("<use href=\"#", SymbolId(cell), "\" x=\"", x, "\" y=\"", y,
                "\" width=\"100\" height=\"100\"", cell.hidden ? " opacity=\".6\"" : "", "/>");
}

// Draws a disc behind or a ring around a piece, nearly as wide as the square.
std::string Disc(const BoardView::Cell& /*cell*/, int x, int y) {
  return StrCat("<circle cx=\"", x + kCell / 2, "\" cy=\"", y + kCell / 2, "\" r=\"46\"/>");
}

std::string QuestionMark(const BoardView::Cell& /*cell*/, int x, int y) {
  return StrCat("M", x + 30, " ", y + 36, "c0-26 40-26 40 0c0 16-20 14-20 30m0 17v1");
}

// Defines each drawing that the board uses, once. UseElement() places them.
void AppendSymbols(const BoardView& view, std::string* svg) {
  std::map<std::string, const BoardView::Cell*> symbols;
  for (const BoardView::Cell& cell : view.cells) {
    if (FallbackLetter(cell) != 0) symbols.try_emplace(SymbolId(cell), &cell);
  }
  StrAppend(svg, "<defs>");
  for (const auto& [id, cell] : symbols) {
    StrAppend(svg, "<symbol id=\"", id, "\" viewBox=\"0 0 100 100\">", SymbolBody(*cell),
              "</symbol>");
  }
  StrAppend(svg, "</defs>");
}

// Draws the objects, and a question mark where a piece left for an unknown square.
void AppendObjects(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                   std::string* svg) {
  const std::string objects = JoinCells(
      view, layout, [](const BoardView::Cell& cell) { return cell.object != 0; }, UseElement);
  if (!objects.empty()) {
    StrAppend(svg, "<g class=\"objects\" fill=\"", palette.object.fill, "\" stroke=\"",
              palette.object.outline, "\" color=\"", palette.object.detail, "\"", kOutline, ">",
              objects, "</g>");
  }
  const std::string marks = JoinCells(
      view, layout, [](const BoardView::Cell& cell) { return cell.unknown; }, QuestionMark);
  if (!marks.empty()) {
    StrAppend(svg, "<g class=\"unknown\" fill=\"none\" stroke-linecap=\"round\"><path d=\"", marks,
              "\" stroke=\"", palette.hidden_edge, "\" stroke-width=\"22\"/><path d=\"", marks,
              "\" stroke=\"", palette.hidden, "\" stroke-width=\"12\"/></g>");
  }
}

// Draws the backgrounds of pieces: the halo of an immobilised piece, and a dashed ring around a
// hidden one.
void AppendPieceBackgrounds(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                            std::string* svg) {
  const std::string halos = JoinCells(
      view, layout, [](const BoardView::Cell& cell) { return cell.immobilised; }, Disc);
  if (!halos.empty()) {
    StrAppend(svg, "<g class=\"immobilised\" fill=\"", palette.halo, "\" stroke=\"",
              palette.halo_edge, "\" stroke-width=\"5\">", halos, "</g>");
  }
  const std::string rings = JoinCells(
      view, layout, [](const BoardView::Cell& cell) { return cell.hidden; }, Disc);
  if (!rings.empty()) {
    StrAppend(svg, "<g class=\"hidden\" fill=\"none\" stroke=\"", palette.hidden,
              "\" stroke-width=\"5\" stroke-dasharray=\"14 10\">", rings, "</g>");
  }
}

// Draws the pieces. Hidden ones are half transparent.
void AppendPieces(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                  std::string* svg) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const PieceInk& ink = palette.sides[Index(color)];
    const auto shown = [color](const BoardView::Cell& cell) {
      return cell.letter != 0 && cell.color == color;
    };
    StrAppend(svg, "<g class=\"", color == Color::kWhite ? "white" : "black", "\" fill=\"",
              ink.fill, "\" stroke=\"", ink.outline, "\" color=\"", ink.detail, "\"", kOutline, ">",
              JoinCells(view, layout, shown, UseElement), "</g>");
  }
}

// --- The picture.

constexpr int kFrame = 14;
// The width of the frame where it has coordinates.
constexpr int kLabelFrame = 52;

// Describes the board for those who cannot see it: the placement as in a FEN, with a star after the
// letter of an immobilised piece.
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
  const SvgCaptions captions(view.captions, layout.Width());
  const int height = board_bottom + captions.Height();
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
  AppendPieceBackgrounds(view, layout, palette, &svg);
  AppendPieces(view, layout, palette, &svg);
  AppendMarksAbove(view, options, layout, palette, &svg);
  if (options.coordinates) AppendCoordinates(layout, palette, &svg);
  captions.Append(layout.left, board_bottom, palette, &svg);
  StrAppend(&svg, "</svg>\n");
  return svg;
}

}  // namespace arbiter
