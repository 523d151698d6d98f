#ifndef ARBITER_TESTS_TOOLS_MATCH_SEARCH_BENCH_H_
#define ARBITER_TESTS_TOOLS_MATCH_SEARCH_BENCH_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/game/variant.h"
#include "core/search/limits.h"
#include "core/search/transposition_table.h"
#include "tests/tools/match/uci_player.h"

namespace arbiter::match {

// The cost of a search from a start position.
struct SearchCost {
  int depth = 0;
  uint64_t nodes = 0;
  std::chrono::duration<double> time{0};

  double nodes_per_second() const { return static_cast<double>(nodes) / time.count(); }
};

// Searches a start position on one thread, each time with an empty transposition table.
class Searcher {
 public:
  virtual ~Searcher() = default;
  virtual absl::StatusOr<SearchCost> Search(const SearchLimits& limits) = 0;
};

// Arbiter's own search.
class OwnSearcher : public Searcher {
 public:
  // `variant` must outlive this object.
  OwnSearcher(const Variant& variant, size_t table_bytes)
      : variant_(variant), table_(table_bytes) {}
  absl::StatusOr<SearchCost> Search(const SearchLimits& limits) override;

 private:
  const Variant& variant_;
  TranspositionTable table_;
};

// The search of a UCI engine.
class UciSearcher : public Searcher {
 public:
  explicit UciSearcher(UciSetUp set_up) : set_up_(std::move(set_up)) {}
  absl::StatusOr<SearchCost> Search(const SearchLimits& limits) override;

 private:
  UciSetUp set_up_;
  std::unique_ptr<UciProcess> process_;
};

// A searcher with the depth of its searches and its rate in each round.
struct BenchRow {
  std::string name = {};
  std::unique_ptr<Searcher> searcher = nullptr;
  int depth = 0;
  std::vector<double> nodes_per_second = {};
};

// Finds for each row the depth that it completes within `time`, then measures all rows in turn,
// `rounds` times.
absl::Status MeasureRates(std::chrono::milliseconds time, int rounds, std::vector<BenchRow>* rows);

// The median, minimum and maximum of some values.
struct Spread {
  double median = 0;
  double min = 0;
  double max = 0;
};
// Computes the spread of at least one value.
Spread SpreadOf(std::vector<double> values);

// Formats a table of each row's rate and its ratio to the rate of the first row in the same round.
std::string BenchTable(const std::vector<BenchRow>& rows);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_SEARCH_BENCH_H_
