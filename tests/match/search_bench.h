#ifndef ARBITER_TESTS_MATCH_SEARCH_BENCH_H_
#define ARBITER_TESTS_MATCH_SEARCH_BENCH_H_

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
#include "tests/match/uci_player.h"

namespace arbiter::match {

// What a search from a start position took.
struct SearchCost {
  int depth = 0;
  uint64_t nodes = 0;
  std::chrono::duration<double> time{0};

  double nodes_per_second() const { return static_cast<double>(nodes) / time.count(); }
};

// Something that searches a start position on one thread, each time with an empty table.
class Searcher {
 public:
  virtual ~Searcher() = default;
  virtual absl::StatusOr<SearchCost> Search(const SearchLimits& limits) = 0;
};

// Our own search.
class OwnSearcher : public Searcher {
 public:
  OwnSearcher(const Variant& variant, size_t table_bytes)
      : variant_(variant), table_(table_bytes) {}
  absl::StatusOr<SearchCost> Search(const SearchLimits& limits) override;

 private:
  const Variant& variant_;
  TranspositionTable table_;
};

// A UCI engine's.
class UciSearcher : public Searcher {
 public:
  explicit UciSearcher(UciSetUp set_up) : set_up_(std::move(set_up)) {}
  absl::StatusOr<SearchCost> Search(const SearchLimits& limits) override;

 private:
  UciSetUp set_up_;
  std::unique_ptr<UciProcess> process_;
};

// A searcher with its fixed depth and its rate in each round.
struct BenchRow {
  std::string name = {};
  std::unique_ptr<Searcher> searcher = nullptr;
  int depth = 0;
  std::vector<double> nodes_per_second = {};
};

// Finds for each row the depth that it completes within `time`, then measures all rows in turn,
// `rounds` times.
absl::Status MeasureRates(std::chrono::milliseconds time, int rounds, std::vector<BenchRow>* rows);

// Median, least and most.
struct Spread {
  double median = 0;
  double least = 0;
  double most = 0;
};
// Of at least one value.
Spread SpreadOf(std::vector<double> values);

// A table with each row's rate and its ratio to the first row's in the same round.
std::string BenchTable(const std::vector<BenchRow>& rows);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_SEARCH_BENCH_H_
