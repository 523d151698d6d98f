#ifndef ARBITER_SERVICE_RENDER_SCORE_GRAPH_H_
#define ARBITER_SERVICE_RENDER_SCORE_GRAPH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/rules/locale.h"

namespace arbiter {

// How the expectation of one player went through a game.
struct ScoreGraph {
  // What stands out of the plies.
  enum class Mark : uint8_t { kMistake, kBlunder, kLuck };

  struct Ply {
    // After it, 0 to 1.
    double expectation;
    std::optional<Mark> mark = std::nullopt;
  };

  // Before the first ply, 0 to 1.
  double start = 0.5;
  std::vector<Ply> plies;
  // The player's name, as it is shown.
  std::string player;
  Locale locale = Locale::kEnglish;
  bool dark = false;
};

// An SVG picture of it, 600 wide and 200 high: the player's share is light and below the line,
// the other one's dark; marks differ in shape as well as in colour. Its title and description
// say the same in words. It stands alone as RenderSvg's do, and the same graph gives the same
// bytes.
std::string RenderScoreGraph(const ScoreGraph& graph);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SCORE_GRAPH_H_
