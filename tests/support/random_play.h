#ifndef ARBITER_TESTS_SUPPORT_RANDOM_PLAY_H_
#define ARBITER_TESTS_SUPPORT_RANDOM_PLAY_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "core/game/game.h"
#include "core/game/variant.h"

namespace arbiter::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kSanitizerSlowdown = 10;
#else
inline constexpr int kSanitizerSlowdown = 1;
#endif

// Random choices that are the same with every standard library: only the raw
// output of the engine is used, since std's distributions differ.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  // From 0 to `bound` - 1.
  size_t Below(size_t bound) { return engine_() % bound; }
  bool OneIn(size_t chances) { return Below(chances) == 0; }

 private:
  std::mt19937_64 engine_;
};

// A registered variant under one set of options.
struct GameCase {
  const Variant* variant;
  OptionMap options;

  std::unique_ptr<Game> Start() const { return *variant->Start(options); }
  // Fit for a test's name: `makruk_manual_claim`.
  std::string Name() const;
  // How GoogleTest prints a parameter.
  friend std::ostream& operator<<(std::ostream& out, const GameCase& game_case) {
    return out << game_case.Name();
  }
};

// Every registered variant under every combination of its options.
std::vector<GameCase> AllGameCases();

// All legal moves.
std::vector<std::string> TextsOf(const Game& game);
std::vector<MoveInfo> MovesOf(const Game& game);

// An action that the game takes now; mostly a move, with a liking for captures,
// sometimes a control action that mostly does not end the game. Empty: the game is over.
std::string RandomAction(const Game& game, Random& random);

// Plays random games from the start position, some of which repeat positions, each
// to its end or to `longest` actions. `visit` sees every state and the actions that led to it.
void PlayGames(
    const GameCase& game_case, int games, int longest, Random& random,
    const std::function<void(const Game& game, const std::vector<std::string>& actions)>& visit);

// A position that no game need reach: pieces of `fen` taken off, moved about and
// put on, either side to move. Empty if the variant refused all attempts.
std::string RandomSetUp(const GameCase& game_case, const std::string& fen, Random& random);

// All that an adjudication says, on one line, to compare two.
std::string ToText(const Adjudication& adjudication);
std::string ToText(const CountStatus& count);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_RANDOM_PLAY_H_
