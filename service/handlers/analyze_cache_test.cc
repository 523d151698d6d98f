// Tests the analysis cache from the point of view of a caller of the handler.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "service/cache/analysis_cache.h"
#include "service/cache/memory_store.h"
#include "service/convert/read.h"
#include "tests/support/analysis.h"
#include "tests/support/hidden_queens.h"

namespace arbiter {
namespace {

class AnalyzeCacheTest : public ::testing::Test {
 protected:
  // Analyses with `table_`, which is new unless a test says otherwise.
  std::vector<v1::AnalyzeResponse> Ask(const v1::AnalyzeRequest& request,
                                       const StopToken& stop = StopToken()) {
    std::vector<v1::AnalyzeResponse> messages;
    const absl::Status status = Analyze(
        {.limits = &limits_,
         .stop = &stop,
         .threads = ReadSearchResources(limits_, request)->threads,
         .table = &table_,
         .cache = &cache_},
        request, [&](const v1::AnalyzeResponse& response) { messages.push_back(response); });
    EXPECT_TRUE(status.ok()) << status;
    table_.Clear();
    return messages;
  }

  Limits limits_{.analysis_threads = 2};
  TranspositionTable table_{1 << 20};
  int lookups_ = 0;
  MemoryStore* const store_ = new MemoryStore(1 << 20);
  AnalysisCache cache_{std::unique_ptr<AnalysisStore>(store_), "1.2.3",
                       [this](CacheResult) { ++lookups_; }};
};

v1::AnalyzeRequest Request(uint32_t depth, uint64_t nodes = 0) {
  v1::AnalyzeRequest request;
  request.mutable_position()->set_variant("makruk");
  request.mutable_limits()->set_depth(depth);
  request.mutable_limits()->set_nodes(nodes);
  return request;
}

// Returns the last progress and the best move of an analysis, without `cached` and times.
std::string ResultOf(const std::vector<v1::AnalyzeResponse>& messages) {
  v1::AnalysisProgress progress = messages[messages.size() - 2].progress();
  progress.clear_cached();
  progress.clear_time_ms();
  progress.clear_nps();
  return progress.SerializeAsString() + messages.back().SerializeAsString();
}

bool IsCached(const std::vector<v1::AnalyzeResponse>& messages) {
  return messages.size() == 2 && messages[0].progress().cached();
}

TEST_F(AnalyzeCacheTest, TheSameDepthHasTheSameResult) {
  const auto searched = Ask(Request(4));
  EXPECT_FALSE(searched.front().progress().cached());
  const auto cached = Ask(Request(4));
  EXPECT_TRUE(IsCached(cached));
  EXPECT_EQ(ResultOf(cached), ResultOf(searched));
}

TEST_F(AnalyzeCacheTest, ALowerDepthIsAnsweredWithTheDeeperResult) {
  const auto searched = Ask(Request(5));
  const auto cached = Ask(Request(2));
  EXPECT_TRUE(IsCached(cached));
  EXPECT_EQ(cached[0].progress().depth(), 5u);
  EXPECT_EQ(ResultOf(cached), ResultOf(searched));
  EXPECT_FALSE(IsCached(Ask(Request(6))));
}

// Only results that equal a fresh call's are stored. One of another search, even a deeper one, may
// depend on when it was stopped, on its threads, or on what was searched before.
TEST_F(AnalyzeCacheTest, OnlyReproducibleSearchesAreStored) {
  Ask(Request(0, 20'000));
  Ask(Request(4, 1'000'000));
  v1::AnalyzeRequest request = Request(0);
  request.mutable_limits()->set_movetime_ms(20);
  Ask(request);
  request = Request(4);
  request.set_threads(2);
  Ask(request);
  StopToken stop;
  stop.Stop();
  Ask(Request(4), stop);
  table_.BeginSearch();
  Ask(Request(4));
  EXPECT_EQ(store_->bytes(), 0u);
  table_.Clear();
  Ask(Request(4));
  EXPECT_NE(store_->bytes(), 0u);
}

// A smaller table can lead to another result.
TEST_F(AnalyzeCacheTest, ATableOfAnotherSizeIsAnotherAnalysis) {
  Ask(Request(4));
  TranspositionTable small(1 << 16);
  const StopToken stop;
  bool is_cached = false;
  const absl::Status status = Analyze(
      {.limits = &limits_, .stop = &stop, .table = &small, .cache = &cache_}, Request(4),
      [&](const v1::AnalyzeResponse& response) { is_cached |= response.progress().cached(); });
  EXPECT_TRUE(status.ok());
  EXPECT_FALSE(is_cached);
}

TEST_F(AnalyzeCacheTest, OtherLimitsAndFreshRequestsAreSearched) {
  Ask(Request(4));
  const int lookups = lookups_;
  EXPECT_FALSE(IsCached(Ask(Request(4, 1'000'000))));
  v1::AnalyzeRequest request = Request(4);
  request.set_fresh(true);
  EXPECT_FALSE(IsCached(Ask(request)));
  EXPECT_EQ(lookups_, lookups) << "the cache was not consulted";
}

// The choice of a level depends on the seed, and its searches are cheap.
TEST_F(AnalyzeCacheTest, LevelsOfStrengthAreNeitherLookedUpNorStored) {
  v1::AnalyzeRequest request = Request(4);
  request.set_strength(3);
  Ask(request);
  EXPECT_FALSE(IsCached(Ask(request)));
  EXPECT_EQ(lookups_, 0);
  EXPECT_EQ(store_->bytes(), 0u);
}

TEST_F(AnalyzeCacheTest, AFreshSearchIsStored) {
  v1::AnalyzeRequest request = Request(4);
  request.set_fresh(true);
  Ask(request);
  EXPECT_TRUE(IsCached(Ask(Request(4))));
}

TEST_F(AnalyzeCacheTest, AFinishedGameIsNotLookedUp) {
  v1::AnalyzeRequest request = Request(4);
  request.mutable_position()->mutable_record()->add_actions("resign");
  EXPECT_EQ(Ask(request).size(), 1u);
  EXPECT_EQ(lookups_, 0);
  EXPECT_EQ(store_->bytes(), 0u);
}

// Even a search for a viewer who sees the queen is not stored, because other viewers could read the
// result.
TEST_F(AnalyzeCacheTest, NothingIsStoredWhileAQueenIsHidden) {
  const testing::HiddenQueen& queen = testing::AllHiddenQueens().front();
  v1::AnalyzeRequest request;
  *request.mutable_position() = queen.worlds[0];
  request.mutable_limits()->set_depth(1);
  Ask(request);
  EXPECT_FALSE(IsCached(Ask(request)));
  EXPECT_EQ(lookups_, 0);
  EXPECT_EQ(store_->bytes(), 0u);
}

// A cached result must not answer a request that would be refused without the cache.
TEST_F(AnalyzeCacheTest, RequestsAreCheckedBeforeTheLookup) {
  Ask(Request(4));
  const int lookups = lookups_;
  v1::AnalyzeRequest request = Request(4);
  request.add_search_moves("e3e5");
  const StopToken stop;
  TranspositionTable table(1 << 20);
  const absl::Status status =
      Analyze({.limits = &limits_, .stop = &stop, .table = &table, .cache = &cache_}, request,
              [](const v1::AnalyzeResponse&) { FAIL(); });
  testing::ExpectRefused(status, ErrorReason::kIllegalAction, "search_moves[0]");
  request = Request(4);
  *request.mutable_position() = testing::AllHiddenQueens().front().worlds[0];
  request.set_viewer(v1::VIEWER_SPECTATOR);
  testing::ExpectRefused(
      Analyze({.limits = &limits_, .stop = &stop, .table = &table, .cache = &cache_}, request,
              [](const v1::AnalyzeResponse&) { FAIL(); }),
      ErrorReason::kHiddenInformation, "viewer");
  EXPECT_EQ(lookups_, lookups + 1) << "the search moves give the first request a key of its own";
}

}  // namespace
}  // namespace arbiter
