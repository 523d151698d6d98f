#ifndef ARBITER_CORE_SEARCH_ALPHA_BETA_WORKER_H_
#define ARBITER_CORE_SEARCH_ALPHA_BETA_WORKER_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/board/board.h"
#include "core/search/history.h"
#include "core/search/model.h"
#include "core/search/move_picker.h"
#include "core/search/reductions.h"
#include "core/search/search_clock.h"
#include "core/search/transposition_table.h"
#include "core/search/value.h"

namespace arbiter {

// One thread's principal-variation search. The threads of an analysis share a table and a clock.
template <SearchModel M>
class AlphaBetaWorker {
 public:
  using Position = typename M::Position;
  using Move = typename M::Move;

  // A legal move at the root and what it was found to lead to.
  struct RootMove {
    Move move;
    Value value = -kInfinite;
    // Of the last iteration that looked at it fully.
    Value previous = -kInfinite;
    std::vector<Move> line;
  };

  // `history` are the repetition keys of the game, the root's last. The references outlive this.
  AlphaBetaWorker(const M& model, const Position& root, const std::vector<uint64_t>& history,
                  SearchClock* clock, TranspositionTable* table)
      : model_(model), clock_(*clock), table_(*table), history_(history), frames_(kMostPly + 4) {
    frames_[0].position = root;
    frames_[0].in_check = model.InCheck(root);
  }

  // The value of the best of the root moves from `first` on, which comes to stand at `first`,
  // within a window. Meaningless once stopped().
  Value SearchRoot(std::vector<RootMove>* moves, size_t first, Value alpha, Value beta, int depth);

  // From now on searches every move to full depth, so that what it finds is exact, and stops after
  // `nodes` more.
  void BeginExact(uint64_t nodes) {
    exact_ = true;
    exact_end_ = nodes_ + nodes;
  }
  // Searches as before.
  void EndExact() {
    exact_ = false;
    if (ran_out_) stopped_ = ran_out_ = false;
  }
  // A new iteration begins.
  void BeginDepth() { selective_depth_ = 0; }

  bool stopped() const { return stopped_; }
  uint64_t nodes() const { return nodes_; }
  int selective_depth() const { return selective_depth_; }

 private:
  // Quiescence: its plies at most, those in which all captures that lose nothing are looked at, and
  // how many of them later.
  static constexpr int kMostQuiescence = 24;
  static constexpr int kWideQuiescence = 4;
  static constexpr int kDeepCaptures = 2;

  // What belongs to one ply of the line that is looked at.
  struct Frame {
    Position position;
    uint64_t key = 0;
    bool in_check = false;
    // Plies since something that cannot be undone; counted from the root.
    int reversible = 0;
    // What move led on from here.
    int piece_square = Histories<M>::kNoContext;
    Value eval = 0;
    std::optional<Move> killers[2];
    // Left out, to see whether others are as good.
    std::optional<Move> excluded;
    std::vector<Move> line;
    // Quiet moves tried here.
    std::vector<Move> quiets;
  };
  using Entry = typename Histories<M>::Entry;

  template <bool kPv>
  Value Search(int ply, Value alpha, Value beta, int depth, bool cut_node);
  template <bool kPv>
  Value Quiesce(int ply, Value alpha, Value beta, int depth);

  // Whether to stop now; asked at every node.
  bool MustStop() {
    if (stopped_) return true;
    ++nodes_;
    if (clock_.Tick(nodes_)) {
      stopped_ = true;
    } else if (exact_ && nodes_ > exact_end_) {
      stopped_ = ran_out_ = true;
    }
    return stopped_;
  }
  bool IsRepetition(int ply) const;
  // Makes a move; false if it is not legal.
  bool Enter(int ply, Move move) {
    Frame& frame = frames_[ply];
    Frame& next = frames_[ply + 1];
    if (!model_.Play(frame.position, frame.in_check, move, &next.position)) return false;
    frame.piece_square = M::PieceSquare(frame.position, move);
    next.in_check = model_.InCheck(next.position);
    next.reversible = 0;
    if constexpr (M::kRepeats) {
      next.key = next.position.key();
      if (!model_.IsIrreversible(frame.position, move)) next.reversible = frame.reversible + 1;
    }
    return true;
  }
  void EnterNull(int ply) {
    Frame& next = frames_[ply + 1];
    next.position = frames_[ply].position;
    model_.Pass(&next.position);
    frames_[ply].piece_square = Histories<M>::kNoContext;
    next.in_check = false;
    next.key = 0;
    next.reversible = 0;
  }
  uint64_t TableKey(const Position& position) const {
    return model_.TableKey(position) ^ (exact_ ? Mix64(1) : 0);
  }
  void ContextOf(int ply, int (&before)[2]) const {
    before[0] = ply >= 1 ? frames_[ply - 1].piece_square : Histories<M>::kNoContext;
    before[1] = ply >= 2 ? frames_[ply - 2].piece_square : Histories<M>::kNoContext;
  }
  void TakeLine(int ply, Move move) {
    std::vector<Move>& line = frames_[ply].line;
    const std::vector<Move>& rest = frames_[ply + 1].line;
    line.assign(1, move);
    line.insert(line.end(), rest.begin(), rest.end());
  }
  // A quiet move refuted what was tried before.
  void Reward(int ply, Move best, const std::vector<Move>& quiets, const int (&before)[2],
              int depth);
  Entry EntryOf(const Position& position, Move move) const {
    return {static_cast<int>(position.turn), M::FromIndex(move), M::ToIndex(move),
            M::PieceSquare(position, move)};
  }

  const M model_;
  SearchClock& clock_;
  TranspositionTable& table_;
  const std::vector<uint64_t>& history_;
  std::vector<Frame> frames_;
  MoveArena<Move> arena_;
  Histories<M> histories_;
  uint64_t nodes_ = 0;
  int selective_depth_ = 0;
  int root_depth_ = 0;
  int null_allowed_from_ = 0;
  bool exact_ = false;
  uint64_t exact_end_ = 0;
  bool ran_out_ = false;
  bool stopped_ = false;
};

}  // namespace arbiter

#include "core/search/alpha_beta_nodes.h"  // IWYU pragma: export

#endif  // ARBITER_CORE_SEARCH_ALPHA_BETA_WORKER_H_
