#ifndef ARBITER_TESTS_TOOLS_TUNE_SELF_PLAY_H_
#define ARBITER_TESTS_TOOLS_TUNE_SELF_PLAY_H_

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <random>
#include <vector>

#include "core/board/color.h"
#include "core/search/alpha_beta.h"

namespace arbiter::tune {

struct SelfPlayOptions {
  // The nodes per search.
  uint64_t nodes = 1500;
  // The number of random plies at the beginning of each game, from `opening_plies` to
  // `opening_plies` + `more_opening_plies`.
  int opening_plies = 8;
  int more_opening_plies = 0;
  // Openings after which one side is ahead by more than this are discarded.
  int max_opening_value = 30'000;
  // Games that last longer are draws.
  int max_plies = 200;
  // A game is adjudicated as won once the value has exceeded `win_value` for `win_plies` plies.
  int win_value = 1200;
  int win_plies = 6;
  uint64_t seed = 1;
};

// A position of a game in which the search found a quiet best move and no forced end.
template <typename Position>
struct QuietPosition {
  Position position;
  // The value that the search returned, from White's point of view.
  int searched;
};

template <typename Position>
struct PlayedGame {
  std::vector<QuietPosition<Position>> quiet;
  // White's score: 1, 0.5 or 0.
  float result = 0.5F;
};

// What every kind of self-play under the rules R consists of.
template <typename R>
class SelfPlayBase {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;

 protected:
  SelfPlayBase(const R& rules, const Position& start, const SelfPlayOptions& options)
      : rules_(rules), start_(start), options_(options), random_(options.seed), table_(1 << 24) {}

  // Returns a number below `end`.
  int Random(int end) { return static_cast<int>(random_() % static_cast<uint64_t>(end)); }
  // Returns a random legal move; std::nullopt if there is none.
  std::optional<Move> RandomMove(const Position& position) {
    typename R::Moves moves;
    rules_.GenerateMoves(position, &moves);
    if (moves.size() == 0) return std::nullopt;
    return moves[Random(static_cast<int>(moves.size()))];
  }

  const R rules_;
  const Position start_;
  const SelfPlayOptions options_;
  std::mt19937_64 random_;
  TranspositionTable table_;
};

// Plays games of self-play under the rules R with the search model M. Equal options give equal
// games.
template <typename R, SearchModel M = typename R::SearchModel>
class SelfPlay : private SelfPlayBase<R> {
  using Base = SelfPlayBase<R>;
  using Base::options_;
  using Base::rules_;
  using Base::start_;
  using Base::table_;

 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Model = M;

  SelfPlay(const R& rules, const Position& start, const SelfPlayOptions& options)
      : Base(rules, start, options) {}

  PlayedGame<Position> PlayGame() {
    Position position = start_;
    std::vector<uint64_t> keys;
    do {
      table_.Clear();
      position = start_;
      keys = {position.key()};
    } while (!PlayOpening(&position, &keys));
    const Model model(rules_);
    PlayedGame<Position> game;
    int win_plies = 0;
    for (int ply = 0; ply < options_.max_plies; ++ply) {
      if (const auto result = ResultOf(model, position, keys)) {
        game.result = *result;
        return game;
      }
      const SearchLine<Move> line = Search(position, keys);
      const Move move = line.moves.front();
      const bool proven = line.score.kind == Score::Kind::kMate;
      const int value = ValueFor(line);
      win_plies = std::abs(value) > options_.win_value ? win_plies + 1 : 0;
      const bool white = (value > 0) == (position.turn == Color::kWhite);
      if (win_plies >= options_.win_plies && IsClear(position)) {
        game.result = white ? 1.0F : 0.0F;
        return game;
      }
      if (!proven && !model.InCheck(position) && !model.IsNoisy(position, move)) {
        game.quiet.push_back({position, position.turn == Color::kWhite ? value : -value});
      }
      MakeMove(move, &position, &keys);
    }
    return game;
  }

 private:
  SearchLine<Move> Search(const Position& position, const std::vector<uint64_t>& keys) {
    SearchQuery<Move> query;
    query.limits.nodes = options_.nodes;
    const StopToken stop;
    const ReportSink<Move> ignore_report = [](const auto& /*report*/) {};
    return AlphaBeta<R, M>(rules_, position, {keys, query, stop, &table_, ignore_report})
        .lines.front();
  }
  // Returns the value for the side to move.
  static int ValueFor(const SearchLine<Move>& line) {
    if (line.score.kind != Score::Kind::kMate) return line.score.value;
    return line.score.value > 0 ? 30'000 : -30'000;
  }
  // Returns whether a large advantage is certain to win: under a running count it may not be.
  static bool IsClear(const Position& position) {
    if constexpr (requires { position.limit; }) {
      return position.limit == 0;
    } else {
      return true;
    }
  }

  void MakeMove(const Move& move, Position* position, std::vector<uint64_t>* keys) {
    if (rules_.IsIrreversible(*position, move)) keys->clear();
    rules_.Apply(position, move);
    keys->push_back(position->key());
  }

  // Plays the random plies. Returns false if the game ended or is too unequal.
  bool PlayOpening(Position* position, std::vector<uint64_t>* keys) {
    const Model model(rules_);
    const int plies = options_.opening_plies + this->Random(options_.more_opening_plies + 1);
    for (int i = 0; i < plies; ++i) {
      const std::optional<Move> move = this->RandomMove(*position);
      if (!move) return false;
      MakeMove(*move, position, keys);
      if (ResultOf(model, *position, *keys)) return false;
    }
    if (options_.max_opening_value >= 30'000) return true;
    return std::abs(ValueFor(Search(*position, *keys))) <= options_.max_opening_value;
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
};

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TOOLS_TUNE_SELF_PLAY_H_
