#ifndef ARBITER_TESTS_BENCH_ROWS_H_
#define ARBITER_TESTS_BENCH_ROWS_H_

#include <string>
#include <vector>

#include "tests/bench/programs.h"
#include "tests/bench/table.h"

namespace arbiter::bench {

// What the measurements need, and how long they take.
struct Plan {
  // The folder of arbiterd, arbiter_load, …
  std::string programs;
  // The command of fairy-stockfish.
  std::string fairy_stockfish;
  // The folder whose node_modules holds ffish.
  std::string peers;
  Processors processors;
  // Few and short measurements.
  bool quick = false;
  // Look ten minutes for growing memory.
  bool soak = false;

  std::string Program(const std::string& name) const { return programs + "/" + name; }
  // Pairs of measurements, and seconds of each.
  int rounds() const { return quick ? 3 : 7; }
  double seconds() const { return quick ? 0.7 : 2; }
};

// Each takes a part of the table. All measure on one processor, ours and the reference in turn.

// Nodes per second of perft, beside fairy-stockfish.
std::vector<Row> PerftRows(const Plan& plan);
// Calls per second with 64 in flight, beside the empty server.
std::vector<Row> CallRows(const Plan& plan);
// 99th percentile of the latency of calls one at a time, beside the empty server.
std::vector<Row> LatencyRows(const Plan& plan);
// Positions per second of one processor in Batch, beside ffish.
std::vector<Row> BatchRows(const Plan& plan);
// What handlers take inside the process.
std::vector<Row> HandlerRows(const Plan& plan);
// What a longer record costs over the wire.
std::vector<Row> HistoryRows(const Plan& plan);
// Memory of the server, beside the empty server's.
std::vector<Row> MemoryRows(const Plan& plan);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_ROWS_H_
