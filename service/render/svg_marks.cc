#include "service/render/svg_marks.h"

#include <cmath>
#include <optional>

#include "core/rules/strings.h"
#include "service/render/squares.h"

namespace arbiter {
namespace {

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

// Shaft and head as one outline, from near the centre of one square to the
// centre of the other.
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

}  // namespace

void AppendMarksBelow(const BoardView& view, const RenderOptions& options, const SvgLayout& layout,
                      const Palette& palette, std::string* svg) {
  AppendLastMove(view, options, layout, palette, svg);
  AppendCheck(view, layout, palette, svg);
}

void AppendMarksAbove(const BoardView& view, const RenderOptions& options, const SvgLayout& layout,
                      const Palette& palette, std::string* svg) {
  AppendHighlights(view, options, layout, palette, svg);
  AppendArrows(view, options, layout, palette, svg);
}

}  // namespace arbiter
