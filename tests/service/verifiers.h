#ifndef ARBITER_TESTS_SERVICE_VERIFIERS_H_
#define ARBITER_TESTS_SERVICE_VERIFIERS_H_

#include <functional>
#include <string>
#include <vector>

#include "arbiter/v1/game_file.pb.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {

// What the line of a game that keeps to its seed begins with.
inline constexpr const char* kInOrder = "ok draws=";

// A finished game, and what its line has to begin with.
struct VerifiedGame {
  v1::GameFile file;
  std::string begins = kInOrder;
};

// As many bytes as a seed may have.
std::string RandomSeed(Random& random);

// Breaks the promise of a game in some way that any variant knows, or by `forge_draw`, which
// forges an outcome and answers the number of the action; -1: no action of the game has one.
void Forge(Random& random, const std::function<int(v1::Record& record)>& forge_draw,
           VerifiedGame* game);

std::string ToJson(const v1::GameFile& file);

// Expects `arbiter verify` and clients/node/verify.mjs to find what has to be found, and to print
// the same line for every game that is in order. `name` is that of the file they read.
void ExpectVerifiersAgree(const std::vector<VerifiedGame>& games, const std::string& name);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_VERIFIERS_H_
