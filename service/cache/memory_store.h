#ifndef ARBITER_SERVICE_CACHE_MEMORY_STORE_H_
#define ARBITER_SERVICE_CACHE_MEMORY_STORE_H_

#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "service/cache/analysis_store.h"

namespace arbiter {

// A store in the memory of this process. If it is full, it evicts the least recently used values.
class MemoryStore final : public AnalysisStore {
 public:
  explicit MemoryStore(size_t max_bytes) : max_bytes_(max_bytes) {}

  absl::StatusOr<std::string> Get(const std::string& key) override;
  void Put(const std::string& key, int depth, std::string value) override;
  void Remove(const std::string& key) override;

  // The size of all entries, including an estimate of their overhead.
  size_t bytes() const;

 private:
  struct Entry {
    std::string key;
    int depth;
    std::string value;
  };
  using Entries = std::list<Entry>;

  static size_t BytesOf(const Entry& entry);
  void Erase(Entries::iterator entry);

  const size_t max_bytes_;
  mutable std::mutex mutex_;
  size_t bytes_ = 0;
  // In order of use; the most recently used entry comes first.
  Entries entries_;
  // The keys are views of the keys in entries_.
  std::unordered_map<std::string_view, Entries::iterator> by_key_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_MEMORY_STORE_H_
