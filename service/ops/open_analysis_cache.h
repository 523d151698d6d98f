#ifndef ARBITER_SERVICE_OPS_OPEN_ANALYSIS_CACHE_H_
#define ARBITER_SERVICE_OPS_OPEN_ANALYSIS_CACHE_H_

#include <memory>

#include "service/cache/analysis_cache.h"
#include "service/ops/config.h"
#include "service/ops/log.h"
#include "service/ops/metrics.h"

namespace arbiter {

// The cache that `config` describes, null for none. Does not wait for Redis; its failures are
// logged, and what comes of requests is counted. `metrics` and `log` outlive it.
std::unique_ptr<AnalysisCache> OpenAnalysisCache(const AnalysisCacheConfig& config,
                                                 Metrics* metrics, Logger* log);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_OPEN_ANALYSIS_CACHE_H_
