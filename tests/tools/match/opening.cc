#include "tests/tools/match/opening.h"

#include <utility>

#include "tests/support/random_play.h"

namespace arbiter::match {
namespace {

constexpr int kMaxAttempts = 1000;

// Plays random plies. `game` of the result is nullptr if the game ended too early.
absl::StatusOr<Opening> TryOpening(const Variant& variant, int plies, testing::Random& random) {
  Opening opening{.draw_seed = random.Seed()};
  auto started = variant.Start(MatchOptions(variant.info().id), opening.draw_seed, nullptr);
  if (!started.ok()) return started.status();
  std::unique_ptr<Game> game = *std::move(started);
  opening.start_fen = game->Fen(FenStyle::kStandard);
  while (!game->Adjudicate().end) {
    if (game->ply() >= static_cast<uint32_t>(plies) && game->pending().empty()) {
      opening.game = std::move(game);
      break;
    }
    const auto texts = game->LegalTexts("");
    if (!texts.ok()) return texts.status();
    ActionResult applied;
    const absl::Status status =
        game->Apply((*texts)[random.Below(texts->size())], opening.draw_seed, &applied);
    if (!status.ok()) return status;
    opening.actions.push_back(std::move(applied.text));
  }
  return opening;
}

}  // namespace

OptionMap MatchOptions(std::string_view variant) {
  OptionMap options = {{"draw_policy", "automatic"}};
  if (variant == "chpok") {
    options["skip_bidding"] = "true";
    options["features"] = "moves=100";
  }
  return options;
}

absl::StatusOr<Opening> RandomOpening(const Variant& variant, int plies, uint64_t seed) {
  testing::Random random(seed);
  for (int i = 0; i < kMaxAttempts; ++i) {
    auto opening = TryOpening(variant, plies, random);
    if (!opening.ok() || opening->game != nullptr) return opening;
  }
  return absl::InvalidArgumentError("every random opening ended the game; use fewer plies");
}

}  // namespace arbiter::match
