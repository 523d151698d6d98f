#ifndef ARBITER_SERVICE_RENDER_SCORE_GRAPH_H_
#define ARBITER_SERVICE_RENDER_SCORE_GRAPH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/locale.h"

namespace arbiter {

// The expectation of one player over the course of a game.
struct ScoreGraph {
  // A mark for a notable ply.
  enum class Mark : uint8_t { kMistake, kBlunder, kLuck };

  struct Ply {
    // The expectation after the ply, 0 to 1.
    double expectation;
    std::optional<Mark> mark = std::nullopt;
  };

  // The expectation before the first ply, 0 to 1.
  double start = 0.5;
  std::vector<Ply> plies;
  // The display name of the player.
  std::string player;
  Locale locale = Locale::kEnglish;
  bool dark = false;
};

// Draws the graph as an SVG document of 600 by 200 pixels. The player's share is light and below
// the line, and the opponent's is dark. Marks differ in shape as well as in colour. The title and
// the description say in words what the picture shows. Like the document of RenderSvg(), it is
// self-contained, and the same graph always gives the same bytes.
std::string RenderScoreGraph(const ScoreGraph& graph);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SCORE_GRAPH_H_
