#ifndef ARBITER_TESTS_SUPPORT_RANDOM_PLAY_H_
#define ARBITER_TESTS_SUPPORT_RANDOM_PLAY_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.h"
#include "core/game/variant.h"
#include "tests/support/detail.h"

namespace arbiter::testing {

// Tests divide their repetitions by this number, because sanitizers slow them down.
#ifdef ARBITER_SANITIZED
inline constexpr int kSanitizerSlowdown = 10;
#else
inline constexpr int kSanitizerSlowdown = 1;
#endif

// Random numbers that are the same with every standard library. They use only the raw output of the
// engine, because the distributions of std differ between libraries.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  // Returns a number from 0 to `bound` - 1.
  size_t Below(size_t bound) { return engine_() % bound; }
  // Returns true with a probability of one in `chances`.
  bool OneIn(size_t chances) { return Below(chances) == 0; }
  // Returns a seed for the random draws of a game.
  std::string Seed() { return "the seed numbered " + std::to_string(Below(1'000'000)); }

 private:
  std::mt19937_64 engine_;
};

// The seed of random set-ups.
inline constexpr std::string_view kSeed = "0123456789abcdef";

// A registered variant under one set of options.
struct GameCase {
  const Variant* variant;
  OptionMap options;

  // Starts a game. A random set-up is drawn from kSeed.
  std::unique_ptr<Game> Start() const { return *variant->Start(options, kSeed, nullptr); }
  // Returns a name that is valid in the name of a test, for example `makruk_manual_claim`.
  std::string Name() const;
  // Prints the case as the parameter of a test.
  friend std::ostream& operator<<(std::ostream& out, const GameCase& game_case) {
    return out << game_case.Name();
  }
};

// Returns every registered variant under every combination of its options, and once with clocks,
// except that Chpok appears only under the options of ChpokOptionSets().
std::vector<GameCase> AllGameCases();

// Return all legal moves: only their action texts, or in full.
std::vector<std::string> TextsOf(const Game& game);
std::vector<MoveInfo> MovesOf(const Game& game);

// Returns an action text without the outcomes that follow it: `b1c3` for `b1c3{egg=koopa}`.
std::string_view WithoutOutcomes(std::string_view text);

// Returns a legal action, which may need a seed; an empty string if the game is over. The action is
// usually a move, with a preference for captures and random draws. Sometimes it is a control
// action, which rarely ends the game.
std::string RandomAction(const Game& game, Random& random);

// Plays random games from the start position, each to its end or to `max_actions` actions. Some of
// them repeat positions. `visit` is called with every state and the actions that led to it, which
// include their outcomes. Random draws follow from `seed`. If `seed` is empty, each game has a
// different seed.
void PlayGames(
    const GameCase& game_case, int games, int max_actions, Random& random,
    const std::function<void(const Game& game, const std::vector<std::string>& actions)>& visit,
    std::string_view seed = "");

// Returns the FEN of the start position, or of the first board position after random bids.
std::string FirstBoardOf(const GameCase& game_case);

// Returns the FEN of a random position that need not be reachable: the board of `fen` with pieces
// and objects removed, moved and added at random, and a random side to move. Returns an empty
// string in the bidding phase, or if the variant refuses a hundred attempts.
std::string RandomSetUp(const GameCase& game_case, const std::string& fen, Random& random);

// Formats everything in an adjudication on one line, for comparison.
std::string ToText(const Adjudication& adjudication);
std::string ToText(const makruk::CountStatus& count);
// Formats the adjudication of a game, including a running count.
std::string ToText(const Game& game);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_RANDOM_PLAY_H_
