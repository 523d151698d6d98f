#include "core/search/score.h"

#include <algorithm>
#include <cmath>

namespace arbiter {
namespace {

// Rounds to four decimals, which hides differences between the math libraries of different
// machines.
double Rounded(double probability) { return std::round(probability * 10'000) / 10'000; }

double WinChance(int value, const WinScale& scale) {
  return 1 / (1 + std::exp(static_cast<double>(scale.margin - value) / scale.slope));
}

}  // namespace

Score ScoreOf(int value, const WinScale& scale) {
  const double win = Rounded(WinChance(value, scale));
  const double loss = Rounded(WinChance(-value, scale));
  Score score = {.value = value,
                 .win_probability = win,
                 .draw_probability = std::max(0.0, Rounded(1 - win - loss))};
  if (scale.unit == WinScale::Unit::kPoints) {
    score.kind = Score::Kind::kPoints;
    score.points = static_cast<double>(value) / scale.per_point;
  }
  return score;
}

Score ProvenScore(bool wins, int moves) {
  return {.kind = Score::Kind::kMate,
          .value = wins ? moves : -moves,
          .win_probability = wins ? 1.0 : 0.0};
}

}  // namespace arbiter
