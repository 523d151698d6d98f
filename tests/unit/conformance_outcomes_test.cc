// The contract of every variant, whatever its rules: the outcomes of a move are enumerated and
// counted completely. A move without random draws has one outcome.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/strings.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::GameCase;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::PlayGames;
using testing::Random;
using testing::TextsOf;
using testing::WithoutOutcomes;

constexpr int kMaxPlies = 160;
// Moves and states with more outcomes than this are skipped.
constexpr uint64_t kMaxNodes = 20'000;
constexpr uint64_t kMaxPaths = 2'000;

class ConformanceOfOutcomes : public ::testing::TestWithParam<GameCase> {
 protected:
  static bool HasRandomMoves() { return !GetParam().variant->info().objects.empty(); }
  // One state in this many is tested. Testing all of them would take long if moves are random.
  static int Stride() { return (HasRandomMoves() ? 8 : 1) * kSanitizerSlowdown; }
};

struct Child {
  std::string text;
  std::unique_ptr<Game> game;
};

// Returns every outcome of a legal move; an empty list if there are too many. Sets `sum` to the sum
// of their probabilities.
std::vector<Child> ChildrenOf(const Game& game, const std::string& text, Fraction* sum) {
  std::vector<Child> children;
  *sum = Fraction();
  Budget budget;
  const auto summary =
      game.Outcomes(text, {.paths = kMaxPaths}, budget,
                    [&](const ActionResult& applied, Fraction probability, const Game& after) {
                      children.push_back({applied.text, after.Clone()});
                      *sum = *Sum(*sum, probability);
                      return true;
                    });
  EXPECT_THAT(summary, IsOk()) << text << " in " << game.Fen(FenStyle::kStandard);
  if (summary->truncated) children.clear();
  return children;
}

void ExpectAllOutcomes(const Game& game, const std::string& text, Random& random) {
  Fraction sum;
  const std::vector<Child> children = ChildrenOf(game, text, &sum);
  if (children.empty()) return;
  ASSERT_EQ(sum, Fraction(1));
  std::set<std::string> snapshots;
  for (const Child& child : children) {
    ASSERT_EQ(WithoutOutcomes(child.text), text);
    const auto after = game.Clone();
    ASSERT_THAT(after->Apply(child.text, nullptr), IsOk()) << child.text;
    ASSERT_EQ(after->Snapshot(), child.game->Snapshot()) << child.text;
    ASSERT_TRUE(snapshots.insert(after->Snapshot()).second) << child.text;
  }
  const auto drawn = game.Clone();
  ASSERT_THAT(drawn->Apply(text, random.Seed(), nullptr), IsOk());
  ASSERT_TRUE(snapshots.contains(drawn->Snapshot()));
}

TEST_P(ConformanceOfOutcomes, R5_OutcomesAreCompleteAndAddUpToOne) {
  Random random(51);
  PlayGames(GetParam(), 4, kMaxPlies, random, [&random](const Game& game, const auto& actions) {
    if (actions.size() % static_cast<size_t>(Stride()) != 0 || game.Adjudicate().end) return;
    for (const std::string& text : TextsOf(game)) {
      ExpectAllOutcomes(game, text, random);
      ASSERT_FALSE(HasFatalFailure()) << text << " in " << game.Fen(FenStyle::kStandard);
    }
  });
}

// The number of leaves below each legal move; empty if there are too many.
using Divided = std::vector<std::pair<std::string, uint64_t>>;
Divided Divide(const Game& game, int depth) {
  Budget budget(kMaxNodes, nullptr);
  Divided divided;
  const auto leaves = game.Perft(depth, budget, &divided);
  if (!leaves.ok()) {
    EXPECT_EQ(ReasonOf(leaves.status()), ErrorReason::kLimitExceeded);
    return {};
  }
  uint64_t sum = 0;
  for (const auto& [text, below] : divided) sum += below;
  EXPECT_EQ(*leaves, sum) << game.Fen(FenStyle::kStandard);
  Budget all;
  EXPECT_EQ(*leaves, *game.Perft(depth, all, nullptr)) << game.Fen(FenStyle::kStandard);
  return divided;
}

// Returns whether the game is in its bidding phase, whose bids are not listed (ruling P10), and
// expects perft to refuse it.
bool HasNoTree(const Game& game) {
  if (game.phase() != Phase::kBidding) return false;
  Budget budget;
  for (const int depth : {0, 1, 2}) {
    EXPECT_THAT(game.Perft(depth, budget, nullptr), Fails(ErrorReason::kWrongPhase, "P10"));
  }
  EXPECT_TRUE(TextsOf(game).empty());
  return true;
}

TEST_P(ConformanceOfOutcomes, C12_PerftCountsTheListedMoves) {
  Random random(5);
  int states = 0;
  PlayGames(GetParam(), 4, kMaxPlies, random, [&states](const Game& game, const auto& actions) {
    if (HasNoTree(game) || actions.size() % static_cast<size_t>(Stride()) != 0) return;
    const std::string fen = game.Fen(FenStyle::kStandard);
    const std::vector<std::string> texts = TextsOf(game);
    Budget budget;
    ASSERT_EQ(*game.Perft(0, budget, nullptr), 1u);
    const Divided once = Divide(game, 1), twice = Divide(game, 2);
    const bool over = game.Adjudicate().end.has_value();
    for (const Divided& divided : {once, twice}) {
      ASSERT_TRUE(divided.size() == texts.size() || (divided.empty() && HasRandomMoves())) << fen;
    }
    for (size_t i = 0; i < twice.size(); ++i) {
      ASSERT_EQ(once[i].first, texts[i]) << fen;
      ASSERT_EQ(twice[i].first, texts[i]) << fen;
      if (over) continue;
      Fraction sum;
      const std::vector<Child> children = ChildrenOf(game, texts[i], &sum);
      ASSERT_EQ(once[i].second, children.size()) << texts[i] << " in " << fen;
      uint64_t below = 0;
      for (const Child& child : children) below += *child.game->Perft(1, budget, nullptr);
      ASSERT_EQ(twice[i].second, below) << texts[i] << " in " << fen;
    }
    states += twice.empty() ? 0 : 1;
  });
  EXPECT_GT(states, 8 / kSanitizerSlowdown);
}

TEST_P(ConformanceOfOutcomes, C12_PerftToDepthOneCountsTheLegalMovesIfNoneIsRandom) {
  Random random(52);
  PlayGames(GetParam(), 2, kMaxPlies, random, [](const Game& game, const auto&) {
    if (HasNoTree(game)) return;
    for (const MoveInfo& move : testing::MovesOf(game)) {
      if (move.random) return;
    }
    Budget budget;
    ASSERT_EQ(*game.Perft(1, budget, nullptr), TextsOf(game).size());
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, ConformanceOfOutcomes,
                         ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter
