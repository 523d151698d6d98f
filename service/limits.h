#ifndef ARBITER_SERVICE_LIMITS_H_
#define ARBITER_SERVICE_LIMITS_H_

#include <algorithm>
#include <cstdint>
#include <thread>

namespace arbiter {

// The limits of the server. Limits of fields that are not settings are options in the protos
// (options.proto). A request with a field that exceeds its limit is refused with LIMIT_EXCEEDED and
// the path of the field.
struct Limits {
  // The maximum size of one gRPC message, in bytes.
  int max_message_bytes = 4 * 1024 * 1024;
  // The maximum number of actions in a record, in one ApplyMoves or ConvertMoves, and in each game
  // of a PGN.
  int max_record_actions = 10'000;
  // The maximum depth of a perft, in plies, and the maximum number of nodes that it visits.
  int max_perft_depth = 12;
  uint64_t max_perft_nodes = 1'000'000'000;
  // The maximum number of sequences of random draws that one EnumerateOutcomes follows.
  uint64_t max_outcome_paths = 1'000'000;
  // The maximum number of unanswered items of one Batch stream; further items are not read until an
  // answer has been sent.
  int max_batch_in_flight = 64;
  // The maximum time of a call or an item of a Batch from its request to its answer, in
  // milliseconds. Analyses have limits of their own.
  int max_call_ms = 30'000;
  // How long a call may take from its headers to its request, and how long a Batch or a Session may
  // be idle, before the server ends it; both in milliseconds.
  int request_timeout_ms = 10'000;
  int stream_idle_ms = 600'000;
  // The maximum number of open calls of one client. A client is the name from a key, a token or a
  // certificate, or else an address.
  int max_calls_per_client = 2'000;
  // The maximum number of concurrent streams on one connection.
  int max_streams_per_connection = 100;
  // The age in milliseconds at which the server asks a client to reconnect; 0 means never.
  int max_connection_age_ms = 3'600'000;
  // The number of threads for long work (Perft, EnumerateOutcomes, large requests), and the maximum
  // number of requests that wait for one.
  int work_threads = 2;
  int work_queue = 256;
  // The limits of one analysis: its time in milliseconds, which also ends an `infinite` one, its
  // search threads, and the size of its transposition table in megabytes. `hash_mb` is the size if
  // the request does not set one.
  uint32_t max_movetime_ms = 600'000;
  uint32_t max_analysis_threads = 4;
  uint32_t max_hash_mb = 256;
  uint32_t hash_mb = 16;
  // The maximum number of actions in the record of one ReviewGame.
  int max_review_actions = 10'000;
  // The maximum total time of one ReviewGame from the start of its work, in milliseconds.
  uint32_t max_review_time_ms = 1'800'000;
  // The number of search threads of all analyses together, and the maximum number of analyses that
  // wait for theirs.
  int analysis_threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  int analysis_queue = 100;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_LIMITS_H_
