#ifndef ARBITER_SERVICE_SERVER_OPEN_ANALYSIS_CACHE_H_
#define ARBITER_SERVICE_SERVER_OPEN_ANALYSIS_CACHE_H_

#include <memory>

#include "service/cache/analysis_cache.h"
#include "service/server/config.h"
#include "service/server/log.h"
#include "service/server/metrics.h"

namespace arbiter {

// The cache that `config` describes, null for none. Does not wait for Redis; its failures are
// logged, and what comes of requests is counted. `metrics` and `log` outlive it.
std::unique_ptr<AnalysisCache> OpenAnalysisCache(const AnalysisCacheConfig& config,
                                                 Metrics* metrics, Logger* log);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_OPEN_ANALYSIS_CACHE_H_
