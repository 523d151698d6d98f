// Random games of Chpok's board phase. The verifier of clients/node, which shares no code with the
// rules, must agree with them at every ply on legal moves, FENs, claims, undos, points and ends.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"
#include "core/base/strings.h"
#include "tests/support/chpok_play.h"
#include "tests/support/game.h"
#include "tests/support/jsonl.h"
#include "tests/support/process.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {
namespace {

constexpr int kGames = 3'000;
// The number of games that one run of the verifier replays.
constexpr int kGamesPerRun = 500;

// Formats a JSON string. No text in this test needs escaping.
std::string Quoted(const std::string& text) { return StrCat("\"", text, "\""); }

// A game that records its states in JSON, as the rules describe them.
class RecordedGame {
 public:
  RecordedGame(GamePtr game, bool automatic)
      : game_(std::move(game)),
        json_(StrCat("{\"automatic\":", automatic ? "true" : "false",
                     ",\"start\":", DescribeState(), ",\"steps\":[")) {}

  // Plays until the game is over or `max_actions` actions have been made: mostly moves, and
  // sometimes another action, which may be refused.
  void PlayTo(size_t max_actions, bool quiet, Random& random) {
    while (made_ < max_actions && !game_->Adjudicate().end) {
      int64_t elapsed_ms = static_cast<int64_t>(random.Below(4'000)) - 500;
      if (random.OneIn(100)) elapsed_ms *= 20;
      Make(NextAction(quiet, random), elapsed_ms < 0 ? -1 : elapsed_ms);
    }
  }

  std::string ToJson() const { return json_ + "]}"; }
  // Returns the termination, such as `KING_CAPTURED`, or `none` if the game is not over.
  std::string end() const {
    const std::string text = EndText(*game_);
    return text.empty() ? "none" : text.substr(text.find(' ') + 1);
  }
  size_t made() const { return made_; }

 private:
  std::string NextAction(bool quiet, Random& random) const {
    constexpr const char* kRare[] = {"resign",     "white:resign",     "black:resign",
                                     "claim draw", "white:claim draw", "black:claim draw",
                                     "claim win",  "white:claim win",  "black:claim win",
                                     "timeout",    "white:timeout",    "black:timeout"};
    const std::vector<std::string> legal = LegalOf(*game_);
    if (random.OneIn(100)) return kRare[random.Below(std::size(kRare))];
    if (random.OneIn(CanUndo(*game_) ? 8 : 40)) return "undo";
    if (!ClaimText(*game_).empty() && random.OneIn(10)) {
      return kRare[3 + random.Below(6)];
    }
    // The opponent's last action, or a move that may be illegal.
    if (random.OneIn(40)) return last_;
    if (random.OneIn(40)) return random.OneIn(2) ? "0000" : legal.front() + "q";
    return RandomBoardMove(legal, game_->turn(), quiet, random);
  }

  void Make(const std::string& action, int64_t elapsed_ms) {
    // A time that is reported for a game without clocks is refused (C17).
    if (!game_->clocks()) elapsed_ms = -1;
    const bool made = game_->Apply(action, ActionInput{.elapsed_ms = elapsed_ms}, nullptr).ok();
    last_ = action;
    StrAppend(&json_, steps_++ == 0 ? "" : ",", "{\"action\":", Quoted(action),
              ",\"ms\":", elapsed_ms, ",\"made\":", made ? "true" : "false",
              ",\"then\":", DescribeState(), "}");
    made_ += made ? 1 : 0;
  }

  std::string DescribeState() const {
    const std::vector<std::string> legal = LegalOf(*game_);
    const auto points = game_->Adjudicate().points;
    return StrCat(
        "{\"fen\":", Quoted(FenOf(*game_)), ",\"legal\":", Quoted(absl::StrJoin(legal, " ")),
        ",\"claims\":", Quoted(ClaimText(*game_)), ",\"undo\":", CanUndo(*game_) ? "true" : "false",
        ",\"end\":", Quoted(EndText(*game_)), ",\"points\":[", points->first, ",", points->second,
        "]}");
  }

  GamePtr game_;
  std::string json_;
  std::string last_;
  size_t made_ = 0;
  size_t steps_ = 0;
};

class ChpokRules : public ::testing::Test {
 protected:
  // Plays one game from `fen`, or from the start if it is empty. Most games are short.
  void PlayOne(const std::string& fen, const OptionMap& options, Random& random) {
    const auto policy = options.find("draw_policy");
    RecordedGame game(fen.empty() ? StartOf("chpok", options) : GameAt("chpok", fen, options),
                      policy != options.end() && policy->second == "automatic");
    const bool is_long = random.OneIn(4);
    game.PlayTo(is_long ? 120 : 50, is_long && random.OneIn(2), random);
    ++ends_[game.end()];
    actions_ += game.made();
    StrAppend(&lines_, game.ToJson(), "\n");
    if (++recorded_ == kGamesPerRun) Replay();
  }

  // Runs the verifier on the games recorded so far and expects it to agree.
  void Replay() {
    const ProgramResult finished =
        RunProgram({NODE, ARBITER_SOURCE_DIR "/tests/service/replay_chpok.mjs"}, lines_);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(finished.out, StrCat(recorded_, " games agree\n"));
    lines_.clear();
    recorded_ = 0;
  }

  // Expects the games to have ended in every way but the rarest.
  void ExpectEveryEnd() {
    EXPECT_GT(actions_, static_cast<size_t>(5 * kGames));
    for (const char* end : {"KING_CAPTURED", "HILL", "RACING", "POINTS", "TIMEOUT", "RESIGNATION",
                            "DRAW_CLAIMED", "WIN_CLAIMED"}) {
      EXPECT_TRUE(ends_.contains(end)) << end;
    }
  }

  // The number of games by termination, and the number of actions.
  std::map<std::string, int> ends_;
  size_t actions_ = 0;

 private:
  std::string lines_;
  int recorded_ = 0;
};

TEST_F(ChpokRules, P11_GamesFromTheStartAgree) {
  Random random(61);
  for (int i = 0; i < kGames / 2 && !HasFailure(); ++i) {
    const size_t chances = 1 + random.Below(8);
    PlayOne("", RandomBoardOptions(random, chances, random.OneIn(3)), random);
  }
  Replay();
  ExpectEveryEnd();
}

// Adds running clocks to a FEN, unless it has a time control already.
std::string WithClocks(std::string fen, Random& random) {
  if (fen.find(";tc=") != std::string::npos || !fen.ends_with('}')) return fen;
  fen.pop_back();
  return StrCat(fen, ";tc=1+", random.Below(3), ";clock=", random.Below(20'000), ",",
                random.Below(60'000), "}");
}

TEST_F(ChpokRules, P26_GamesFromSetUpPositionsAgree) {
  std::vector<std::string> fens;
  for (const auto& row : ReadJsonLines("core/variants/chpok/testdata/legal.jsonl")) {
    fens.push_back(Text(row, "fen"));
  }
  const GameCase any{&VariantNamed("chpok"), {}};
  Random random(62);
  for (int i = 0; i < kGames / 2 && !HasFailure(); ++i) {
    std::string fen = fens[random.Below(fens.size())];
    if (random.OneIn(3)) {
      const OptionMap options = RandomBoardOptions(random, 1 + random.Below(8), false);
      fen = FenOf(*StartOf("chpok", options));
    }
    if (random.OneIn(2)) {
      const std::string set_up = RandomSetUp(any, fen, random);
      if (!set_up.empty()) fen = set_up;
    }
    if (random.OneIn(3)) fen = WithClocks(fen, random);
    PlayOne(fen, {{"draw_policy", random.OneIn(2) ? "automatic" : "claim"}}, random);
  }
  Replay();
  ExpectEveryEnd();
  EXPECT_TRUE(ends_.contains("BLOCKED"));
}

// Tests each feature alone and with each other feature.
TEST_F(ChpokRules, P9_EveryPairOfFeaturesAgrees) {
  constexpr int kGamesEach = 4;
  const std::vector<std::string>& features = ChpokFeatures();
  ASSERT_EQ(features.size(), 16u);
  Random random(63);
  for (size_t i = 0; i < features.size(); ++i) {
    for (size_t k = 0; k <= i; ++k) {
      for (int game = 0; game < kGamesEach && !HasFailure(); ++game) {
        OptionMap options = RandomBoardOptions(random, 2, random.OneIn(4));
        options.erase("home_row");
        options["features"] = k == i ? features[i] : StrCat(features[k], ",", features[i]);
        PlayOne("", options, random);
      }
    }
  }
  Replay();
}

}  // namespace
}  // namespace arbiter::testing
