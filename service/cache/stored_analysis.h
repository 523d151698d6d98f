#ifndef ARBITER_SERVICE_CACHE_STORED_ANALYSIS_H_
#define ARBITER_SERVICE_CACHE_STORED_ANALYSIS_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"

namespace arbiter {

// The result of an analysis: its last progress and its best move.
struct StoredAnalysis {
  v1::AnalysisProgress progress;
  v1::BestMove best_move;
};

// Encodes the value that is stored under `key`. It begins with StoredPrefix() and one byte with the
// depth, so that a store can compare the depths of values without decoding them.
std::string EncodeAnalysis(std::string_view key, const StoredAnalysis& analysis);

// Returns the prefix of every value that DecodeAnalysis() can read: the magic bytes and the
// version.
std::string_view StoredPrefix();

// Decodes a value. DATA_LOSS if it was not made by EncodeAnalysis() for this key: it is corrupt,
// has another version, or never was a stored analysis.
absl::StatusOr<StoredAnalysis> DecodeAnalysis(std::string_view key, std::string_view value);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_STORED_ANALYSIS_H_
