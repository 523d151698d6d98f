#ifndef ARBITER_TESTS_BENCH_WORKLOAD_H_
#define ARBITER_TESTS_BENCH_WORKLOAD_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::bench {

// One call of a method, or one item of a stream: the bytes that are sent, and those of the answer.
struct Exchange {
  std::string request;
  std::string response;
};

// What is asked again and again, in turn.
struct Workload {
  // Example: `/arbiter.v1.RulesService/LegalMoves`.
  std::string method;
  // Whether the exchanges are items of one stream, whose answers say in their ids which they are.
  bool is_stream = false;
  // In unary workloads no two requests are of one length.
  std::vector<Exchange> exchanges;
};

// Positions in a message where many are asked for at once.
inline constexpr size_t kBundleItems = 64;

// The names that MakeWorkload() knows:
// - `legal`: LegalMoves, DETAIL_TEXT, at the start of all four games (Chpok's board)
// - `apply`: ApplyMoves from a snapshot, one move that draws nothing, in all four games
// - `chakart`: ApplyMoves from a snapshot of Chakart, one move that draws, with a seed
// - `validate`: ValidateGame of 200 plies of each game
// - `record50`, `record200`, `record800`: ApplyMoves of one move after a record of so many plies,
//   in all four games
// - `batch`: Batch, LegalMoves from the FENs of the test data, the four games in turn
// - `batch-peer`: the same of Makruk and Chak alone
// - `bundle`, `bundle-peer`: the same in bundles of kBundleItems
std::vector<std::string> WorkloadNames();

// Equal on every machine. The answers are those of the handlers. Ends the program if there is no
// workload of this name.
Workload MakeWorkload(std::string_view name);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_WORKLOAD_H_
