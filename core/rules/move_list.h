#ifndef ARBITER_CORE_RULES_MOVE_LIST_H_
#define ARBITER_CORE_RULES_MOVE_LIST_H_

#include <array>
#include <cassert>
#include <type_traits>

namespace arbiter {

// A list of moves that never allocates. `Capacity` is the variant's upper bound on the number of
// moves in any position.
template <typename Move, int Capacity>
class MoveList {
  // A list is created at every node of a tree, so its moves must not be initialized.
  static_assert(std::is_trivially_default_constructible_v<Move>);

 public:
  void Add(const Move& move) {
    assert(size_ < Capacity);
    moves_[size_++] = move;
  }
  void Clear() { size_ = 0; }
  int size() const { return size_; }
  const Move& operator[](int i) const { return moves_[i]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  int size_ = 0;
  std::array<Move, Capacity> moves_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_MOVE_LIST_H_
