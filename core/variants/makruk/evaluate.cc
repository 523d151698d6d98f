#include "core/variants/makruk/evaluate.h"

#include <span>

namespace arbiter::makruk {

// The file makruk.nnue, which the build embeds.
std::span<const uint8_t> NetworkFile();

namespace {

// Reduces the value for the side to move if it favours the side that a running count works against,
// the more the nearer the count is to its limit (M7).
int ScaleByCount(const Position& position, int value) {
  if (position.limit == 0) return value;
  const bool mover_counts = position.clock % 2 == 0;
  if ((value > 0) == mover_counts) return value;
  constexpr int kFullValuePlies = 64;
  const int left =
      position.clock >= position.limit ? 0 : static_cast<int>(position.limit - position.clock);
  return left >= kFullValuePlies ? value : value * left / kFullValuePlies;
}

}  // namespace

int HandmadeEvaluator::Evaluate(const Position& position, int /*ply*/) {
  TermSum sum(kWeights.data());
  VisitTerms(position, &sum);
  const int white = sum.sum().At(PhaseOf(position.board), kMaxPhase);
  return ScaleByCount(position, position.turn == Color::kWhite ? white : -white);
}

const Network& ThisNetwork() {
  static const Network network(NetworkFile());
  return network;
}

int Evaluator::Evaluate(const Position& position, int ply) {
  return ScaleByCount(position, network_.Evaluate(position, ply));
}

}  // namespace arbiter::makruk
