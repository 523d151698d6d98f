#include "service/render/svg_pieces.h"

#include <map>
#include <string_view>

#include "core/rules/strings.h"
#include "service/render/shapes.h"
#include "service/render/squares.h"

namespace arbiter {
namespace {

constexpr std::string_view kOutline =
    " stroke-width=\"5\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";

// What stands for a drawing that there is not.
char Letter(const BoardView::Cell& cell) { return cell.object != 0 ? cell.object : cell.letter; }

std::string SymbolId(const BoardView::Cell& cell) {
  const std::string kind = cell.object != 0 ? "object-" : "piece-";
  if (const Shape* shape = FindShape(cell.shape)) return kind + std::string(shape->name);
  return kind + "letter-" + Letter(cell);
}

std::string SymbolBody(const BoardView::Cell& cell) {
  if (const Shape* shape = FindShape(cell.shape)) return std::string(shape->body);
  return std::string(
             "<circle cx=\"50\" cy=\"50\" r=\"38\"/><text x=\"50\" y=\"68\" "
             "font-family=\"sans-serif\""
             " font-size=\"52\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"currentColor\""
             " stroke=\"none\">") +
         Letter(cell) + "</text>";
}

// The texts `f` gives for a cell and its top left corner, of all cells that `shown` picks.
std::string ForCells(const BoardView& view, const SvgLayout& layout, auto shown, auto f) {
  std::string all;
  for (int rank = 0; rank < view.ranks; ++rank) {
    for (int file = 0; file < view.files; ++file) {
      const BoardView::Cell& cell = CellAt(view, {file, rank});
      if (shown(cell)) all += f(cell, layout.X(file), layout.Y(rank));
    }
  }
  return all;
}

std::string Use(const BoardView::Cell& cell, int x, int y) {
  return StrCat("<use href=\"#", SymbolId(cell), "\" x=\"", x, "\" y=\"", y,
                "\" width=\"100\" height=\"100\"", cell.hidden ? " opacity=\".6\"" : "", "/>");
}

// Around the piece, nearly as wide as the square.
std::string Disc(const BoardView::Cell& /*cell*/, int x, int y) {
  return StrCat("<circle cx=\"", x + kCell / 2, "\" cy=\"", y + kCell / 2, "\" r=\"46\"/>");
}

std::string QuestionMark(const BoardView::Cell& /*cell*/, int x, int y) {
  return StrCat("M", x + 30, " ", y + 36, "c0-26 40-26 40 0c0 16-20 14-20 30m0 17v1");
}

}  // namespace

void AppendSymbols(const BoardView& view, std::string* svg) {
  std::map<std::string, const BoardView::Cell*> symbols;
  for (const BoardView::Cell& cell : view.cells) {
    if (Letter(cell) != 0) symbols.try_emplace(SymbolId(cell), &cell);
  }
  StrAppend(svg, "<defs>");
  for (const auto& [id, cell] : symbols) {
    StrAppend(svg, "<symbol id=\"", id, "\" viewBox=\"0 0 100 100\">", SymbolBody(*cell),
              "</symbol>");
  }
  StrAppend(svg, "</defs>");
}

void AppendObjects(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                   std::string* svg) {
  const std::string objects = ForCells(
      view, layout, [](const BoardView::Cell& cell) { return cell.object != 0; }, Use);
  if (!objects.empty()) {
    StrAppend(svg, "<g class=\"objects\" fill=\"", palette.object.fill, "\" stroke=\"",
              palette.object.outline, "\" color=\"", palette.object.detail, "\"", kOutline, ">",
              objects, "</g>");
  }
  const std::string marks = ForCells(
      view, layout, [](const BoardView::Cell& cell) { return cell.unknown; }, QuestionMark);
  if (!marks.empty()) {
    StrAppend(svg, "<g class=\"unknown\" fill=\"none\" stroke-linecap=\"round\"><path d=\"", marks,
              "\" stroke=\"", palette.hidden_edge, "\" stroke-width=\"22\"/><path d=\"", marks,
              "\" stroke=\"", palette.hidden, "\" stroke-width=\"12\"/></g>");
  }
}

void AppendPieceGrounds(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                        std::string* svg) {
  const std::string halos = ForCells(
      view, layout, [](const BoardView::Cell& cell) { return cell.immobilised; }, Disc);
  if (!halos.empty()) {
    StrAppend(svg, "<g class=\"immobilised\" fill=\"", palette.halo, "\" stroke=\"",
              palette.halo_edge, "\" stroke-width=\"5\">", halos, "</g>");
  }
  const std::string rings = ForCells(
      view, layout, [](const BoardView::Cell& cell) { return cell.hidden; }, Disc);
  if (!rings.empty()) {
    StrAppend(svg, "<g class=\"hidden\" fill=\"none\" stroke=\"", palette.hidden,
              "\" stroke-width=\"5\" stroke-dasharray=\"14 10\">", rings, "</g>");
  }
}

void AppendPieces(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                  std::string* svg) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const PieceInk& ink = palette.sides[Index(color)];
    const auto shown = [color](const BoardView::Cell& cell) {
      return cell.letter != 0 && cell.color == color;
    };
    StrAppend(svg, "<g class=\"", color == Color::kWhite ? "white" : "black", "\" fill=\"",
              ink.fill, "\" stroke=\"", ink.outline, "\" color=\"", ink.detail, "\"", kOutline, ">",
              ForCells(view, layout, shown, Use), "</g>");
  }
}

}  // namespace arbiter
