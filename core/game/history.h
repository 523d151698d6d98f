#ifndef ARBITER_CORE_GAME_HISTORY_H_
#define ARBITER_CORE_GAME_HISTORY_H_

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <utility>
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
  History(uint64_t key, bool complete) : complete_(complete) { Add(key); }
  // `keys` is not empty and no longer than kMostKeys.
  History(std::vector<uint64_t> keys, bool complete) : keys_(std::move(keys)), complete_(complete) {
    for (const uint64_t key : keys_) seen_.set(SeenIndex(key));
    occurrences_ = CountPresent();
  }

  void Push(uint64_t key, bool irreversible) {
    if (irreversible) {
      seen_.reset();
      keys_.clear();
      complete_ = true;
    }
    if (keys_.size() == kMostKeys) {
      keys_.erase(keys_.begin(), keys_.begin() + kMostKeys / 2);
      complete_ = false;
    }
    Add(key);
  }

  // How often the present position is among them.
  int Occurrences() const { return occurrences_; }
  bool complete() const { return complete_; }
  const std::vector<uint64_t>& keys() const { return keys_; }

 private:
  // Keys with equal indices may differ.
  static constexpr size_t kSeenIndices = 4096;
  static size_t SeenIndex(uint64_t key) { return key % kSeenIndices; }

  void Add(uint64_t key) {
    keys_.push_back(key);
    const size_t index = SeenIndex(key);
    occurrences_ = seen_[index] ? CountPresent() : 1;
    seen_.set(index);
  }
  int CountPresent() const {
    return static_cast<int>(std::count(keys_.begin(), keys_.end(), keys_.back()));
  }

  std::vector<uint64_t> keys_;
  // Holds the index of every key, and maybe others: most positions are new, and need not be looked
  // for in a long game.
  std::bitset<kSeenIndices> seen_;
  int occurrences_ = 0;
  bool complete_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_HISTORY_H_
