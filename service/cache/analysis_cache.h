#ifndef ARBITER_SERVICE_CACHE_ANALYSIS_CACHE_H_
#define ARBITER_SERVICE_CACHE_ANALYSIS_CACHE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game.h"
#include "service/cache/analysis_store.h"
#include "service/cache/stored_analysis.h"

namespace arbiter {

// A cache of analysis results. A request whose only limit is its depth is answered from the cache
// if a result of at least that depth is stored. All other requests are searched. The deepest result
// of each analysis is stored, which must be the one that any equal search would have (see Analyze()
// in handlers.h). Any failure of the store counts as a miss for the caller.
// Thread-safe.
class AnalysisCache {
 public:
  using Observer = std::function<void(CacheResult)>;

  // `program` names the version of the program that searches, because a result of another version
  // must not be found. `observer` is called with the result of each Find(), on the calling thread;
  // it may be null.
  AnalysisCache(std::unique_ptr<AnalysisStore> store, std::string_view program, Observer observer);

  // Returns a key of 32 bytes that is equal for analyses that can answer each other. It hashes the
  // engine, the snapshot of the game (its variant, options, position, clocks, and the history that
  // repetitions and counts depend on), everything in `query` except limits and threads, and the
  // size of the table, in bytes. The game cannot be recovered from the key, although a guess can be
  // confirmed. std::nullopt for analyses that are not stored: those at a level of strength, and
  // those of games in which anything is hidden from anyone.
  std::optional<std::string> MakeKey(const Game& game, const AnalysisQuery& query,
                                     size_t table_bytes) const;

  // Returns the stored analysis, marked as `cached`, if it has at least this depth; std::nullopt
  // otherwise.
  std::optional<StoredAnalysis> Find(const std::string& key, int depth);

  // Stores the final result of a search, unless the search did not complete a single depth.
  void Store(const std::string& key, const StoredAnalysis& analysis);

 private:
  std::optional<StoredAnalysis> LookUp(const std::string& key, int depth, CacheResult* result);
  // Returns the stored analysis, with the errors of the store and of DecodeAnalysis().
  absl::StatusOr<StoredAnalysis> Read(const std::string& key);

  const std::unique_ptr<AnalysisStore> store_;
  const std::string program_;
  const Observer observer_;
};

// Whether depth is the only limit.
bool HasOnlyDepthLimit(const SearchLimits& limits);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_ANALYSIS_CACHE_H_
