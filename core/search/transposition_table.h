#ifndef ARBITER_CORE_SEARCH_TRANSPOSITION_TABLE_H_
#define ARBITER_CORE_SEARCH_TRANSPOSITION_TABLE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace arbiter {

// What a bound says about a value.
enum class Bound : uint8_t { kNone, kUpper, kLower, kExact };

// A move takes so many bits in the table; how, is the variant's business. 0: none.
inline constexpr int kTableMoveBits = 20;

// What a search has found out about a position.
struct TableEntry {
  uint32_t move = 0;
  int16_t value = 0;
  int16_t eval = 0;
  // 0 to 127.
  uint8_t depth = 0;
  Bound bound = Bound::kNone;
};

// A table of bounded size from positions' keys to what was found about them. It can be shared
// by the threads of one search without locks: an entry that two of them wrote at once is not
// found, and never mixed up.
class TranspositionTable {
 public:
  static constexpr size_t kLeastBytes = 1 << 16;

  // The largest power of two within `bytes`, which are at least kLeastBytes. Takes no time for its
  // size: the memory comes as it is written to. std::bad_alloc where there is none.
  explicit TranspositionTable(size_t bytes);

  size_t bytes() const { return (mask_ + 1) * sizeof(Cluster); }
  // Forgets everything.
  void Clear();
  // Older entries give way from now on.
  void BeginSearch() { age_ = (age_ + 1) & kAgeMask; }

  // False where nothing is known.
  bool Find(uint64_t key, TableEntry* entry) const;
  void Store(uint64_t key, const TableEntry& entry);
  // Brings the place of a key into the cache.
  void Prefetch(uint64_t key) const { __builtin_prefetch(&clusters_[key & mask_]); }

  // Thousandths of the table that this search has filled, estimated from its beginning.
  int FilledPermille() const;

 private:
  static constexpr int kEntries = 4;
  static constexpr unsigned kAgeMask = 7;

  // An entry's key is stored XORed with its data, so that halves of two writers do not match.
  struct Slot {
    uint64_t check;
    uint64_t data;
  };
  struct alignas(64) Cluster {
    Slot slots[kEntries];
  };
  struct Free {
    void operator()(void* memory) const;
  };

  static uint64_t Load(const uint64_t& word) {
    return std::atomic_ref(const_cast<uint64_t&>(word)).load(std::memory_order_relaxed);
  }
  static void Put(uint64_t value, uint64_t* word) {
    std::atomic_ref(*word).store(value, std::memory_order_relaxed);
  }
  // New memory, all zero.
  void Allocate();

  size_t mask_;
  unsigned age_ = 0;
  std::unique_ptr<void, Free> memory_;
  // Within the memory, where a cache line begins.
  Cluster* clusters_ = nullptr;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_TRANSPOSITION_TABLE_H_
