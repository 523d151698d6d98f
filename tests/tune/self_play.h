#ifndef ARBITER_TESTS_TUNE_SELF_PLAY_H_
#define ARBITER_TESTS_TUNE_SELF_PLAY_H_

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include "core/search/alpha_beta.h"
#include "tests/tune/samples.h"

namespace arbiter::tune {

struct SelfPlayOptions {
  int games = 1300;
  // The nodes per search.
  uint64_t nodes = 1500;
  // The number of random plies at the beginning of each game.
  int opening_plies = 8;
  // Games that last longer are draws.
  int max_plies = 200;
  // A game is adjudicated as won once the value has exceeded `win_value` for `win_plies` plies.
  int win_value = 1200;
  int win_plies = 6;
  uint64_t seed = 1;
};

// Plays games of self-play under the rules R and collects their quiet positions. `Eval` describes
// the variant's evaluation (see main.cc). Equal options give equal samples.
template <typename R, typename Eval>
class SelfPlay {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Model = typename R::SearchModel;

  SelfPlay(const R& rules, const Position& start, const SelfPlayOptions& options)
      : rules_(rules), start_(start), options_(options), random_(options.seed), table_(1 << 24) {}

  Samples Run() {
    Samples samples;
    for (int game = 0; game < options_.games; ++game) {
      PlayGame(&samples);
      if ((game + 1) % 100 == 0) {
        std::fprintf(stderr, "%d games, %zu positions\n", game + 1, samples.size());
      }
    }
    return samples;
  }

 private:
  void PlayGame(Samples* samples) {
    Position position = start_;
    std::vector<uint64_t> keys = {position.key()};
    while (!PlayOpening(&position, &keys)) {
      position = start_;
      keys = {position.key()};
    }
    table_.Clear();
    const Model model(rules_);
    const size_t first = samples->size();
    int win_plies = 0;
    for (int ply = 0; ply < options_.max_plies; ++ply) {
      if (const auto result = ResultOf(model, position, keys)) {
        samples->SetResult(first, *result);
        return;
      }
      SearchQuery<Move> query;
      query.limits.nodes = options_.nodes;
      const StopToken stop;
      const auto report =
          AlphaBeta(rules_, position, keys, query, stop, &table_, [](const auto&) {});
      const SearchLine<Move>& line = report.lines.front();
      const Move move = line.moves.front();
      const bool proven = line.score.kind == Score::Kind::kMate;
      const int value = proven ? (line.score.value > 0 ? 30'000 : -30'000) : line.score.value;
      win_plies = std::abs(value) > options_.win_value ? win_plies + 1 : 0;
      if (win_plies >= options_.win_plies) {
        const bool white = (value > 0) == (position.turn == Color::kWhite);
        samples->SetResult(first, white ? 1.0F : 0.0F);
        return;
      }
      if (!proven && !model.InCheck(position) && !model.IsNoisy(position, move)) {
        Eval::Sample(position, position.turn == Color::kWhite ? value : -value, samples);
      }
      MakeMove(move, &position, &keys);
    }
    samples->SetResult(first, 0.5F);
  }

  void MakeMove(const Move& move, Position* position, std::vector<uint64_t>* keys) {
    if (rules_.IsIrreversible(*position, move)) keys->clear();
    rules_.Apply(position, move);
    keys->push_back(position->key());
  }

  // Plays the random plies. Returns false if the game ended.
  bool PlayOpening(Position* position, std::vector<uint64_t>* keys) {
    const Model model(rules_);
    for (int i = 0; i < options_.opening_plies; ++i) {
      typename R::Moves moves;
      rules_.GenerateMoves(*position, &moves);
      if (moves.size() == 0) return false;
      MakeMove(moves[static_cast<int>(random_() % static_cast<uint64_t>(moves.size()))], position,
               keys);
      if (ResultOf(model, *position, *keys)) return false;
    }
    return true;
  }

  // Returns White's score; std::nullopt if the game is not over.
  std::optional<float> ResultOf(const Model& model, const Position& position,
                                const std::vector<uint64_t>& keys) {
    std::optional<Verdict> verdict = model.FindEnd(position);
    if (!verdict) {
      typename R::Moves moves;
      rules_.GenerateMoves(position, &moves);
      if (moves.size() == 0) verdict = model.NoMovesResult(position, model.InCheck(position));
    }
    if (!verdict && Model::kRepeats && std::count(keys.begin(), keys.end(), keys.back()) >= 3) {
      verdict = Verdict::kDraw;
    }
    if (!verdict) return std::nullopt;
    const float own = *verdict == Verdict::kWin ? 1.0F : *verdict == Verdict::kDraw ? 0.5F : 0.0F;
    return position.turn == Color::kWhite ? own : 1 - own;
  }

  const R rules_;
  const Position start_;
  const SelfPlayOptions options_;
  std::mt19937_64 random_;
  TranspositionTable table_;
};

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TUNE_SELF_PLAY_H_
