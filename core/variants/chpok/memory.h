#ifndef ARBITER_CORE_VARIANTS_CHPOK_MEMORY_H_
#define ARBITER_CORE_VARIANTS_CHPOK_MEMORY_H_

#include <vector>

#include "core/variants/chpok/position.h"

namespace arbiter::chpok {

// The plies on record that undos can still take back (P19), the newest last. No more are kept,
// so that it is empty where nobody can undo.
class Memory {
 public:
  // A ply that led from `before` to `after`.
  void Remember(const Position& before, const Action& action, const Position& after);
  void Clear() { plies_.clear(); }

  // Takes back two plies of a position that has an undo left for the player to move.
  void Undo(Position* position);
  bool CanUndo() const { return plies_.size() >= 2; }

  struct Ply {
    // Without undos and clocks, which an undo leaves as they are.
    Position before;
    Action action;
  };
  const std::vector<Ply>& plies() const { return plies_; }

 private:
  std::vector<Ply> plies_;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_MEMORY_H_
