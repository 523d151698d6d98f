#ifndef ARBITER_TESTS_SUPPORT_EXHAUSTIVE_SEARCH_H_
#define ARBITER_TESTS_SUPPORT_EXHAUSTIVE_SEARCH_H_

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/rules/roles.h"

namespace arbiter::testing {

// Returns whether the side to move can force a win within `moves` moves of its own. Searches all
// moves; at the root, the move `first` comes before the others.
template <typename R>
bool WinsWithin(const R& rules, const typename R::Position& position, int moves,
                std::string_view first = "") {
  if (moves == 0) return false;
  typename R::Moves all;
  rules.GenerateMoves(position, &all);
  std::vector<typename R::Move> own(all.begin(), all.end());
  std::stable_partition(own.begin(), own.end(),
                        [&](const auto& move) { return rules.FormatMove(move) == first; });
  for (const auto& move : own) {
    typename R::Position after = position;
    rules.Apply(&after, move);
    if (const auto end = rules.FindEnd(after, 1)) {
      if (WinnerOf(end->result) == position.turn) return true;
      continue;
    }
    typename R::Moves replies;
    rules.GenerateMoves(after, &replies);
    const bool all_lose = std::all_of(replies.begin(), replies.end(), [&](const auto& reply) {
      typename R::Position next = after;
      rules.Apply(&next, reply);
      if (const auto end = rules.FindEnd(next, 1)) return WinnerOf(end->result) == position.turn;
      return WinsWithin(rules, next, moves - 1);
    });
    if (all_lose) return true;
  }
  return false;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_EXHAUSTIVE_SEARCH_H_
