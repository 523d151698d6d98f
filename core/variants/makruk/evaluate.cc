#include "core/variants/makruk/evaluate.h"

namespace arbiter::makruk {

int FinalValue(const Position& position, int value) {
  if (position.limit == 0) return value;
  constexpr int kFullValuePlies = 64;
  const int left =
      position.clock >= position.limit ? 0 : static_cast<int>(position.limit - position.clock);
  return left >= kFullValuePlies ? value : value * left / kFullValuePlies;
}

int HandmadeEvaluator::Evaluate(const Position& position, int /*ply*/) {
  return FinalValue(position,
                    SumOfTerms(position, kWeights.data(), PhaseOf(position.board), kMaxPhase));
}

}  // namespace arbiter::makruk
