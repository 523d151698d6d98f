// Cached results are keyed by the version of the engine, which must change with the search.
#include <gtest/gtest.h>

#include "core/game/registry.h"
#include "core/search/query.h"

namespace arbiter {
namespace {

struct Row {
  const char* variant;
  OptionMap options;
  int depth;
  uint64_t nodes;
};

// The number of nodes that this version of the engine visits with its networks.
const Row kVisited[] = {
    {"chak", {}, 7, 7'188},
    {"chakart", {{"setup", "standard"}}, 3, 1'622},
    {"chpok", {{"skip_bidding", "true"}}, 7, 6'821},
    {"chpok", {}, 3, 2'036},
    {"makruk", {}, 7, 10'080},
};

TEST(EngineVersion, ChangesWithEveryChangeOfTheSearch) {
  for (const Row& row : kVisited) {
    const auto game = (*FindVariant(row.variant))->Start(row.options);
    ASSERT_TRUE(game.ok()) << row.variant << ": " << game.status();
    TranspositionTable table(1 << 20);
    AnalysisQuery query;
    query.limits.depth = row.depth;
    const auto result = (*game)->Analyze(query, StopToken(), &table, nullptr);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->progress.nodes, row.nodes)
        << row.variant << ": the search or an evaluation has changed. Increment kEngineVersion, "
        << "which is " << kEngineVersion << ", and write the new number of nodes here";
  }
}

}  // namespace
}  // namespace arbiter
