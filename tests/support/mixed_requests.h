#ifndef ARBITER_TESTS_SUPPORT_MIXED_REQUESTS_H_
#define ARBITER_TESTS_SUPPORT_MIXED_REQUESTS_H_

#include <vector>

#include "arbiter/v1/rules_service.pb.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {

// Adds valid and invalid requests of every method about the states of one random game.
void AddRequestsOf(const GameCase& game_case, Random& random,
                   std::vector<v1::BatchRequest>* requests);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_MIXED_REQUESTS_H_
