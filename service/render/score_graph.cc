#include "service/render/score_graph.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/strings.h"
#include "service/render/palette.h"
#include "service/render/svg_text.h"

namespace arbiter {
namespace {

using Mark = ScoreGraph::Mark;

// All lengths are in tenths of a pixel, so that integers are precise enough.
constexpr int kWidth = 6000;
constexpr int kHeight = 2000;
constexpr int kLeft = 480;
constexpr int kRight = kWidth - 140;
constexpr int kTop = 280;
constexpr int kBottom = kHeight - 240;
constexpr int kFontSize = 120;
constexpr int kMarkRadius = 50;
// The radius of the marks in a graph with more than kManyPlies plies.
constexpr int kSmallMarkRadius = 36;
constexpr size_t kManyPlies = 150;
constexpr size_t kMaxTicks = 12;

// The marks in the order of the legend, from right to left.
constexpr Mark kMarks[] = {Mark::kLuck, Mark::kBlunder, Mark::kMistake};

struct MarkStyle {
  LocalText name;
  std::string_view group;
  std::string_view Palette::*fill;
};
MarkStyle StyleOf(Mark mark) {
  switch (mark) {
    case Mark::kMistake:
      return {{"mistake", "错误", "ผิดพลาด"}, "mistakes", &Palette::last_move};
    case Mark::kBlunder:
      return {{"blunder", "漏着", "ผิดพลาดร้ายแรง"}, "blunders", &Palette::check};
    default:
      return {{"luck", "运气", "โชค"}, "luck", &Palette::halo};
  }
}

constexpr LocalText kCaption = {"Expectation of {player}", "{player}的期望得分",
                                "โอกาสของ{player}"};
constexpr LocalText kPly = {"ply", "着", "ตา"};
constexpr LocalText kNoPlies = {"No plies to review", "没有可评的着法", "ไม่มีตาเดินให้วิเคราะห์"};

int X(const ScoreGraph& graph, size_t ply) {
  const size_t plies = std::max<size_t>(graph.plies.size(), 1);
  return kLeft + static_cast<int>((kRight - kLeft) * ply / plies);
}
int Y(double expectation) {
  return kBottom - static_cast<int>(std::lround((kBottom - kTop) * expectation));
}

std::string Percent(double expectation) { return StrCat(std::lround(100 * expectation), " %"); }

// Whether a text starts at x, is centred on it, or ends there.
enum class Anchor : uint8_t { kStart, kMiddle, kEnd };
void AppendText(int x, int y, Anchor anchor, std::string_view text, std::string* svg) {
  constexpr std::string_view kAnchors[] = {"start", "middle", "end"};
  StrAppend(svg, "<text x=\"", x, "\" y=\"", y, "\" text-anchor=\"",
            kAnchors[static_cast<size_t>(anchor)], "\">", EscapeXml(text), "</text>");
}

// Describes the graph for those who cannot see it: its first and last value, and the plies with
// each mark.
std::string Description(const ScoreGraph& graph) {
  if (graph.plies.empty()) return std::string(kNoPlies.In(graph.locale));
  const std::string_view ply = kPly.In(graph.locale);
  std::string text = StrCat(ply, " 0: ", Percent(graph.start), "; ", ply, " ", graph.plies.size(),
                            ": ", Percent(graph.plies.back().expectation));
  for (const Mark mark : kMarks) {
    std::string_view separator = ": ";
    for (size_t i = 0; i < graph.plies.size(); ++i) {
      if (graph.plies[i].mark != mark) continue;
      if (separator == ": ") StrAppend(&text, "; ", StyleOf(mark).name.In(graph.locale));
      StrAppend(&text, separator, i + 1);
      separator = ", ";
    }
  }
  return text;
}

// Returns the smallest of 1, 2, 5, 10, … that gives at most kMaxTicks intervals.
size_t TickStep(size_t plies) {
  for (size_t decade = 1;; decade *= 10) {
    for (const size_t factor : {1, 2, 5}) {
      if (plies <= factor * decade * kMaxTicks) return factor * decade;
    }
  }
}

void AppendAreas(const ScoreGraph& graph, const Palette& palette, std::string* svg) {
  StrAppend(svg, "<rect class=\"other\" x=\"", kLeft, "\" y=\"", kTop, "\" width=\"",
            kRight - kLeft, "\" height=\"", kBottom - kTop, "\" fill=\"", palette.sides[1].fill,
            "\" stroke=\"", palette.grid, "\" stroke-width=\"10\"/>");
  if (graph.plies.empty()) return;
  std::string line = StrCat(kLeft, " ", Y(graph.start));
  for (size_t i = 0; i < graph.plies.size(); ++i) {
    StrAppend(&line, "L", X(graph, i + 1), " ", Y(graph.plies[i].expectation));
  }
  StrAppend(svg, "<path class=\"player\" d=\"M", kLeft, " ", kBottom, "L", line, "V", kBottom,
            "Z\" fill=\"", palette.sides[0].fill, "\"/><path class=\"line\" d=\"M", line,
            "\" fill=\"none\" stroke=\"", palette.altar,
            "\" stroke-width=\"18\" stroke-linejoin=\"round\"/>");
}

void AppendScale(const ScoreGraph& graph, const Palette& palette, std::string* svg) {
  StrAppend(svg, "<path class=\"middle\" d=\"M", kLeft, " ", Y(0.5), "H", kRight, "\" stroke=\"",
            palette.river, "\" stroke-width=\"10\" stroke-dasharray=\"60 40\"/>");
  StrAppend(svg, "<g class=\"scale\">");
  for (const double expectation : {1.0, 0.5, 0.0}) {
    AppendText(kLeft - 50, Y(expectation) + 40, Anchor::kEnd, Percent(expectation), svg);
  }
  StrAppend(svg, "</g>");
  if (graph.plies.empty()) return;
  const size_t step = TickStep(graph.plies.size());
  std::string ticks;
  StrAppend(svg, "<g class=\"plies\">");
  AppendText(kLeft - 100, kBottom + 170, Anchor::kEnd, kPly.In(graph.locale), svg);
  for (size_t ply = 0; ply <= graph.plies.size(); ply += step) {
    const int x = X(graph, ply);
    StrAppend(&ticks, "M", x, " ", kBottom, "v40");
    AppendText(x, kBottom + 170, Anchor::kMiddle, StrCat(ply), svg);
  }
  StrAppend(svg, "</g><path class=\"ticks\" d=\"", ticks, "\" stroke=\"", palette.label,
            "\" stroke-width=\"10\"/>");
}

// Draws a triangle, a diamond or a disc.
void AppendMark(Mark mark, int x, int y, int radius, std::string* svg) {
  switch (mark) {
    case Mark::kMistake:
      StrAppend(svg, "<path d=\"M", x, " ", y - radius, "l", radius, " ", 2 * radius - radius / 4,
                "h", -2 * radius, "Z\"/>");
      break;
    case Mark::kBlunder:
      StrAppend(svg, "<path d=\"M", x, " ", y - radius - radius / 4, "l", radius + radius / 4, " ",
                radius + radius / 4, " ", -radius - radius / 4, " ", radius + radius / 4, " ",
                -radius - radius / 4, " ", -radius - radius / 4, "Z\"/>");
      break;
    case Mark::kLuck:
      StrAppend(svg, "<circle cx=\"", x, "\" cy=\"", y, "\" r=\"", radius, "\"/>");
      break;
  }
}

// Draws the marks, and the legend from right to left.
void AppendMarks(const ScoreGraph& graph, const Palette& palette, std::string* svg) {
  const int radius = graph.plies.size() > kManyPlies ? kSmallMarkRadius : kMarkRadius;
  int legend = kRight;
  for (const Mark mark : kMarks) {
    std::string marks;
    for (size_t i = 0; i < graph.plies.size(); ++i) {
      const ScoreGraph::Ply& ply = graph.plies[i];
      if (ply.mark == mark) {
        AppendMark(mark, X(graph, i + 1), Y(ply.expectation), radius, &marks);
      }
    }
    if (marks.empty()) continue;
    const MarkStyle style = StyleOf(mark);
    const std::string_view name = style.name.In(graph.locale);
    AppendText(legend, kTop - 90, Anchor::kEnd, name, svg);
    legend -= TextWidth(name) * kFontSize / 100 + 90;
    AppendMark(mark, legend, kTop - 130, kMarkRadius, &marks);
    legend -= 200;
    StrAppend(svg, "<g class=\"", style.group, "\" fill=\"", palette.*style.fill, "\" stroke=\"",
              palette.sides[0].outline, "\" stroke-width=\"12\" stroke-linejoin=\"round\">", marks,
              "</g>");
  }
}

}  // namespace

std::string RenderScoreGraph(const ScoreGraph& graph) {
  const Palette& palette = graph.dark ? kDarkPalette : kLightPalette;
  const std::string caption = ReplaceAll(kCaption.In(graph.locale), {{"{player}", graph.player}});
  std::string svg;
  svg.reserve(8'192);
  StrAppend(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"", kWidth / 10,
            "\" height=\"", kHeight / 10, "\" viewBox=\"0 0 ", kWidth, " ", kHeight, "\"><title>",
            EscapeXml(caption), "</title><desc>", EscapeXml(Description(graph)),
            "</desc><rect width=\"", kWidth, "\" height=\"", kHeight, "\" rx=\"60\" fill=\"",
            palette.frame, "\"/>");
  AppendAreas(graph, palette, &svg);
  StrAppend(&svg, "<g fill=\"", palette.label, "\" font-family=\"sans-serif\" font-size=\"",
            kFontSize, "\">");
  AppendText(kLeft, kTop - 90, Anchor::kStart, caption, &svg);
  AppendScale(graph, palette, &svg);
  if (graph.plies.empty()) {
    AppendText((kLeft + kRight) / 2, Y(0.75), Anchor::kMiddle, kNoPlies.In(graph.locale), &svg);
  }
  AppendMarks(graph, palette, &svg);
  StrAppend(&svg, "</g></svg>\n");
  return svg;
}

}  // namespace arbiter
