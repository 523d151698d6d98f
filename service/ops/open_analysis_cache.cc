#include "service/ops/open_analysis_cache.h"

#include <chrono>
#include <string>
#include <utility>

#include "service/cache/memory_store.h"
#include "service/cache/redis_store.h"
#include "service/ops/version.h"

namespace arbiter {
namespace {

std::unique_ptr<AnalysisStore> OpenStore(const AnalysisCacheConfig& config, Logger* log) {
  const std::optional<RedisAddress> redis = ParseRedisAddress(config.store);
  if (!redis) return std::make_unique<MemoryStore>(size_t{config.megabytes} << 20);
  return std::make_unique<RedisStore>(
      *redis, std::chrono::milliseconds(config.timeout_ms), [log](const absl::Status& status) {
        log->Write(LogLine(LogLevel::kError, "the analysis cache fails")
                       .Add("cause", std::string(status.message())));
      });
}

}  // namespace

std::unique_ptr<AnalysisCache> OpenAnalysisCache(const AnalysisCacheConfig& config,
                                                 Metrics* metrics, Logger* log) {
  if (config.store == "none") return nullptr;
  return std::make_unique<AnalysisCache>(
      OpenStore(config, log), kVersion,
      [metrics](CacheAnswer answer) { metrics->cache_requests(answer).Increment(); });
}

}  // namespace arbiter
