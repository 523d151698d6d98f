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
  // For what a game draws.
  std::string Seed() { return "the seed numbered " + std::to_string(Below(1'000'000)); }

 private:
  std::mt19937_64 engine_;
};

// Decides what a set-up draws.
inline constexpr std::string_view kSeed = "0123456789abcdef";

// A registered variant under one set of options.
struct GameCase {
  const Variant* variant;
  OptionMap options;

  // With the set-up that kSeed draws, where it is random.
  std::unique_ptr<Game> Start() const { return *variant->Start(options, kSeed, nullptr); }
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

// An action text without the outcomes behind it: `b1c3` of `b1c3{egg=koopa}`.
std::string_view WithoutOutcomes(std::string_view text);

// An action that the game takes now, if need be with a seed; mostly a move, with a liking
// for captures and draws, sometimes a control action that mostly does not end the game.
// Empty: the game is over.
std::string RandomAction(const Game& game, Random& random);

// Plays random games from the start position, some of which repeat positions, each
// to its end or to `longest` actions. `visit` sees every state and the actions that led to it,
// with their outcomes. `seed` decides what is drawn; empty: another one each game.
void PlayGames(
    const GameCase& game_case, int games, int longest, Random& random,
    const std::function<void(const Game& game, const std::vector<std::string>& actions)>& visit,
    std::string_view seed = "");

// The FEN of the start, or of a board that a bidding leads to.
std::string FirstBoardOf(const GameCase& game_case);

// A position that no game need reach: what stands and lies on the board of `fen` taken off,
// moved about and put on, either side to move. Empty if the variant refused all attempts, and
// for a bidding.
std::string RandomSetUp(const GameCase& game_case, const std::string& fen, Random& random);

// All that an adjudication says, on one line, to compare two.
std::string ToText(const Adjudication& adjudication);
std::string ToText(const makruk::CountStatus& count);
// The same of a game, with a running count.
std::string ToText(const Game& game);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_RANDOM_PLAY_H_
