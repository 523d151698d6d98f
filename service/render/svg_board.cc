#include "service/render/svg_board.h"

#include <vector>

#include "core/rules/strings.h"
#include "service/render/squares.h"

namespace arbiter {
namespace {

void AppendCellPath(int x, int y, std::string* svg) {
  StrAppend(svg, "M", x, " ", y, "h100v100h-100z");
}

// Calls `f` with file and rank of each marked square.
void ForEachMarked(const BoardView& view, const std::vector<bool>& marked, auto f) {
  for (int rank = 0; rank < view.ranks; ++rank) {
    for (int file = 0; file < view.files; ++file) {
      if (marked[CellIndex(view, {file, rank})]) f(file, rank);
    }
  }
}

// One path over all marked squares; nothing if there are none.
std::string CellsPath(const BoardView& view, const SvgLayout& layout,
                      const std::vector<bool>& marked) {
  std::string path;
  ForEachMarked(view, marked,
                [&](int file, int rank) { AppendCellPath(layout.X(file), layout.Y(rank), &path); });
  return path;
}

void AppendRiver(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                 std::string* svg) {
  const std::vector<bool> river = MarkRegion(view, RegionInfo::Kind::kRiver);
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

// The lines where a temple ends, so that it reads as one platform.
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
  const std::vector<bool> temple = MarkRegion(view, RegionInfo::Kind::kTemple);
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
  const std::vector<bool> altar = MarkRegion(view, RegionInfo::Kind::kAltar);
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

}  // namespace

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

void AppendRegions(const BoardView& view, const SvgLayout& layout, const Palette& palette,
                   std::string* svg) {
  AppendRiver(view, layout, palette, svg);
  AppendTemples(view, layout, palette, svg);
  AppendAltars(view, layout, palette, svg);
}

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

}  // namespace arbiter
