#ifndef ARBITER_TESTS_SUPPORT_OUTCOMES_H_
#define ARBITER_TESTS_SUPPORT_OUTCOMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.h"

namespace arbiter::testing {

// One outcome of an action.
struct OutcomeText {
  // A reduced fraction, such as `1/8` or `1`.
  std::string probability;
  // The action text with this outcome.
  std::string text;
  // The FEN after the action.
  std::string fen;
  // `1-0`, `0-1`, `1/2-1/2`; empty if the game is not over.
  std::string result = {};
};

// Parses a fraction such as `1/8` or `1`; returns 0 for any other text.
Fraction ParseFraction(const std::string& text);

// Returns every outcome of an action, in the order of its random draws. Fails the test if the
// action is refused or the enumeration is incomplete.
std::vector<OutcomeText> OutcomesOf(const Game& game, const std::string& action,
                                    bool separate_paths = false);
std::vector<OutcomeText> OutcomesOf(std::string_view variant, std::string_view fen,
                                    const std::string& action);
// Returns only the action texts of the outcomes.
std::vector<std::string> OutcomeTextsOf(std::string_view variant, std::string_view fen,
                                        const std::string& action);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_OUTCOMES_H_
