#ifndef ARBITER_CORE_SEARCH_TRANSPOSITION_TABLE_H_
#define ARBITER_CORE_SEARCH_TRANSPOSITION_TABLE_H_

#include <any>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace arbiter {

// How a stored value bounds the value of the position.
enum class Bound : uint8_t { kNone, kUpper, kLower, kExact };

// Returns how `best`, the result of a search with the window from alpha to beta, bounds the value.
constexpr Bound BoundOf(int best, int alpha, int beta) {
  return best >= beta ? Bound::kLower : best > alpha ? Bound::kExact : Bound::kUpper;
}

// Returns whether a bound settles a search with the window from alpha to beta: the value is exact
// or outside the window.
constexpr bool Decides(Bound bound, int value, int alpha, int beta) {
  return bound == Bound::kExact || (bound == Bound::kLower ? value >= beta : value <= alpha);
}

// The number of bits of a move in the table. Each variant has its own encoding, in which 0 stands
// for no move.
inline constexpr int kTableMoveBits = 20;
// The largest depth that the table keeps; greater ones are lowered to it.
inline constexpr int kMaxTableDepth = 127;

// The result of a search of one position.
struct TableEntry {
  uint32_t move = 0;
  int16_t value = 0;
  int16_t eval = 0;
  int depth = 0;
  Bound bound = Bound::kNone;
  // Whether the position has been on a principal variation.
  bool was_pv = false;
};

// A hash table of fixed size from position keys to search results. If several searches use it in
// turn, it also keeps what else they learn about the game. The threads of one search share it
// without locks. Find() never returns a mixture of two entries: a slot that two threads have
// written at the same time either holds one of their entries or matches no key. The table is mapped
// from the system and is not part of the heap.
class TranspositionTable {
 public:
  static constexpr size_t kMinBytes = 1 << 16;

  // Returns the size of a table that may take this many bytes: the largest power of two that is not
  // greater.
  static constexpr size_t SizeFor(size_t bytes) { return std::bit_floor(bytes); }

  // Makes a table of size SizeFor(bytes). `bytes` must be at least kMinBytes. The time does not
  // depend on the size, because memory pages are allocated when they are first written. Throws
  // std::bad_alloc if the allocation fails.
  explicit TranspositionTable(size_t bytes);

  // The size of the table without what else searches have learned.
  size_t bytes() const { return (mask_ + 1) * sizeof(Cluster); }
  // Whether no search has used the table since it was made or cleared.
  bool is_new() const { return !used_; }
  // Removes all entries and forgets what else searches have learned. Takes no time if there has
  // been no search since the table was made or cleared.
  void Clear();
  // Begins a new generation of entries. Entries of older generations are replaced first, except
  // that those of the fourth generation before count as new, because only two bits tell the
  // generations apart.
  void BeginSearch() {
    age_ = (age_ + 1) & kAgeMask;
    used_ = true;
  }

  // Returns what one thread of each search has learned for the next search. It begins as T(), also
  // if the last search used another type, and takes about T::kBytes.
  template <typename T>
  T& Learned() {
    auto* learned = std::any_cast<std::shared_ptr<T>>(&learned_);
    if (learned == nullptr) {
      learned = &learned_.emplace<std::shared_ptr<T>>(std::make_shared<T>());
      learned_bytes_ = T::kBytes;
    }
    return **learned;
  }
  // The size of what searches have learned in addition to the entries.
  size_t learned_bytes() const { return learned_bytes_; }
  void ForgetLearned() {
    learned_.reset();
    learned_bytes_ = 0;
  }

  // Assigns the entry for the key to `entry` and returns true; returns false if there is none.
  bool Find(uint64_t key, TableEntry* entry) const;
  // Stores an entry. An entry for the same key that is much deeper is replaced only by an exact
  // one. Returns whether this replaces an entry for another key.
  bool Store(uint64_t key, const TableEntry& entry);
  // Prefetches the cluster of a key into the CPU cache.
  void Prefetch(uint64_t key) const { __builtin_prefetch(&clusters_[key & mask_]); }

  // Returns the thousandths of the table that this search has filled, or one whose entries count as
  // new, estimated from a sample at the beginning of the table.
  int FilledPermille() const;

 private:
  static constexpr int kClusterSize = 4;
  static constexpr unsigned kAgeMask = 3;

  // `check` is the key XORed with `data`, so that a slot whose halves come from two writers matches
  // no key.
  struct Slot {
    uint64_t check;
    uint64_t data;
  };
  struct alignas(64) Cluster {
    Slot slots[kClusterSize];
  };
  struct Unmapper {
    size_t bytes;
    void operator()(Cluster* clusters) const;
  };

  static uint64_t LoadWord(const uint64_t& word) {
    return std::atomic_ref(const_cast<uint64_t&>(word)).load(std::memory_order_relaxed);
  }
  static void StoreWord(uint64_t value, uint64_t* word) {
    std::atomic_ref(*word).store(value, std::memory_order_relaxed);
  }
  // Replaces the table's memory, if any, by newly mapped zeroed memory.
  void Map();

  size_t mask_;
  unsigned age_ = 0;
  bool used_ = false;
  std::any learned_;
  size_t learned_bytes_ = 0;
  std::unique_ptr<Cluster[], Unmapper> clusters_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_TRANSPOSITION_TABLE_H_
