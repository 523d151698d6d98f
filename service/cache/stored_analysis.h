#ifndef ARBITER_SERVICE_CACHE_STORED_ANALYSIS_H_
#define ARBITER_SERVICE_CACHE_STORED_ANALYSIS_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"

namespace arbiter {

// What an analysis ended with, as its answers say it.
struct StoredAnalysis {
  v1::AnalysisProgress progress;
  v1::BestMove best_move;
};

// The value that is kept under `key`. It begins with StoredPrefix() and a byte with the depth, so
// that a store can compare two without reading them.
std::string EncodeAnalysis(std::string_view key, const StoredAnalysis& analysis);

// Magic and version, the same for all values that DecodeAnalysis() reads.
std::string_view StoredPrefix();

// DATA_LOSS for what EncodeAnalysis() has not made for this key: damaged, of another version, or
// never a value at all.
absl::StatusOr<StoredAnalysis> DecodeAnalysis(std::string_view key, std::string_view value);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_STORED_ANALYSIS_H_
