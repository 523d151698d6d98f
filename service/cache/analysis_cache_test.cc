#include "service/cache/analysis_cache.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/game/registry.h"
#include "service/cache/memory_store.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

constexpr const char* kProgram = "1.2.3";

// A store over a map that the test can inspect. The key "broken" makes it fail, and a value
// "forged" is not its own.
class FakeStore final : public AnalysisStore {
 public:
  explicit FakeStore(std::map<std::string, std::string>* values) : values_(*values) {}

  absl::StatusOr<std::string> Get(const std::string& key) override {
    if (key == "broken") return absl::UnavailableError("out of order");
    const auto found = values_.find(key);
    if (found == values_.end()) return absl::NotFoundError("not stored");
    if (found->second == "forged") return absl::DataLossError("stored by someone else");
    return found->second;
  }
  void Put(const std::string& key, int /*depth*/, std::string value) override {
    values_[key] = std::move(value);
  }
  void Remove(const std::string& key) override { values_.erase(key); }

 private:
  std::map<std::string, std::string>& values_;
};

StoredAnalysis MakeAnalysis(uint32_t depth) {
  StoredAnalysis analysis;
  analysis.progress.set_depth(depth);
  v1::AnalysisLine& line = *analysis.progress.add_lines();
  line.add_pv("e3e4");
  line.add_pv_san("e4");
  analysis.best_move.set_action("e3e4");
  return analysis;
}

// The size of the table of an analysis.
constexpr size_t kTable = 1 << 20;

class AnalysisCacheTest : public ::testing::Test {
 protected:
  std::map<std::string, std::string> values_;
  std::vector<CacheResult> results_;
  AnalysisCache cache_{std::make_unique<FakeStore>(&values_), kProgram,
                       [this](CacheResult result) { results_.push_back(result); }};
};

std::unique_ptr<Game> Start(const std::string& variant, const OptionMap& options = {}) {
  return *(*FindVariant(variant))->Start(options);
}

std::unique_ptr<Game> After(const std::vector<std::string>& actions) {
  auto game = Start("makruk");
  for (const std::string& action : actions) EXPECT_TRUE(game->Apply(action, nullptr).ok());
  return game;
}

TEST_F(AnalysisCacheTest, FindsAnAnalysisThatIsDeepEnough) {
  cache_.Store("key", MakeAnalysis(6));
  for (const int depth : {5, 6}) {
    const auto found = cache_.Find("key", depth);
    ASSERT_TRUE(found) << depth;
    EXPECT_EQ(found->progress.depth(), 6u);
    EXPECT_TRUE(found->progress.cached());
    EXPECT_EQ(found->best_move.action(), "e3e4");
  }
  EXPECT_FALSE(cache_.Find("key", 7));
  EXPECT_FALSE(cache_.Find("other", 1));
  EXPECT_EQ(results_, (std::vector{CacheResult::kHit, CacheResult::kHit, CacheResult::kMiss,
                                   CacheResult::kMiss}));
}

TEST_F(AnalysisCacheTest, UnfinishedAndOversizedAnalysesAreNotStored) {
  cache_.Store("key", MakeAnalysis(0));
  StoredAnalysis huge = MakeAnalysis(5);
  huge.progress.mutable_lines(0)->set_pv(0, std::string(kMaxStoredBytes, 'x'));
  cache_.Store("key", huge);
  EXPECT_TRUE(values_.empty());
}

TEST_F(AnalysisCacheTest, ACorruptValueIsAnErrorOnceAndThenRemoved) {
  for (const char* value : {"corrupt", "forged"}) {
    results_.clear();
    values_["key"] = value;
    EXPECT_FALSE(cache_.Find("key", 1));
    EXPECT_FALSE(cache_.Find("key", 1));
    EXPECT_EQ(results_, (std::vector{CacheResult::kError, CacheResult::kMiss})) << value;
  }
}

TEST_F(AnalysisCacheTest, AFailureOfTheStoreFindsNothing) {
  EXPECT_FALSE(cache_.Find("broken", 1));
  EXPECT_EQ(results_, std::vector{CacheResult::kError});
}

// Makruk counts moves and repetitions, so the result for a position depends on its history.
TEST_F(AnalysisCacheTest, KeysDifferInEverythingThatResultsDependOn) {
  std::set<std::string> keys;
  size_t made = 0;
  const auto add = [&](const std::optional<std::string>& key) {
    ASSERT_TRUE(key);
    EXPECT_EQ(key->size(), 32u);
    keys.insert(*key);
    EXPECT_EQ(keys.size(), ++made);
  };
  const auto start = Start("makruk");
  add(cache_.MakeKey(*start, {}, kTable));
  add(cache_.MakeKey(*Start("chak"), {}, kTable));
  add(cache_.MakeKey(*Start("makruk", {{"draw_policy", "claim"}}), {}, kTable));
  add(cache_.MakeKey(*start, {}, 2 * kTable));
  AnalysisQuery lines;
  lines.multi_pv = 2;
  add(cache_.MakeKey(*start, lines, kTable));
  for (const auto& moves : std::vector<std::vector<std::string>>{
           {"e3e4"}, {"e3e4", "d3d4"}, {"d3d4", "e3e4"}, {"e3e4d3d4"}}) {
    AnalysisQuery some;
    some.search_moves = moves;
    add(cache_.MakeKey(*start, some, kTable));
  }
  // The same board, reached directly and by a detour that repeats it.
  add(cache_.MakeKey(*After({"b1d2"}), {}, kTable));
  add(cache_.MakeKey(*After({"b1d2", "b8d7", "d2b1", "d7b8", "b1d2"}), {}, kTable));
  const AnalysisCache other(std::make_unique<MemoryStore>(1), "1.2.4", nullptr);
  add(other.MakeKey(*start, {}, kTable));
}

TEST_F(AnalysisCacheTest, KeysIgnoreLimitsAndThreads) {
  const auto game = Start("chak");
  const auto key = cache_.MakeKey(*game, {}, kTable);
  AnalysisQuery query;
  query.limits.depth = 9;
  query.threads = 4;
  EXPECT_EQ(cache_.MakeKey(*game, query, kTable), key);
  EXPECT_EQ(cache_.MakeKey(*game->Clone(), {}, kTable), key);
}

// In random games, a state that hides something has no key, and every other state has a unique one.
TEST_F(AnalysisCacheTest, OnlyStatesThatHideNothingHaveKeys) {
  testing::Random random(1);
  size_t hidden = 0;
  for (const testing::GameCase& game_case : testing::AllGameCases()) {
    std::map<std::string, std::string> snapshots;
    testing::PlayGames(game_case, 2, 60, random, [&](const Game& game, const auto& /*actions*/) {
      const auto key = cache_.MakeKey(game, {}, kTable);
      const bool hides = game.ViewFor(Viewer::kSpectator) != nullptr;
      EXPECT_EQ(key.has_value(), !hides);
      hidden += hides ? 1 : 0;
      if (!key) return;
      EXPECT_EQ(snapshots.emplace(*key, game.Snapshot()).first->second, game.Snapshot());
    });
    EXPECT_GT(snapshots.size(), 10u) << game_case.Name();
  }
  EXPECT_GT(hidden, 0u);
}

TEST(HasOnlyDepthLimit, IsFalseWithAnyOtherLimit) {
  EXPECT_TRUE(HasOnlyDepthLimit({.depth = 5}));
  EXPECT_FALSE(HasOnlyDepthLimit({}));
  EXPECT_FALSE(HasOnlyDepthLimit({.depth = 5, .nodes = 1}));
  EXPECT_FALSE(HasOnlyDepthLimit({.depth = 5, .movetime = std::chrono::milliseconds(1)}));
}

}  // namespace
}  // namespace arbiter
