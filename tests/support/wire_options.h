#ifndef ARBITER_TESTS_SUPPORT_WIRE_OPTIONS_H_
#define ARBITER_TESTS_SUPPORT_WIRE_OPTIONS_H_

#include "arbiter/v1/game.pb.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {

// Returns the options of a case as they appear in a request.
v1::GameOptions ToWire(const GameCase& game_case);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_WIRE_OPTIONS_H_
