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

// Results of analyses for those who ask again. A request that is limited by its depth alone is
// answered with what is kept where that is at least as deep; all other requests are searched, and
// of what they find the deepest is kept. Whatever goes wrong in the store, the answer is that there
// is nothing. Thread-safe.
class AnalysisCache {
 public:
  using Observer = std::function<void(CacheAnswer)>;

  // `program` names what searches, so that another version does not find what it would not have
  // said. `observer` is told of each Find(), by the thread that calls it; it may be null.
  AnalysisCache(std::unique_ptr<AnalysisStore> store, std::string_view program, Observer observer);

  // What analyses have in common that may answer one another: 32 bytes from which no game can be
  // read; who knows a game can make sure that it is the one. Made of its snapshot, which has
  // variant, options, position, clocks and the history that repetitions and counts depend on, and
  // of all in `query` but limits and threads. Nothing where something is hidden from anyone: such
  // analyses are not kept.
  std::optional<std::string> KeyOf(const Game& game, const AnalysisQuery& query) const;

  // What is kept, where it has at least this depth; marked as `cached`.
  std::optional<StoredAnalysis> Find(const std::string& key, int depth);

  // Keeps what a search has ended with, if it has finished a depth at all.
  void Keep(const std::string& key, StoredAnalysis analysis);

 private:
  std::optional<StoredAnalysis> Look(const std::string& key, int depth, CacheAnswer* answer);

  const std::unique_ptr<AnalysisStore> store_;
  const std::string program_;
  const Observer observer_;
};

// Whether `depth` is the only limit.
bool IsByDepthAlone(const SearchLimits& limits);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_ANALYSIS_CACHE_H_
