#ifndef ARBITER_SERVICE_LIMITS_H_
#define ARBITER_SERVICE_LIMITS_H_

#include <algorithm>
#include <cstdint>
#include <thread>

namespace arbiter {

// What one request may ask for; injected into the handlers. Past a limit the
// answer is LIMIT_EXCEEDED with the field's path.
struct Limits {
  // Bytes of one gRPC message.
  int max_message_bytes = 4 * 1024 * 1024;
  // Actions in a record and in one ApplyMoves or ConvertMoves; of each game in PGN.
  int max_record_actions = 10'000;
  // Plies of a perft, and nodes that one perft may visit.
  int max_perft_depth = 12;
  uint64_t max_perft_nodes = 1'000'000'000;
  // Series of draws that one EnumerateOutcomes may follow.
  uint64_t max_outcome_paths = 1'000'000;
  // Items of one Batch stream that may be unanswered at a time; further ones
  // are not read until an answer has gone out.
  int max_batch_in_flight = 64;
  // Threads for long work (Perft, EnumerateOutcomes, large requests), and requests that may wait
  // for one.
  int work_threads = 2;
  int work_queue = 256;
  // What one analysis may ask for: milliseconds, search threads, and megabytes of its
  // transposition table; `hash_mb` where it does not ask.
  uint32_t max_movetime_ms = 600'000;
  uint32_t max_analysis_threads = 4;
  uint32_t max_hash_mb = 256;
  uint32_t hash_mb = 16;
  // Actions in the record of one ReviewGame.
  int max_review_actions = 10'000;
  // Search threads of all analyses together, and analyses that may wait for theirs.
  int analysis_threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  int analysis_queue = 16;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_LIMITS_H_
