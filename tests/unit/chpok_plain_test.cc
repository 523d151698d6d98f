// Random games of Chpok's board phase, in which the rules say at every ply what the plain reading
// of them says: texts, FENs, claims, undos, points and ends.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/rules/strings.h"
#include "tests/plain_chpok/game.h"
#include "tests/support/chpok_play.h"
#include "tests/support/game.h"
#include "tests/support/jsonl.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::CanUndo;
using testing::ChpokFeatures;
using testing::ClaimText;
using testing::EndText;
using testing::FenOf;
using testing::GameCase;
using testing::GamePtr;
using testing::kSanitizerSlowdown;
using testing::LegalOf;
using testing::Random;
using testing::VariantNamed;
using Plain = testing::plain_chpok::Game;

constexpr int kGames = 20'000 / kSanitizerSlowdown;

// One game under both readings, one action at a time.
class Pair {
 public:
  Pair(GamePtr game, bool automatic)
      : game_(std::move(game)), plain_(Plain::FromFen(FenOf(*game_), automatic)) {}

  // Compares all that the two say.
  void Compare() {
    const std::string fen = FenOf(*game_);
    ASSERT_TRUE(plain_) << fen;
    ASSERT_EQ(fen, plain_->Fen());
    legal_ = LegalOf(*game_);
    ASSERT_EQ(legal_, plain_->Legal()) << fen;
    ASSERT_EQ(ClaimText(*game_), plain_->Claims()) << fen;
    ASSERT_EQ(CanUndo(*game_), plain_->CanUndo()) << fen;
    const auto& end = plain_->Ended();
    ASSERT_EQ(EndText(*game_), end ? end->result + " " + end->termination : "") << fen;
    const Adjudication said = game_->Adjudicate();
    ASSERT_EQ(said.points->first, plain_->Points(0)) << fen;
    ASSERT_EQ(said.points->second, plain_->Points(1)) << fen;
  }

  // Has both make the action or refuse it.
  void Make(const std::string& action, int64_t elapsed_ms) {
    const std::string fen = FenOf(*game_);
    const absl::Status made = game_->Apply(action, Given{.elapsed_ms = elapsed_ms}, nullptr);
    ASSERT_EQ(made.ok(), plain_->Play(action, elapsed_ms))
        << action << " after " << elapsed_ms << " ms in " << fen << ": " << made.message();
    last_ = action;
    made_ += made.ok() ? 1 : 0;
  }

  // Mostly a move; now and then something else, which may be refused.
  std::string NextAction(bool quiet, Random& random) const {
    constexpr const char* kRare[] = {"resign",     "white:resign",     "black:resign",
                                     "claim draw", "white:claim draw", "black:claim draw",
                                     "claim win",  "white:claim win",  "black:claim win",
                                     "timeout",    "white:timeout",    "black:timeout"};
    if (random.OneIn(100)) return kRare[random.Below(std::size(kRare))];
    if (random.OneIn(CanUndo(*game_) ? 8 : 40)) return "undo";
    if (!ClaimText(*game_).empty() && random.OneIn(10)) {
      return kRare[3 + random.Below(6)];
    }
    // What the other player has just done, or a move that need not be there.
    if (random.OneIn(40)) return last_;
    if (random.OneIn(40)) return random.OneIn(2) ? "0000" : legal_.front() + "q";
    return testing::RandomBoardMove(legal_, game_->turn(), quiet, random);
  }

  void PlayTo(size_t longest, bool quiet, Random& random) {
    Compare();
    while (!::testing::Test::HasFatalFailure() && made_ < longest && !plain_->Ended()) {
      int64_t elapsed_ms = static_cast<int64_t>(random.Below(4'000)) - 500;
      if (random.OneIn(100)) elapsed_ms *= 20;
      Make(NextAction(quiet, random), elapsed_ms < 0 ? -1 : elapsed_ms);
      if (!::testing::Test::HasFatalFailure()) Compare();
    }
  }

  std::string end() const {
    return plain_->Ended() ? plain_->Ended()->termination : std::string("none");
  }
  size_t made() const { return made_; }

 private:
  GamePtr game_;
  std::optional<Plain> plain_;
  std::vector<std::string> legal_;
  std::string last_;
  size_t made_ = 0;
};

// How games ended, and how many actions were made.
struct Counts {
  std::map<std::string, int> ends;
  size_t actions = 0;
};

// Games that can be long are rare.
void PlayOne(const std::string& fen, const OptionMap& options, Random& random, Counts* counts) {
  GamePtr game =
      fen.empty() ? testing::StartOf("chpok", options) : testing::GameAt("chpok", fen, options);
  const auto policy = options.find("draw_policy");
  Pair pair(std::move(game), policy != options.end() && policy->second == "automatic");
  const bool is_long = random.OneIn(4);
  pair.PlayTo(is_long ? 120 : 50, is_long && random.OneIn(2), random);
  ++counts->ends[pair.end()];
  counts->actions += pair.made();
}

// The FEN with clocks that run.
std::string WithClocks(std::string fen, Random& random) {
  if (fen.find(";tc=") != std::string::npos || !fen.ends_with('}')) return fen;
  fen.pop_back();
  return StrCat(fen, ";tc=1+", random.Below(3), ";clock=", random.Below(20'000), ",",
                random.Below(60'000), "}");
}

// All but the rarest; with few games some are missing.
void ExpectEveryEnd(const Counts& counts) {
  EXPECT_GT(counts.actions, static_cast<size_t>(5 * kGames));
  if (kSanitizerSlowdown > 1) return;
  for (const char* end : {"KING_CAPTURED", "HILL", "RACING", "POINTS", "TIMEOUT", "RESIGNATION",
                          "DRAW_CLAIMED", "WIN_CLAIMED"}) {
    EXPECT_TRUE(counts.ends.contains(end)) << end;
  }
}

TEST(ChpokPlain, P11_GamesFromTheStartAgree) {
  Random random(61);
  Counts counts;
  for (int i = 0; i < kGames / 2 && !HasFatalFailure(); ++i) {
    const size_t chances = 1 + random.Below(8);
    PlayOne("", testing::RandomBoardOptions(random, chances, random.OneIn(3)), random, &counts);
  }
  ExpectEveryEnd(counts);
}

TEST(ChpokPlain, P26_GamesFromSetUpsAgree) {
  std::vector<std::string> fens;
  for (const auto& row : testing::ReadJsonLines("core/variants/chpok/testdata/legal.jsonl")) {
    fens.push_back(testing::Text(row, "fen"));
  }
  const GameCase any{&VariantNamed("chpok"), {}};
  Random random(62);
  Counts counts;
  for (int i = 0; i < kGames / 2 && !HasFatalFailure(); ++i) {
    std::string fen = fens[random.Below(fens.size())];
    if (random.OneIn(3)) {
      const OptionMap options = testing::RandomBoardOptions(random, 1 + random.Below(8), false);
      fen = FenOf(*testing::StartOf("chpok", options));
    }
    if (random.OneIn(2)) {
      const std::string set_up = testing::RandomSetUp(any, fen, random);
      if (!set_up.empty()) fen = set_up;
    }
    if (random.OneIn(3)) fen = WithClocks(fen, random);
    PlayOne(fen, {{"draw_policy", random.OneIn(2) ? "automatic" : "claim"}}, random, &counts);
  }
  ExpectEveryEnd(counts);
  EXPECT_TRUE(counts.ends.contains("BLOCKED") || kSanitizerSlowdown > 1);
}

// Each feature alone and with each other one.
TEST(ChpokPlain, P9_EveryPairOfFeaturesAgrees) {
  constexpr int kGamesEach = kSanitizerSlowdown > 1 ? 1 : 4;
  const std::vector<std::string>& features = ChpokFeatures();
  ASSERT_EQ(features.size(), 16u);
  Random random(63);
  Counts counts;
  for (size_t i = 0; i < features.size(); ++i) {
    for (size_t k = 0; k <= i; ++k) {
      for (int game = 0; game < kGamesEach && !HasFatalFailure(); ++game) {
        OptionMap options = testing::RandomBoardOptions(random, 2, random.OneIn(4));
        options.erase("home_row");
        options["features"] = k == i ? features[i] : StrCat(features[k], ",", features[i]);
        PlayOne("", options, random, &counts);
      }
    }
  }
}

}  // namespace
}  // namespace arbiter
