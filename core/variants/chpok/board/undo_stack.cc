#include "core/variants/chpok/board/undo_stack.h"

#include <algorithm>

namespace arbiter::chpok {

void UndoStack::Push(const Position& before, const Action& action) {
  // Each undo takes back two plies.
  const size_t wanted = 2 * (size_t{before.undos[0]} + before.undos[1]);
  Ply& ply = plies_.emplace_back();
  ply.before = before;
  ply.before.undos = {};
  ply.before.clocks.reset();
  ply.action = action;
  kept_ = std::min(kept_ + 1, wanted);
  if (plies_.size() >= 2 * wanted) {
    plies_.erase(plies_.begin(), plies_.end() - static_cast<std::ptrdiff_t>(kept_));
  }
}

void UndoStack::Undo(Position* position) {
  plies_.pop_back();
  Position restored = plies_.back().before;
  plies_.pop_back();
  kept_ -= 2;
  restored.undos = position->undos;
  --restored.undos[static_cast<size_t>(Index(restored.turn))];
  restored.clocks = position->clocks;
  *position = restored;
}

}  // namespace arbiter::chpok
