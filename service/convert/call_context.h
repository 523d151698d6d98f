#ifndef ARBITER_SERVICE_CONVERT_CALL_CONTEXT_H_
#define ARBITER_SERVICE_CONVERT_CALL_CONTEXT_H_

#include <algorithm>
#include <cstdint>
#include <thread>

#include "core/rules/budget.h"

namespace arbiter {

class AnswerObserver;
class SnapshotSealer;

// Moves that one Analyze may name in `search_moves`.
inline constexpr int kMaxSearchMoves = 1'000;
// Arrows of one RenderBoard, and its highlights.
inline constexpr int kMaxMarks = 100;

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
  // Milliseconds that a call, or an item of a Batch, may take from its request to its answer;
  // analyses have limits of their own.
  int max_call_ms = 30'000;
  // Milliseconds from the headers of a call to its request, and without anything to do for a Batch
  // or a Session, before the call is ended.
  int request_timeout_ms = 10'000;
  int stream_idle_ms = 600'000;
  // Calls of one client that may be open at a time. A client is a name (key, token or
  // certificate) or, without one, an address.
  int max_calls_per_client = 2'000;
  // Streams of one connection at a time.
  int max_streams_per_connection = 100;
  // Milliseconds after which a connection is asked to end, so that clients connect again; 0: never.
  int max_connection_age_ms = 3'600'000;
  // Threads for long work (Perft, EnumerateOutcomes, large requests), and requests that may wait
  // for one.
  int work_threads = 2;
  int work_queue = 256;
  // What one analysis may ask for: milliseconds, search threads, and megabytes of its
  // transposition table; `hash_mb` where it does not ask.
  // An `infinite` analysis ends after max_movetime_ms, too.
  uint32_t max_movetime_ms = 600'000;
  uint32_t max_analysis_threads = 4;
  uint32_t max_hash_mb = 256;
  uint32_t hash_mb = 16;
  // Actions in the record of one ReviewGame.
  int max_review_actions = 10'000;
  // Milliseconds that one ReviewGame may take in all, from the beginning of its work.
  uint32_t max_review_time_ms = 1'800'000;
  // Search threads of all analyses together, and analyses that may wait for theirs.
  int analysis_threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  int analysis_queue = 16;
};

// What a handler needs beside its request.
struct CallContext {
  const Limits* limits;
  // Asked once in a while during long work; OK, or CANCELLED or DEADLINE_EXCEEDED.
  Budget::StopTest stop_test;
  // Seals and opens snapshots; null: they are not sealed.
  const SnapshotSealer* sealer = nullptr;
  // Null: nobody counts.
  AnswerObserver* observer = nullptr;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_CALL_CONTEXT_H_
