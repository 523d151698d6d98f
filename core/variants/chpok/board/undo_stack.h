#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_UNDO_STACK_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_UNDO_STACK_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// The plies that undos can still take back (P19), the newest last. It holds no others, so it is
// empty if no player has an undo left.
class UndoStack {
 public:
  // Pushes a ply that is about to be made in the position `before`.
  void Remember(const Position& before, const Action& action) {
    if ((before.undos[0] | before.undos[1]) == 0) return Clear();
    Push(before, action);
  }
  void Clear() {
    plies_.clear();
    kept_ = 0;
  }

  // Takes back two plies. CanUndo() must hold, and the player to move must have an undo left.
  void Undo(Position* position);
  bool CanUndo() const { return kept_ >= 2; }

  struct Ply {
    // The position before the ply, without undos and clocks, which an undo does not restore.
    Position before;
    Action action;
  };
  std::span<const Ply> plies() const { return std::span(plies_).last(kept_); }

 private:
  void Push(const Position& before, const Action& action);

  // Only the last `kept_` plies count. Older ones stay at the front until they are erased together,
  // so that Remember() does not have to move all plies each time.
  std::vector<Ply> plies_;
  size_t kept_ = 0;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_UNDO_STACK_H_
