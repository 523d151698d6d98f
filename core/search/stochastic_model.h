#ifndef ARBITER_CORE_SEARCH_STOCHASTIC_MODEL_H_
#define ARBITER_CORE_SEARCH_STOCHASTIC_MODEL_H_

#include <concepts>
#include <cstdint>

#include "core/rules/rules.h"
#include "core/rules/verdict.h"

namespace arbiter {

// What a search asks of a stochastic variant, as R::SearchModel. All members are pure functions of
// positions of games that go on.
template <typename M, typename R>
concept StochasticModel = StochasticRules<R> &&
    requires(const typename R::Position& position, typename R::Move move,
             typename R::Moves* moves) {
  // From the side to move, in the unit of kWinScale, which has no margin.
  { M::Evaluate(position) } -> std::same_as<int>;
  { M::kWinScale } -> std::convertible_to<WinScale>;

  // Whether a move of the side to move ends the game at once, and for certain won.
  { M::WinsAtOnce(position) } -> std::same_as<bool>;
  // Whether the other side's would, were it its turn.
  { M::IsThreatened(position) } -> std::same_as<bool>;
  // Whether the side to move has its usual moves, and no choice of another kind to make.
  { M::MovesFreely(position) } -> std::same_as<bool>;

  // The moves to look at before a position is quiet enough to be evaluated.
  {M::GenerateCaptures(position, moves)};
  // Centipawns that a move seems to win at once; 0: a quiet move.
  { M::GainOf(position, move) } -> std::same_as<int>;
  // A move in at most kTableMoveBits bits, not 0.
  { M::Code(move) } -> std::same_as<uint32_t>;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_STOCHASTIC_MODEL_H_
