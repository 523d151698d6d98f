#ifndef ARBITER_SERVICE_CALLS_TABLE_STORE_H_
#define ARBITER_SERVICE_CALLS_TABLE_STORE_H_

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "arbiter/v1/game.pb.h"
#include "core/search/transposition_table.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {

// What a table must have been filled with to be of use for a position: the variant and its
// options. Empty where the position can't be read. `sealer` as in CallContext.
std::string GameKey(const v1::Position& position, const SnapshotSealer* sealer);

// A transposition table, and what game it knows something about (GameKey).
struct GameTable {
  std::unique_ptr<TranspositionTable> table;
  std::string game;
};

// The transposition tables of no running analysis, in bounded memory: those that sessions go on
// with, and those of analyses that have ended, since getting the memory of a new one takes much
// longer than clearing one. Where there is no room, the table that has been here longest goes, and
// its session begins with an empty one. Thread-safe.
class TableStore {
 public:
  // Tables that belong to nobody are here up to `max_reused_bytes` each.
  TableStore(size_t max_bytes, size_t max_reused_bytes)
      : max_bytes_(max_bytes), max_reused_bytes_(max_reused_bytes) {}

  // An empty table of the size that `bytes` give (TranspositionTable).
  std::unique_ptr<TranspositionTable> Get(size_t bytes);
  void Put(std::unique_ptr<TranspositionTable> table);

  // What `owner` has kept, or an empty table where it is gone, smaller than `bytes` or of another
  // game. An empty `game` is none.
  GameTable Take(const void* owner, size_t bytes, const std::string& game);
  // `owner` has nothing here yet.
  void Keep(const void* owner, GameTable kept);
  // `owner` does not go on.
  void Leave(const void* owner);

 private:
  struct Entry {
    // Null: anyone's.
    const void* owner;
    GameTable kept;
  };

  // Takes out the entry that fits, or answers one without a table.
  template <typename Test>
  Entry Remove(const Test& fits);
  void Add(Entry entry);

  const size_t max_bytes_;
  const size_t max_reused_bytes_;
  std::mutex mutex_;
  size_t bytes_ = 0;
  // Oldest first.
  std::list<Entry> entries_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_TABLE_STORE_H_
