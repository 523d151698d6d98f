#ifndef ARBITER_SERVICE_SCHEDULING_TABLE_CACHE_H_
#define ARBITER_SERVICE_SCHEDULING_TABLE_CACHE_H_

#include <atomic>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "core/search/transposition_table.h"

namespace arbiter {

// A transposition table, and the GameKey() of the game in which it was filled.
struct GameTable {
  std::unique_ptr<TranspositionTable> table;
  std::string game;
};

// A bounded cache of the transposition tables that no running analysis uses. Some are owned by
// sessions, which will continue with them. The others were used by finished analyses and are
// reused, because allocating a table takes much longer than clearing one. When there is no room,
// the oldest table is evicted; if a session owned it, the session continues with an empty one.
// Thread-safe.
class TableCache {
 public:
  // The tables and what searches have learned take at most `max_bytes` together. A table without an
  // owner is cached only if it has at most `max_reused_bytes`.
  TableCache(size_t max_bytes, size_t max_reused_bytes)
      : max_bytes_(max_bytes), max_reused_bytes_(max_reused_bytes) {}

  // Returns an empty table of the size that TranspositionTable derives from `bytes`.
  std::unique_ptr<TranspositionTable> Get(size_t bytes);
  // Makes a table available for reuse. nullptr is allowed.
  void Put(std::unique_ptr<TranspositionTable> table);

  // Removes and returns the table of `owner`. Returns an empty table if the owner's table was
  // evicted, has another size than Get(bytes), or was filled in another game. An empty `game`
  // matches every game.
  GameTable TakeOwned(const void* owner, size_t bytes, const std::string& game);
  // Caches the table of `owner`, which must not have a table in the cache.
  void KeepOwned(const void* owner, GameTable table);
  // Makes the table of `owner`, which will not continue, available for reuse.
  void ReleaseOwned(const void* owner);
  // Evicts tables until the others take at most `bytes`.
  void TrimTo(size_t bytes);

  // Returns how much of the heap the cached tables take: what searches have learned. The tables
  // themselves are outside of the heap.
  size_t heap_bytes() const { return learned_bytes_.load(std::memory_order_relaxed); }

 private:
  struct Entry {
    // nullptr if the table can be reused.
    const void* owner;
    GameTable game_table;
  };

  // Removes and returns the oldest entry for which `matches` is true; an entry without a table if
  // there is none.
  template <typename Predicate>
  Entry Remove(const Predicate& matches);
  void Add(Entry entry);
  // Removes and returns the oldest entries until the others take at most `bytes`. Requires the
  // lock.
  std::list<Entry> Evict(size_t bytes);
  // Add the bytes of a table to the sums, and subtract them.
  void Count(const TranspositionTable& table);
  void Discount(const TranspositionTable& table);

  const size_t max_bytes_;
  const size_t max_reused_bytes_;
  std::mutex mutex_;
  // The sum over all entries, of which `learned_bytes_` are what searches have learned.
  size_t bytes_ = 0;
  std::atomic<size_t> learned_bytes_ = 0;
  // The oldest entry is first.
  std::list<Entry> entries_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SCHEDULING_TABLE_CACHE_H_
