#ifndef ARBITER_TESTS_TOOLS_TUNE_CHANCE_SELF_PLAY_H_
#define ARBITER_TESTS_TOOLS_TUNE_CHANCE_SELF_PLAY_H_

#include <optional>

#include "core/board/color.h"
#include "core/rules/roles.h"
#include "core/search/expectimax.h"
#include "tests/tools/tune/self_play.h"

namespace arbiter::tune {

// Plays games of self-play under stochastic rules R. Equal options give equal games.
template <typename R>
class ChanceSelfPlay : private SelfPlayBase<R> {
  using Base = SelfPlayBase<R>;
  using Base::options_;
  using Base::rules_;
  using Base::start_;
  using Base::table_;

 public:
  using Position = typename R::Position;
  using Move = typename R::Move;

  ChanceSelfPlay(const R& rules, const Position& start, const SelfPlayOptions& options)
      : Base(rules, start, options) {}

  PlayedGame<Position> PlayGame() {
    Position position = start_;
    table_.Clear();
    while (!PlayOpening(&position)) position = start_;
    const typename R::SearchModel model(rules_);
    PlayedGame<Position> game;
    for (int ply = 0; ply < options_.max_plies; ++ply) {
      if (const std::optional<End> end = rules_.FindEnd(position, 1)) {
        const std::optional<Color> winner = WinnerOf(end->result);
        game.result = !winner ? 0.5F : *winner == Color::kWhite ? 1.0F : 0.0F;
        return game;
      }
      const SearchLine<Move> line = Search(position);
      const Move move = line.moves.front();
      if (line.score.kind != Score::Kind::kMate && model.CaptureValue(position, move) == 0) {
        const int value = line.score.value;
        game.quiet.push_back({position, position.turn == Color::kWhite ? value : -value});
      }
      MakeMove(move, &position);
    }
    return game;
  }

 private:
  SearchLine<Move> Search(const Position& position) {
    SearchQuery<Move> query;
    query.limits.nodes = options_.nodes;
    const StopToken stop;
    return Expectimax(rules_, position, {{}, query, stop, &table_, [](const auto&) {}})
        .lines.front();
  }

  // Makes a move, all of whose random draws are equally likely.
  void MakeMove(const Move& move, Position* position) {
    auto resolution = rules_.Resolve(*position, move, nullptr);
    while (const int candidates = resolution.candidates()) {
      resolution.Choose(this->Random(candidates));
    }
    *position = resolution.after();
  }

  // Plays the random plies; returns false if the game ended.
  bool PlayOpening(Position* position) {
    for (int i = 0; i < options_.opening_plies; ++i) {
      const std::optional<Move> move = this->RandomMove(*position);
      if (!move) return false;
      MakeMove(*move, position);
      if (rules_.FindEnd(*position, 1)) return false;
    }
    return true;
  }
};

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TOOLS_TUNE_CHANCE_SELF_PLAY_H_
