#ifndef ARBITER_TESTS_TOOLS_BENCH_ROWS_H_
#define ARBITER_TESTS_TOOLS_BENCH_ROWS_H_

#include <string>
#include <vector>

#include "tests/tools/bench/programs.h"
#include "tests/tools/bench/table.h"

namespace arbiter::bench {

// The programs and settings of the measurements.
struct Plan {
  // The folder of arbiterd, arbiter_load, …
  std::string programs;
  // The command of fairy-stockfish.
  std::string fairy_stockfish;
  // The folder whose node_modules holds ffish.
  std::string peers;
  Processors processors;
  // Whether measurements are few and short.
  bool quick = false;
  // Whether the growth of memory is observed for ten minutes.
  bool soak = false;

  std::string Program(const std::string& name) const { return programs + "/" + name; }
  // The number of pairs of measurements, and the duration of each measurement in seconds.
  int rounds() const { return quick ? 3 : 7; }
  double seconds() const { return quick ? 0.7 : 2; }
};

// Each function below measures one part of the table. Times are measured on one processor,
// alternating between our program and the reference.

// Measures the nodes per second of perft against fairy-stockfish.
std::vector<Row> PerftRows(const Plan& plan);
// Measures calls per second with 64 in flight against the empty server.
std::vector<Row> CallRows(const Plan& plan);
// Measures the 99th percentile of the latency of single calls against the empty server.
std::vector<Row> LatencyRows(const Plan& plan);
// Measures the positions per second of one processor in Batch against ffish.
std::vector<Row> BatchRows(const Plan& plan);
// Measures the handlers inside the process.
std::vector<Row> HandlerRows(const Plan& plan);
// Measures the cost of a longer record over the wire.
std::vector<Row> HistoryRows(const Plan& plan);
// Measures the time that the server takes to start, and the sizes of the programs.
std::vector<Row> StartRows(const Plan& plan);
// Measures the memory of the server against that of the empty server.
std::vector<Row> MemoryRows(const Plan& plan);
// Measure jobs on a PostgreSQL server of their own, with all programs on any processor: the items
// per second through the queue, and the share of a worker's processor time that is search.
std::vector<Row> JobRows(const Plan& plan);
std::vector<Row> JobSearchRows(const Plan& plan);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_ROWS_H_
