#ifndef ARBITER_TESTS_SUPPORT_OUTCOMES_H_
#define ARBITER_TESTS_SUPPORT_OUTCOMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.h"

namespace arbiter::testing {

// One result of an action.
struct OutcomeText {
  // `1/8`, `1`.
  std::string probability;
  std::string text;
  std::string fen;
  // `1-0`, `0-1`, `1/2-1/2`; empty while the game goes on.
  std::string result = {};
};

// `1/8`, `1`; 0 where the text is none of these.
Fraction ReadFraction(const std::string& text);

// Every result of an action, in draw order. Fails the test where the action is refused or
// the enumeration is not complete.
std::vector<OutcomeText> OutcomesOf(const Game& game, const std::string& action,
                                    bool separate_paths = false);
std::vector<OutcomeText> OutcomesOf(std::string_view variant, std::string_view fen,
                                    const std::string& action);
// Their texts alone.
std::vector<std::string> OutcomeTextsOf(std::string_view variant, std::string_view fen,
                                        const std::string& action);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_OUTCOMES_H_
