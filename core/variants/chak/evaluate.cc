#include "core/variants/chak/evaluate.h"

namespace arbiter::chak {
namespace {

// Pieces that could mate; without any a royal can only run to the altar.
Squares FightersOf(const ChakBoard& board, Color color) {
  return board.Of(color) - board.Of(Kind::kKing) - board.Of(Kind::kDivineKing) -
         board.Of(Kind::kOffering);
}

}  // namespace

int Evaluate(const Position& position) {
  const ChakBoard& board = position.board;
  TermSum sum(kWeights.data());
  VisitTerms(position, &sum);
  int white = sum.sum().At(PhaseOf(board), kMostPhase);
  // A royal alone wins by a run that the search sees, or not at all.
  if (!FightersOf(board, white > 0 ? Color::kWhite : Color::kBlack)) white /= 8;
  // The nearer the draw that may be claimed (K16), the less an advantage is worth.
  if (position.clock > 40) {
    const int quiet = static_cast<int>(std::min(position.clock, kClaimAfterPlies));
    white -= white * (quiet - 40) / 80;
  }
  return position.turn == Color::kWhite ? white : -white;
}

}  // namespace arbiter::chak
