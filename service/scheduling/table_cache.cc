#include "service/scheduling/table_cache.h"

#include <algorithm>
#include <utility>

namespace arbiter {

std::unique_ptr<TranspositionTable> TableCache::Get(size_t bytes) {
  const size_t table_bytes = TranspositionTable::SizeFor(bytes);
  std::unique_ptr<TranspositionTable> table =
      Remove([table_bytes](const Entry& entry) {
        return entry.owner == nullptr && entry.game_table.table->bytes() == table_bytes;
      }).game_table.table;
  if (table == nullptr) return std::make_unique<TranspositionTable>(bytes);
  table->Clear();
  return table;
}

void TableCache::Put(std::unique_ptr<TranspositionTable> table) {
  if (table == nullptr || table->bytes() > max_reused_bytes_) return;
  table->ForgetLearned();
  Add({nullptr, {std::move(table), ""}});
}

GameTable TableCache::TakeOwned(const void* owner, size_t bytes, const std::string& game) {
  GameTable owned = Remove([owner](const Entry& entry) { return entry.owner == owner; }).game_table;
  if (owned.table == nullptr || owned.table->bytes() != TranspositionTable::SizeFor(bytes)) {
    // The old table is given up first, so that the session never holds two.
    Put(std::move(owned.table));
    owned.table = Get(bytes);
  } else if (!game.empty() && game != owned.game) {
    owned.table->Clear();
  }
  if (!game.empty()) owned.game = game;
  return owned;
}

void TableCache::KeepOwned(const void* owner, GameTable table) { Add({owner, std::move(table)}); }

void TableCache::ReleaseOwned(const void* owner) {
  Put(Remove([owner](const Entry& entry) { return entry.owner == owner; }).game_table.table);
}

template <typename Predicate>
TableCache::Entry TableCache::Remove(const Predicate& matches) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(), matches);
  if (found == entries_.end()) return {};
  Entry entry = std::move(*found);
  entries_.erase(found);
  Discount(*entry.game_table.table);
  return entry;
}

void TableCache::Add(Entry entry) {
  // The evicted tables are freed after the lock has been released.
  std::list<Entry> evicted;
  const std::lock_guard lock(mutex_);
  Count(*entry.game_table.table);
  entries_.push_back(std::move(entry));
  evicted = Evict(max_bytes_);
}

void TableCache::TrimTo(size_t bytes) {
  std::list<Entry> evicted;
  const std::lock_guard lock(mutex_);
  evicted = Evict(bytes);
}

std::list<TableCache::Entry> TableCache::Evict(size_t bytes) {
  std::list<Entry> evicted;
  while (bytes_ > bytes) {
    Discount(*entries_.front().game_table.table);
    evicted.splice(evicted.end(), entries_, entries_.begin());
  }
  return evicted;
}

void TableCache::Count(const TranspositionTable& table) {
  bytes_ += table.bytes() + table.learned_bytes();
  learned_bytes_ += table.learned_bytes();
}

void TableCache::Discount(const TranspositionTable& table) {
  bytes_ -= table.bytes() + table.learned_bytes();
  learned_bytes_ -= table.learned_bytes();
}

}  // namespace arbiter
