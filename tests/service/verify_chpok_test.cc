// Tests the two verifiers of finished games with Chpok: auctions with random draws and clocks, and
// boards, which have no random draws.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "core/base/strings.h"
#include "core/game/registry.h"
#include "core/random/random_stream.h"
#include "tests/service/verifiers.h"
#include "tests/support/apply.h"
#include "tests/support/chpok_play.h"
#include "tests/support/wire_options.h"

namespace arbiter::testing {
namespace {

constexpr int kGames = 1000;
// A time in milliseconds that exceeds every clock.
constexpr int64_t kTooLong = 20'000'000;

OptionMap RandomOptions(Random& random) {
  OptionMap options = RandomBoardOptions(random, 3, /*clocks=*/random.OneIn(4));
  if (random.OneIn(3)) options["white"] = random.OneIn(2) ? "challenger" : "opponent";
  if (random.OneIn(2)) return options;
  OptionMap bidding = {{"chips", StrCat(random.Below(16))}};
  for (const char* const name : {"draw_policy", "track_clocks"}) {
    if (options.contains(name)) bidding[name] = options[name];
  }
  return bidding;
}

// Returns a random action. Quiet games tend to end by claims.
std::string RandomChpokAction(const Game& game, bool is_quiet, Random& random) {
  for (const ControlInfo& control : game.Controls()) {
    if (random.OneIn(control.action == "undo" ? 5 : 300)) return std::string(control.action);
  }
  if (game.phase() == Phase::kBidding) return RandomBid(game, random);
  return RandomBoardMove(TextsOf(game), game.turn(), is_quiet && !random.OneIn(40), random);
}

int64_t RandomTime(Random& random) {
  if (random.OneIn(200)) return kTooLong;
  return random.OneIn(5) ? -1 : static_cast<int64_t>(random.Below(15'000));
}

// Returns whether the game may begin in the middle, which is not possible if its start is drawn at
// random.
bool CanBeginLater(const OptionMap& options) {
  const auto chips = options.find("chips");
  return chips == options.end() || chips->second != "0";
}

// Returns a random game, with or without outcomes and times, from its start or from a FEN. It is
// played to its end or up to a random length.
v1::GameFile PlayChpok(Random& random) {
  const Variant* const variant = *FindVariant("chpok");
  const OptionMap options = RandomOptions(random);
  const std::string seed = RandomSeed(random);
  std::unique_ptr<Game> game = *variant->Start(options, seed, nullptr);

  v1::GameFile file;
  file.set_variant("chpok");
  *file.mutable_options() = ToWire({variant, options});
  v1::Record& record = *file.mutable_record();
  record.set_seed(seed);
  if (random.OneIn(2)) record.set_start_fen(game->Fen(FenStyle::kStandard));
  if (random.OneIn(2)) file.set_commitment(Commitment(seed));
  const bool outcomes = !random.OneIn(4);
  const bool reports_times = random.OneIn(2);
  const bool is_quiet = random.OneIn(4);
  const size_t max_actions = random.Below(300);
  const size_t later =
      CanBeginLater(options) && random.OneIn(4) ? random.Below(max_actions + 1) : max_actions;
  for (size_t i = 0; i < max_actions && !game->Adjudicate().end; ++i) {
    if (i == later) {
      record.clear_actions();
      record.clear_elapsed_ms();
      record.set_start_fen(game->Fen(FenStyle::kStandard));
      game = *variant->FromFen(record.start_fen(), options, /*history_is_complete=*/true);
    }
    if (record.actions().empty() && reports_times) game->TrackClocks();
    // A time without clocks is refused (C17).
    const bool times = reports_times && game->clocks();
    const std::string action = RandomChpokAction(*game, is_quiet, random);
    const ActionInput input = {.seed = seed, .elapsed_ms = times ? RandomTime(random) : -1};
    ActionResult applied;
    const absl::Status status = testing::Apply(game, action, input, &applied);
    // A timeout is refused if the player's clock still has time.
    if (!status.ok() && action.ends_with("timeout")) continue;
    EXPECT_TRUE(status.ok()) << action << ": " << status;
    record.add_actions(outcomes && !applied.timed_out ? applied.text : action);
    if (times) record.add_elapsed_ms(input.elapsed_ms);
  }
  const auto end = game->Adjudicate().end;
  file.set_claimed_result(end ? static_cast<v1::Result>(end->result) : v1::RESULT_ONGOING);
  return file;
}

// Changes the outcome of a random draw for White or the time control. Returns the index of its
// action, or -1 if there is none.
int ForgeDraw(v1::Record& record) {
  static constexpr std::pair<const char*, const char*> kForgeries[] = {
      {"white=challenger", "white=opponent"},
      {"white=opponent", "white=challenger"},
      {"time=1", "time=2"},
      {"time=", "time=1"},
  };
  for (int i = 0; i < record.actions_size(); ++i) {
    std::string& action = *record.mutable_actions(i);
    for (const auto& [drawn, forged] : kForgeries) {
      const size_t at = action.find(drawn);
      if (at == std::string::npos) continue;
      action.replace(at, std::string_view(drawn).size(), forged);
      return i;
    }
  }
  return -1;
}

TEST(VerifyChpok, TwoVerifiersAgreeOnAThousandGames) {
  Random random(93);
  std::vector<VerifiedGame> games;
  for (int i = 0; i < kGames; ++i) {
    games.push_back({PlayChpok(random)});
    if (i % 5 == 4) Forge(random, ForgeDraw, &games.back());
  }
  ExpectVerifiersAgree(games);
}

}  // namespace
}  // namespace arbiter::testing
