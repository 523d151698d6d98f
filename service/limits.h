#ifndef ARBITER_SERVICE_LIMITS_H_
#define ARBITER_SERVICE_LIMITS_H_

#include <cstdint>

namespace arbiter {

// What one request may ask for; injected into the handlers. Past a limit the
// answer is LIMIT_EXCEEDED with the field's path.
struct Limits {
  // Bytes of one gRPC message.
  int max_message_bytes = 4 * 1024 * 1024;
  // Actions in a record and in one ApplyMoves or ConvertMoves.
  int max_record_actions = 10'000;
  // Plies of a perft, and nodes that one perft may visit.
  int max_perft_depth = 12;
  uint64_t max_perft_nodes = 1'000'000'000;
  // Series of draws that one EnumerateOutcomes may follow.
  uint64_t max_outcome_paths = 1'000'000;
  // Items of one Batch stream that may be unanswered at a time; further ones
  // are not read until an answer has gone out.
  int max_batch_in_flight = 64;
  // Threads for long work (Perft, ValidateGame, EnumerateOutcomes), and requests that may wait for
  // one.
  int work_threads = 2;
  int work_queue = 256;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_LIMITS_H_
