#ifndef ARBITER_TESTS_SERVICE_VERIFIERS_H_
#define ARBITER_TESTS_SERVICE_VERIFIERS_H_

#include <functional>
#include <string>
#include <vector>

#include "arbiter/v1/game_file.pb.h"
#include "tests/support/process.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {

// The beginning of the report on a game that agrees with its seed.
inline constexpr const char* kInOrder = "ok draws=";

// A finished game and the expected beginning of its report.
struct VerifiedGame {
  v1::GameFile file;
  std::string begins = kInOrder;
};

// Returns random bytes of a random length that a seed may have.
std::string RandomSeed(Random& random);

// Forges the commitment, the claimed result, the seed, an outcome or the last action of a game, and
// updates the expected report. `forge_draw` forges an outcome and returns the index of its action,
// or -1 if no action has an outcome. The game stays unchanged if there is nothing to forge.
void Forge(Random& random, const std::function<int(v1::Record& record)>& forge_draw,
           VerifiedGame* game);

// Splits a text at its newlines, the last of which may be missing.
std::vector<std::string> Lines(const std::string& text);

// Returns the results that the command line has written as JSON lines. Fails the test if a line is
// not one.
std::vector<v1::ResultLine> ResultLines(const std::string& text);

// Formats a game as one line of proto JSON.
std::string ToJson(const v1::GameFile& file);

// What the two verifiers print about the same files. `arbiter verify` is `ours`.
struct Verdicts {
  ProgramResult ours;
  ProgramResult theirs;
  std::vector<std::string> our_lines;
  std::vector<std::string> their_lines;
};

// Runs `arbiter verify` and clients/node/verify.mjs with the same files.
Verdicts RunVerifiers(const std::vector<std::string>& paths);

// Expects `arbiter verify` and clients/node/verify.mjs to report every game as expected, and to
// print the same line for every game that is in order.
void ExpectVerifiersAgree(const std::vector<VerifiedGame>& games);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_VERIFIERS_H_
