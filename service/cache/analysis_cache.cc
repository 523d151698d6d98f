#include "service/cache/analysis_cache.h"

#include <utility>

#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/viewed_game.h"
#include "core/random/sha256.h"
#include "core/search/query.h"

namespace arbiter {
namespace {

// Appends `text` with its length, so that different lists of texts always become different bytes.
void Append(std::string_view text, std::string* bytes) { *bytes += StrCat(text.size(), ":", text); }

}  // namespace

bool HasOnlyDepthLimit(const SearchLimits& limits) {
  return limits.depth > 0 && limits.nodes == 0 && limits.movetime.count() == 0;
}

AnalysisCache::AnalysisCache(std::unique_ptr<AnalysisStore> store, std::string_view program,
                             Observer observer)
    : store_(std::move(store)), program_(program), observer_(std::move(observer)) {}

std::optional<std::string> AnalysisCache::MakeKey(const Game& game, const AnalysisQuery& query,
                                                  size_t table_bytes) const {
  if (query.strength > 0 || !IsFullyVisible(game)) return std::nullopt;
  std::string bytes;
  Append(program_, &bytes);
  Append(EngineName(game.variant()), &bytes);
  Append(game.Snapshot(), &bytes);
  Append(StrCat(table_bytes), &bytes);
  Append(StrCat(query.multi_pv), &bytes);
  for (const std::string& move : query.search_moves) Append(move, &bytes);
  const Digest digest = Sha256(bytes);
  return std::string(digest.begin(), digest.end());
}

std::optional<StoredAnalysis> AnalysisCache::Find(const std::string& key, int depth) {
  CacheResult result = CacheResult::kMiss;
  std::optional<StoredAnalysis> found = LookUp(key, depth, &result);
  if (observer_) observer_(result);
  return found;
}

std::optional<StoredAnalysis> AnalysisCache::LookUp(const std::string& key, int depth,
                                                    CacheResult* result) {
  absl::StatusOr<StoredAnalysis> analysis = Read(key);
  if (!analysis.ok()) {
    *result = absl::IsNotFound(analysis.status()) ? CacheResult::kMiss : CacheResult::kError;
    if (absl::IsDataLoss(analysis.status())) store_->Remove(key);
    return std::nullopt;
  }
  if (analysis->progress.depth() < static_cast<uint32_t>(depth)) return std::nullopt;
  *result = CacheResult::kHit;
  analysis->progress.set_cached(true);
  return *std::move(analysis);
}

absl::StatusOr<StoredAnalysis> AnalysisCache::Read(const std::string& key) {
  ARBITER_ASSIGN_OR_RETURN(const std::string value, store_->Get(key));
  return DecodeAnalysis(key, value);
}

void AnalysisCache::Store(const std::string& key, const StoredAnalysis& analysis) {
  const int depth = static_cast<int>(analysis.progress.depth());
  if (depth == 0 || analysis.progress.lines().empty()) return;
  std::string value = EncodeAnalysis(key, analysis);
  if (value.size() <= kMaxStoredBytes) store_->Put(key, depth, std::move(value));
}

}  // namespace arbiter
