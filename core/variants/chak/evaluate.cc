#include "core/variants/chak/evaluate.h"

#include <span>

namespace arbiter::chak {

// The file chak.nnue, which the build embeds.
std::span<const uint8_t> NetworkFile();

namespace {

// Returns the pieces of `color` that could give mate. A side without any can win only by an altar
// mate (K13).
Squares MatingPieces(const ChakBoard& board, Color color) {
  return board.Of(color) - board.Of(Kind::kKing) - board.Of(Kind::kDivineKing) -
         board.Of(Kind::kOffering);
}

// Reduces the value for the side to move if a win of the side that is ahead is unlikely.
int ScaleByChances(const Position& position, int value) {
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

}  // namespace

int HandmadeEvaluator::Evaluate(const Position& position, int /*ply*/) {
  TermSum sum(kWeights.data());
  VisitTerms(position, &sum);
  const int white = sum.sum().At(PhaseOf(position.board), kMaxPhase);
  return ScaleByChances(position, position.turn == Color::kWhite ? white : -white);
}

const Network& ThisNetwork() {
  static const Network network(NetworkFile());
  return network;
}

int Evaluator::Evaluate(const Position& position, int ply) {
  return ScaleByChances(position, network_.Evaluate(position, ply));
}

}  // namespace arbiter::chak
