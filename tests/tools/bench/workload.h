#ifndef ARBITER_TESTS_TOOLS_BENCH_WORKLOAD_H_
#define ARBITER_TESTS_TOOLS_BENCH_WORKLOAD_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "service/seal/snapshot_sealer.h"

namespace arbiter::bench {

// One call of a method or one item of a stream: the bytes of the request and of the expected
// response.
struct Exchange {
  std::string request;
  std::string response;
};

// Requests that are sent over and over, in turn.
struct Workload {
  // Example: `/arbiter.v1.RulesService/LegalMoves`.
  std::string method;
  // Whether the exchanges are items of one stream. A response has the id of its request.
  bool is_stream = false;
  std::vector<Exchange> exchanges;
};

// The number of positions in one message of the bundle workloads.
inline constexpr size_t kBundleItems = 64;

// Returns the names of all workloads:
// - `legal`: LegalMoves, DETAIL_TEXT, at the start of all four games (Chpok's board)
// - `apply`: ApplyMoves from a snapshot, one move without a random draw, in all four games
// - `chakart`: ApplyMoves from a snapshot of Chakart, one move with a random draw, with a seed
// - `validate`: ValidateGame of 200 plies of each game
// - `record50`, `record200`, `record800`: ApplyMoves of one move after a record of this many plies,
//   in all four games
// - `batch`: Batch, LegalMoves from the FENs of the test data, the four games in turn
// - `batch-peer`: like `batch`, with only Makruk and Chak
// - `bundle`, `bundle-peer`: like `batch` and `batch-peer`, in bundles of kBundleItems
std::vector<std::string> WorkloadNames();

// Makes a workload, which is the same on every machine. The responses are those of the handlers.
// With a sealer, the snapshots in requests and responses are sealed. Ends the program if the name
// is unknown.
Workload MakeWorkload(std::string_view name, const SnapshotSealer* sealer = nullptr);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_WORKLOAD_H_
