#ifndef ARBITER_CORE_GAME_HISTORY_H_
#define ARBITER_CORE_GAME_HISTORY_H_

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arbiter {

// The repetition keys of the positions that can still recur: those since the last irreversible
// move, the current position last (rulings C4, C10).
class History {
 public:
  // The maximum number of keys. No real game has this many moves without a capture or a pawn move.
  // Beyond it the oldest positions are forgotten, so that snapshots cannot grow without limit.
  static constexpr size_t kMaxKeys = 20'000;

  // Starts a history with one position. If `complete`, no earlier position can recur.
  History(uint64_t key, bool complete) : complete_(complete) { Add(key); }
  // Restores a history from 1 to kMaxKeys keys.
  History(std::vector<uint64_t> keys, bool complete) : keys_(std::move(keys)), complete_(complete) {
    for (const uint64_t key : keys_) filter_.set(FilterIndex(key));
    occurrences_ = CountCurrent();
  }

  void Push(uint64_t key, bool irreversible) {
    if (irreversible) {
      if (keys_.size() < kFilterSize / 64) {
        for (const uint64_t old : keys_) filter_.reset(FilterIndex(old));
      } else {
        filter_.reset();
      }
      keys_.clear();
      complete_ = true;
    }
    if (keys_.size() == kMaxKeys) {
      keys_.erase(keys_.begin(), keys_.begin() + kMaxKeys / 2);
      complete_ = false;
    }
    Add(key);
  }

  // The number of times that the current position occurs.
  int Occurrences() const { return occurrences_; }
  bool complete() const { return complete_; }
  const std::vector<uint64_t>& keys() const { return keys_; }

 private:
  // The number of bits of `filter_`. Different keys may share a bit.
  static constexpr size_t kFilterSize = 4096;
  static size_t FilterIndex(uint64_t key) { return key % kFilterSize; }

  void Add(uint64_t key) {
    keys_.push_back(key);
    const size_t index = FilterIndex(key);
    occurrences_ = filter_[index] ? CountCurrent() : 1;
    filter_.set(index);
  }
  int CountCurrent() const {
    return static_cast<int>(std::count(keys_.begin(), keys_.end(), keys_.back()));
  }

  std::vector<uint64_t> keys_;
  // The bits of all keys are set, and possibly others. Most positions are new and find their bit
  // clear, so that a long history need not be scanned.
  std::bitset<kFilterSize> filter_;
  int occurrences_ = 0;
  bool complete_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_HISTORY_H_
