#include "service/handlers/judgement.h"

#include <algorithm>
#include <cmath>

namespace arbiter {
namespace {

// From which loss on a class begins; customary in chess.
constexpr double kGoodLoss = 0.01;
constexpr double kInaccuracyLoss = 0.05;
constexpr double kMistakeLoss = 0.10;
constexpr double kBlunderLoss = 0.15;
constexpr double kMuchLuck = 0.10;
constexpr double kAccuracySlope = 4.5;

// In steps that are the same on every machine.
double Rounded(double value) { return std::round(value * 10'000) / 10'000; }

v1::MoveClass Classify(double loss, double luck) {
  if (loss >= kBlunderLoss) return v1::MOVE_CLASS_BLUNDER;
  if (loss >= kMistakeLoss) return v1::MOVE_CLASS_MISTAKE;
  if (loss >= kInaccuracyLoss) return v1::MOVE_CLASS_INACCURACY;
  if (std::abs(luck) >= kMuchLuck) return v1::MOVE_CLASS_LUCK;
  return loss >= kGoodLoss ? v1::MOVE_CLASS_GOOD : v1::MOVE_CLASS_BEST;
}

}  // namespace

Judgement Judge(double best, double expected, double came_about) {
  const double loss = Rounded(std::max(0.0, best - expected));
  const double luck = Rounded(came_about - expected);
  return {loss, luck, Classify(loss, luck)};
}

double AccuracyOf(double loss) { return Rounded(100 * std::exp(-kAccuracySlope * loss)); }

}  // namespace arbiter
