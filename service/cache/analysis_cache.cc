#include "service/cache/analysis_cache.h"

#include <utility>

#include "core/game/viewed_game.h"
#include "core/random/sha256.h"
#include "core/rules/strings.h"
#include "core/search/query.h"

namespace arbiter {
namespace {

// Whatever the texts are, different lists of them become different bytes.
void Append(std::string_view text, std::string* bytes) { *bytes += StrCat(text.size(), ":", text); }

}  // namespace

bool IsByDepthAlone(const SearchLimits& limits) {
  return limits.depth > 0 && limits.nodes == 0 && limits.movetime.count() == 0;
}

AnalysisCache::AnalysisCache(std::unique_ptr<AnalysisStore> store, std::string_view program,
                             Observer observer)
    : store_(std::move(store)),
      program_(StrCat(program, "/", kEngineVersion)),
      observer_(std::move(observer)) {}

std::optional<std::string> AnalysisCache::KeyOf(const Game& game,
                                                const AnalysisQuery& query) const {
  if (!IsOpenToAll(game)) return std::nullopt;
  std::string bytes;
  Append(program_, &bytes);
  Append(game.Snapshot(), &bytes);
  Append(StrCat(query.multi_pv), &bytes);
  for (const std::string& move : query.search_moves) Append(move, &bytes);
  const Digest digest = Sha256(bytes);
  return std::string(digest.begin(), digest.end());
}

std::optional<StoredAnalysis> AnalysisCache::Find(const std::string& key, int depth) {
  CacheAnswer answer = CacheAnswer::kMiss;
  std::optional<StoredAnalysis> found = Look(key, depth, &answer);
  if (observer_) observer_(answer);
  return found;
}

std::optional<StoredAnalysis> AnalysisCache::Look(const std::string& key, int depth,
                                                  CacheAnswer* answer) {
  const absl::StatusOr<std::string> value = store_->Get(key);
  if (!value.ok()) {
    *answer = absl::IsNotFound(value.status()) ? CacheAnswer::kMiss : CacheAnswer::kError;
    return std::nullopt;
  }
  absl::StatusOr<StoredAnalysis> analysis = DecodeAnalysis(key, *value);
  if (!analysis.ok()) {
    *answer = CacheAnswer::kError;
    store_->Remove(key);
    return std::nullopt;
  }
  if (analysis->progress.depth() < static_cast<uint32_t>(depth)) return std::nullopt;
  *answer = CacheAnswer::kHit;
  analysis->progress.set_cached(true);
  return *std::move(analysis);
}

void AnalysisCache::Keep(const std::string& key, StoredAnalysis analysis) {
  const int depth = static_cast<int>(analysis.progress.depth());
  if (depth == 0 || analysis.progress.lines().empty()) return;
  std::string value = EncodeAnalysis(key, analysis);
  if (value.size() <= kMostStoredBytes) store_->Put(key, depth, std::move(value));
}

}  // namespace arbiter
