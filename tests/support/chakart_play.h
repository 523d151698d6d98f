#ifndef ARBITER_TESTS_SUPPORT_CHAKART_PLAY_H_
#define ARBITER_TESTS_SUPPORT_CHAKART_PLAY_H_

#include <string_view>

#include "core/variants/chakart/rules.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {

// Returns the rules of Chakart with default options. They have static storage duration.
const chakart::ChakartRules& DefaultChakartRules();

// Parses a FEN that is known to be valid.
chakart::Position ChakartAt(std::string_view fen);

// Plays up to `actions` random actions with random outcomes and returns the position that they
// lead to. Stops before an action that would end the game.
chakart::Position PlayRandomActions(chakart::Position position, int actions, Random& random);

// Returns a random position with both kings, up to `pieces` other pieces and up to `objects`
// objects. Most powers have been used.
chakart::Position SparseChakart(int pieces, int objects, Random& random);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_CHAKART_PLAY_H_
