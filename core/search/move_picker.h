#ifndef ARBITER_CORE_SEARCH_MOVE_PICKER_H_
#define ARBITER_CORE_SEARCH_MOVE_PICKER_H_

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/history.h"

namespace arbiter {

template <typename Move>
struct ScoredMove {
  Move move;
  int score;
};

// Where the moves of all positions on a line are kept, those of the latest last.
template <typename Move>
using MoveArena = std::vector<ScoredMove<Move>>;

// Hands out the moves of one position, the promising ones first: the table's, captures that do
// not lose material, killers, quiet moves by their history, losing captures. Each stage is made
// only when it is reached.
template <typename M>
class MovePicker {
 public:
  using Position = typename M::Position;
  using Move = typename M::Move;

  enum class Stage { kTable, kMakeNoisy, kNoisy, kKillers, kMakeQuiet, kQuiet, kBadNoisy, kDone };

  // All refer to what outlives this, and pickers on one arena end in reverse order. `killers` may
  // hold nothing.
  MovePicker(const M& model, const Position& position, const Histories<M>& histories,
             std::optional<Move> table_move, const std::optional<Move> (&killers)[2],
             const int (&before)[2], MoveArena<Move>* arena)
      : model_(model),
        position_(position),
        histories_(histories),
        table_move_(table_move),
        killers_{killers[0], killers[1]},
        before_{before[0], before[1]},
        arena_(*arena),
        begin_(arena->size()) {}
  ~MovePicker() { arena_.resize(begin_, ScoredMove<Move>{}); }
  MovePicker(const MovePicker&) = delete;
  MovePicker& operator=(const MovePicker&) = delete;

  // Only captures from now on, also where the quiet moves have begun.
  void SkipQuiet() { skips_quiet_ = true; }

  std::optional<Move> Next() {
    switch (stage_) {
      case Stage::kTable:
        stage_ = Stage::kMakeNoisy;
        if (table_move_) return table_move_;
        [[fallthrough]];
      case Stage::kMakeNoisy:
        model_.VisitNoisy(position_, [this](Move move) {
          arena_.push_back({move, 16 * model_.GainOf(position_, move) -
                                      model_.MoverValue(position_, move) +
                                      histories_.Noisy(EntryOf(move)) / 8});
        });
        stage_ = Stage::kNoisy;
        at_ = bad_ = begin_;
        [[fallthrough]];
      case Stage::kNoisy:
        while (at_ < arena_.size()) {
          const ScoredMove<Move> best = PickBest();
          if (IsTableMove(best.move)) continue;
          if (!model_.ExchangeGains(position_, best.move, 0)) {
            arena_[bad_++] = best;
            continue;
          }
          return best.move;
        }
        stage_ = Stage::kKillers;
        [[fallthrough]];
      case Stage::kKillers:
        while (killer_ < 2 && !skips_quiet_) {
          const std::optional<Move>& killer = killers_[killer_++];
          if (!killer || IsTableMove(*killer)) continue;
          const std::optional<Move> playable = M::Decode(position_, M::Code(*killer));
          if (playable && !model_.IsNoisy(position_, *playable)) return playable;
        }
        stage_ = Stage::kMakeQuiet;
        [[fallthrough]];
      case Stage::kMakeQuiet:
        at_ = arena_.size();
        if (!skips_quiet_) {
          model_.VisitQuiet(position_, [this](Move move) {
            arena_.push_back({move, histories_.Quiet(EntryOf(move), before_)});
          });
        }
        stage_ = Stage::kQuiet;
        [[fallthrough]];
      case Stage::kQuiet:
        while (!skips_quiet_ && at_ < arena_.size()) {
          const ScoredMove<Move> best = PickBest();
          if (!IsTableMove(best.move) && !IsKiller(best.move)) return best.move;
        }
        stage_ = Stage::kBadNoisy;
        at_ = begin_;
        [[fallthrough]];
      case Stage::kBadNoisy:
        if (at_ < bad_) return arena_[at_++].move;
        stage_ = Stage::kDone;
        [[fallthrough]];
      case Stage::kDone:
        break;
    }
    return std::nullopt;
  }

  // Whether the last move was a capture that loses material.
  bool IsBad() const { return stage_ == Stage::kBadNoisy; }

  typename Histories<M>::Entry EntryOf(Move move) const {
    return {static_cast<int>(position_.turn), M::FromIndex(move), M::ToIndex(move),
            M::PieceSquare(position_, move)};
  }

 private:
  bool IsTableMove(Move move) const { return table_move_ && *table_move_ == move; }
  // By code: another piece may have made the killer, and promote where that one did not.
  bool IsKiller(Move move) const {
    const auto is = [&move](const std::optional<Move>& killer) {
      return killer && M::Code(*killer) == M::Code(move);
    };
    return is(killers_[0]) || is(killers_[1]);
  }
  // Brings the best of the rest to the front and steps over it. Equal ones keep an order that
  // depends on the position alone.
  ScoredMove<Move> PickBest() {
    size_t best = at_;
    for (size_t i = at_ + 1; i < arena_.size(); ++i) {
      if (arena_[i].score > arena_[best].score) best = i;
    }
    std::swap(arena_[at_], arena_[best]);
    return arena_[at_++];
  }

  const M& model_;
  const Position& position_;
  const Histories<M>& histories_;
  const std::optional<Move> table_move_;
  const std::optional<Move> killers_[2];
  const int before_[2];
  MoveArena<Move>& arena_;
  // Our moves begin here.
  const size_t begin_;
  Stage stage_ = Stage::kTable;
  bool skips_quiet_ = false;
  int killer_ = 0;
  // The captures that lose material end here.
  size_t bad_ = 0;
  // The next one to look at.
  size_t at_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_MOVE_PICKER_H_
