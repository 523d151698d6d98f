#include "service/cache/memory_store.h"

#include <utility>

namespace arbiter {
namespace {

// An estimate of the memory that an entry takes besides its key and value, in bytes: the nodes of
// the list and the map, a hash bucket, and the overhead of the allocator.
constexpr size_t kOverhead = 256;

}  // namespace

absl::StatusOr<std::string> MemoryStore::Get(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return absl::NotFoundError("no analysis is stored under this key");
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->value;
}

void MemoryStore::Put(const std::string& key, int depth, std::string value) {
  Entry entry = {key, depth, std::move(value)};
  const size_t bytes = BytesOf(entry);
  if (bytes > max_bytes_) return;
  const std::lock_guard lock(mutex_);
  if (const auto found = by_key_.find(key); found != by_key_.end()) {
    if (found->second->depth > depth) return;
    Erase(found->second);
  }
  while (bytes_ + bytes > max_bytes_) Erase(std::prev(entries_.end()));
  bytes_ += bytes;
  entries_.push_front(std::move(entry));
  by_key_.emplace(entries_.front().key, entries_.begin());
}

void MemoryStore::Remove(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (const auto found = by_key_.find(key); found != by_key_.end()) Erase(found->second);
}

size_t MemoryStore::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

size_t MemoryStore::BytesOf(const Entry& entry) {
  return entry.key.size() + entry.value.size() + kOverhead;
}

void MemoryStore::Erase(Entries::iterator entry) {
  bytes_ -= BytesOf(*entry);
  by_key_.erase(entry->key);
  entries_.erase(entry);
}

}  // namespace arbiter
