#ifndef ARBITER_TESTS_SUPPORT_CHAKART_PLAY_H_
#define ARBITER_TESTS_SUPPORT_CHAKART_PLAY_H_

#include <string_view>

#include "core/variants/chakart/rules.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {

// The rules with their default options.
const chakart::ChakartRules& PlainChakart();

// Of a FEN that is known to be right.
chakart::Position ChakartAt(std::string_view fen);

// What becomes of the position by random actions with random draws, up to so many of them, without
// ending the game.
chakart::Position PlayedOn(chakart::Position position, int actions, Random& random);

// Both kings, up to `pieces` more and up to `objects` objects, wherever they may stand, with
// few powers left.
chakart::Position SparseChakart(int pieces, int objects, Random& random);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_CHAKART_PLAY_H_
