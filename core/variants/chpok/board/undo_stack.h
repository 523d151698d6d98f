#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_UNDO_STACK_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_UNDO_STACK_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// The plies on record that undos can still take back (P19), the newest last. No more are kept,
// so that it is empty where nobody can undo.
class UndoStack {
 public:
  // A ply that led from `before` to `after`.
  void Remember(const Position& before, const Action& action, const Position& after);
  void Clear() {
    plies_.clear();
    kept_ = 0;
  }

  // Takes back two plies of a position that has an undo left for the player to move.
  void Undo(Position* position);
  bool CanUndo() const { return kept_ >= 2; }

  struct Ply {
    // Without undos and clocks, which an undo leaves as they are.
    Position before;
    Action action;
  };
  std::span<const Ply> plies() const { return std::span(plies_).last(kept_); }

 private:
  // The last of them are kept; others are left in front for a while, so that not every ply moves
  // all up.
  std::vector<Ply> plies_;
  size_t kept_ = 0;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_UNDO_STACK_H_
