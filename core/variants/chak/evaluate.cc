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

int Evaluate(const Position& position) {
  const ChakBoard& board = position.board;
  TermSum sum(kWeights.data());
  VisitTerms(position, &sum);
  int white = sum.sum().At(PhaseOf(board), kMaxPhase);
  // A side without mating pieces can win only by an altar mate, and the search finds its royal's
  // way to the altar.
  if (!MatingPieces(board, white > 0 ? Color::kWhite : Color::kBlack)) white /= 8;
  // An advantage is worth less as the draw by claim (K16) comes nearer.
  if (position.clock > 40) {
    const int quiet = static_cast<int>(std::min(position.clock, kClaimAfterPlies));
    white -= white * (quiet - 40) / 80;
  }
  return position.turn == Color::kWhite ? white : -white;
}

}  // namespace arbiter::chak
