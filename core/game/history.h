#ifndef ARBITER_CORE_GAME_HISTORY_H_
#define ARBITER_CORE_GAME_HISTORY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arbiter {

// The repetition keys of the positions that could still recur: those since the
// last irreversible move, the present one last (rulings C4, C10).
class History {
 public:
  // No game makes so many moves without a capture or a pawn's step; past it the
  // oldest positions are forgotten, so that nobody can make a snapshot grow for ever.
  static constexpr size_t kMostKeys = 20'000;

  // `complete`: no earlier position could recur.
  History(uint64_t key, bool complete) : keys_{key}, complete_(complete) {}
  // `keys` is not empty and no longer than kMostKeys.
  History(std::vector<uint64_t> keys, bool complete)
      : keys_(std::move(keys)), complete_(complete) {}

  void Push(uint64_t key, bool irreversible) {
    if (irreversible) {
      keys_.clear();
      complete_ = true;
    }
    if (keys_.size() == kMostKeys) {
      keys_.erase(keys_.begin(), keys_.begin() + kMostKeys / 2);
      complete_ = false;
    }
    keys_.push_back(key);
  }

  // How often the present position is among them.
  int Occurrences() const {
    return static_cast<int>(std::count(keys_.begin(), keys_.end(), keys_.back()));
  }
  bool complete() const { return complete_; }
  const std::vector<uint64_t>& keys() const { return keys_; }

 private:
  std::vector<uint64_t> keys_;
  bool complete_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_HISTORY_H_
