#include "core/variants/chak/evaluate.h"

namespace arbiter::chak {
namespace {

// Returns the pieces of `color` that could give mate. A side without any can win only by an altar
// mate (K13).
Squares MatingPieces(const ChakBoard& board, Color color) {
  return board.Of(color) - board.Of(Kind::kKing) - board.Of(Kind::kDivineKing) -
         board.Of(Kind::kOffering);
}

}  // namespace

int FinalValue(const Position& position, int value) {
  // A side without mating pieces can win only by an altar mate, and the search finds its royal's
  // way to the altar.
  const Color ahead = value > 0 ? position.turn : !position.turn;
  if (!MatingPieces(position.board, ahead)) value /= 8;
  // An advantage is worth less as the draw by claim (K16) comes nearer.
  if (position.clock > 40) {
    const int quiet = static_cast<int>(std::min(position.clock, kClaimAfterPlies));
    value -= value * (quiet - 40) / 80;
  }
  return value;
}

int HandmadeEvaluator::Evaluate(const Position& position, int /*ply*/) {
  return FinalValue(position,
                    SumOfTerms(position, kWeights.data(), PhaseOf(position.board), kMaxPhase));
}

}  // namespace arbiter::chak
