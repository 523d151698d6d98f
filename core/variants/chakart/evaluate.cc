#include "core/variants/chakart/evaluate.h"

namespace arbiter::chakart {

int PhaseOf(const Position& position) {
  const ChakartBoard& board = position.board;
  const int phase = board.Of(Kind::kKnight).size() + board.Of(Kind::kBishop).size() +
                    2 * board.Of(Kind::kRook).size() + 4 * board.Of(Kind::kQueen).size();
  return std::min(phase, kMaxPhase);
}

int Evaluate(const Position& position) {
  TermSum sum(kWeights.data());
  VisitTerms(position, &sum);
  const int value = sum.sum().At(PhaseOf(position), kMaxPhase);
  return position.turn == Color::kWhite ? value : -value;
}

const std::array<Tapered, Terms::kCount> kWeights = {
    {{600, 600}, {900, 900}, {480, 500}, {310, 300}, {320, 300}, {80, 100},  {0, 0},     {0, 0},
     {0, 5},     {5, 15},    {10, 30},   {30, 60},   {60, 120},  {0, 0},     {0, 0},     {0, 5},
     {5, 15},    {15, 40},   {40, 80},   {80, 150},  {0, 0},     {2, 3},     {3, 4},     {4, 4},
     {4, 4},     {0, 0},     {0, 0},     {10, 5},    {10, 5},    {8, 4},     {8, 4},     {6, 3},
     {-10, 5},   {0, 0},     {0, 0},     {5, 5},     {10, 8},    {6, 4},     {6, 2},     {-60, -60},
     {-10, -10}, {-40, -40}, {60, 80},   {30, 30},   {-15, -15}, {100, 100}, {150, 150}, {40, 40},
     {20, 20},   {20, 20},   {10, 10}}};

}  // namespace arbiter::chakart
