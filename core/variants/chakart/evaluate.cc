#include "core/variants/chakart/evaluate.h"

namespace arbiter::chakart {

int PhaseOf(const Position& position) {
  const ChakartBoard& board = position.board;
  const int phase = board.Of(Kind::kKnight).size() + board.Of(Kind::kBishop).size() +
                    2 * board.Of(Kind::kRook).size() + 4 * board.Of(Kind::kQueen).size();
  return std::min(phase, kMaxPhase);
}

int Evaluate(const Position& position) {
  return SumOfTerms(position, kWeights.data(), PhaseOf(position), kMaxPhase);
}

}  // namespace arbiter::chakart
