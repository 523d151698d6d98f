#ifndef ARBITER_CORE_SEARCH_MOVE_PICKER_H_
#define ARBITER_CORE_SEARCH_MOVE_PICKER_H_

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/history.h"
#include "core/search/parameters.h"

namespace arbiter {

template <typename Move>
struct ScoredMove {
  Move move;
  int score;
};

// A stack with the move lists of all positions on the current line.
template <typename Move>
using MoveArena = std::vector<ScoredMove<Move>>;

// Returns the pseudo-legal moves of one position in stages, the most promising first: the
// transposition table's move, captures that do not lose material, killers, quiet moves by history
// score, checks and threats, and losing captures. The moves of a stage are generated when it
// begins.
template <typename M>
class MovePicker {
 public:
  using Position = typename M::Position;
  using Move = typename M::Move;

  enum class Stage {
    kTableMove,
    kGenerateNoisy,
    kNoisy,
    kKillers,
    kGenerateQuiet,
    kQuiet,
    kLosingNoisy,
    kDone
  };

  // The referenced arguments must outlive the picker, and the pickers of one arena must be
  // destroyed in reverse order. `killers` may be empty.
  MovePicker(const M& model, const Position& position, const Histories<M>& histories,
             std::optional<Move> table_move, const std::optional<Move> (&killers)[2],
             const typename Histories<M>::PreviousMoves& previous, MoveArena<Move>* arena)
      : model_(model),
        position_(position),
        histories_(histories),
        table_move_(table_move),
        killers_{killers[0], killers[1]},
        previous_(previous),
        arena_(*arena),
        begin_(arena->size()) {}
  ~MovePicker() { arena_.resize(begin_, ScoredMove<Move>{}); }
  MovePicker(const MovePicker&) = delete;
  MovePicker& operator=(const MovePicker&) = delete;

  // Skips all quiet moves that have not been returned yet.
  void SkipQuiet() { skip_quiet_ = true; }

  // Returns the next move; std::nullopt after the last.
  std::optional<Move> Next() {
    switch (stage_) {
      case Stage::kTableMove:
        stage_ = Stage::kGenerateNoisy;
        if (table_move_) return table_move_;
        [[fallthrough]];
      case Stage::kGenerateNoisy:
        model_.VisitNoisy(position_, [this](Move move) {
          arena_.push_back({move, 16 * model_.CaptureValue(position_, move) -
                                      model_.MoverValue(position_, move) +
                                      histories_.Noisy(EntryOf(move)) / 8});
        });
        stage_ = Stage::kNoisy;
        next_ = losing_end_ = begin_;
        [[fallthrough]];
      case Stage::kNoisy:
        while (next_ < arena_.size()) {
          const ScoredMove<Move> best = PickBest();
          if (IsTableMove(best.move)) continue;
          if (!model_.SeeAtLeast(position_, best.move, 0)) {
            arena_[losing_end_++] = best;
            continue;
          }
          return best.move;
        }
        stage_ = Stage::kKillers;
        [[fallthrough]];
      case Stage::kKillers:
        while (next_killer_ < 2 && !skip_quiet_) {
          const std::optional<Move>& killer = killers_[next_killer_++];
          if (!killer || IsTableMove(*killer)) continue;
          const std::optional<Move> playable = M::Decode(position_, M::Code(*killer));
          if (playable && !model_.IsNoisy(position_, *playable)) return playable;
        }
        stage_ = Stage::kGenerateQuiet;
        [[fallthrough]];
      case Stage::kGenerateQuiet:
        next_ = arena_.size();
        if (!skip_quiet_) {
          const SearchParameters& p = M::parameters();
          const auto threats = model_.ThreatsTo(position_);
          model_.VisitQuiet(position_, [&](Move move) {
            int score = histories_.Quiet(EntryOf(move), previous_);
            if (model_.GivesCheck(position_, move)) score += p.check_order_bonus;
            score +=
                model_.ThreatsEscaped(threats, position_, move) * p.threat_order_percent * 16 / 100;
            arena_.push_back({move, score});
          });
        }
        stage_ = Stage::kQuiet;
        [[fallthrough]];
      case Stage::kQuiet:
        while (!skip_quiet_ && next_ < arena_.size()) {
          const ScoredMove<Move> best = PickBest();
          if (!IsTableMove(best.move) && !IsKiller(best.move)) return best.move;
        }
        stage_ = Stage::kLosingNoisy;
        next_ = begin_;
        [[fallthrough]];
      case Stage::kLosingNoisy:
        if (next_ < losing_end_) return arena_[next_++].move;
        stage_ = Stage::kDone;
        [[fallthrough]];
      case Stage::kDone:
        break;
    }
    return std::nullopt;
  }

  // Returns whether the last move that Next() returned was a capture that loses material.
  bool IsLosingCapture() const { return stage_ == Stage::kLosingNoisy; }

  typename Histories<M>::Entry EntryOf(Move move) const {
    return Histories<M>::EntryOf(position_, move);
  }

 private:
  bool IsTableMove(Move move) const { return table_move_ && *table_move_ == move; }
  // Compares codes, because the killer may come from a position with another piece on the start
  // square, so that one of the two moves promotes and the other does not.
  bool IsKiller(Move move) const {
    const auto matches = [&move](const std::optional<Move>& killer) {
      return killer && M::Code(*killer) == M::Code(move);
    };
    return matches(killers_[0]) || matches(killers_[1]);
  }
  // Returns the remaining move with the highest score. The order of equal scores depends only on
  // the position.
  ScoredMove<Move> PickBest() {
    size_t best = next_;
    for (size_t i = next_ + 1; i < arena_.size(); ++i) {
      if (arena_[i].score > arena_[best].score) best = i;
    }
    std::swap(arena_[next_], arena_[best]);
    return arena_[next_++];
  }

  const M& model_;
  const Position& position_;
  const Histories<M>& histories_;
  const std::optional<Move> table_move_;
  const std::optional<Move> killers_[2];
  const typename Histories<M>::PreviousMoves previous_;
  MoveArena<Move>& arena_;
  // The index of this picker's first move in the arena.
  const size_t begin_;
  Stage stage_ = Stage::kTableMove;
  bool skip_quiet_ = false;
  int next_killer_ = 0;
  // The end of the losing captures, which begin at `begin_`.
  size_t losing_end_ = 0;
  // The index of the next move.
  size_t next_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_MOVE_PICKER_H_
