// Input: a header line, a FEN or an empty line, and then one action per line, optionally followed
// by a tab and the milliseconds that it took. Each action, with a seed if it needs one, is accepted
// or leaves the game unchanged; the text of an accepted action has the same effect.
#include <algorithm>

#include "absl/strings/numbers.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/property.h"
#include "tests/support/apply.h"

namespace arbiter::fuzz {
namespace {

void CheckRefused(const absl::Status& status, const Game& before, const Game& after) {
  if (before.Adjudicate().end) {
    RequireReason(status, {ErrorReason::kGameOver});
  } else {
    RequireReason(status, {ErrorReason::kBadActionText, ErrorReason::kIllegalAction,
                           ErrorReason::kNotYourTurn, ErrorReason::kClaimRefused,
                           ErrorReason::kRandomnessRequired, ErrorReason::kImpossibleOutcome});
  }
  Require(before.Snapshot() == after.Snapshot(), "a refused action changes nothing",
          before.Fen(FenStyle::kStandard));
}

// Returns the action without its prefix that names the player. In the bidding phase, action texts
// keep this prefix.
std::string_view WithoutActor(std::string_view action) {
  return action.substr(action.find(':') + 1);
}

// Returns whether `action` is an available control action. A timeout can become available through
// the time used.
bool IsAvailableControl(const Game& game, std::string_view action, int64_t elapsed_ms) {
  if (elapsed_ms >= 0 && WithoutActor(action) == "timeout") return true;
  const std::vector<ControlInfo> controls = game.Controls();
  return std::any_of(controls.begin(), controls.end(), [&](const ControlInfo& control) {
    return game.phase() == Phase::kBidding ? WithoutActor(control.action) == WithoutActor(action)
                                           : control.action == action;
  });
}

// Requires that an action that exceeds the clock leads to the same state as reporting a timeout.
void CheckTimedOut(const Game& before, const Game& after, const ActionInput& action_input) {
  const auto reported = before.Clone();
  Require(after.Adjudicate().end && reported->Apply("timeout", action_input, nullptr).ok() &&
              reported->Snapshot() == after.Snapshot(),
          "a player who exceeds the clock loses on time", before.Fen(FenStyle::kStandard));
}

void CheckAccepted(const ActionResult& applied, const ActionInput& action_input, const Game& before,
                   const Game& after) {
  Require(!before.Adjudicate().end, "a finished game accepts no action", applied.text);
  Require(IsUtf8(applied.text) && !applied.events.empty(),
          "an accepted action has a text and events", applied.text);
  const std::vector<std::string> texts = before.LegalTexts("").value();
  const std::string action(WithoutOutcomes(applied.text));
  const bool listed = std::binary_search(texts.begin(), texts.end(), action) ||
                      MeetsHiddenQueen(before, action) || IsDescribed(before, action) ||
                      IsAvailableControl(before, applied.text, action_input.elapsed_ms);
  Require(listed, "an accepted action was listed as legal", applied.text);
  auto again = before.Clone();
  ActionResult second;
  Require(
      testing::Apply(again, applied.text, {.elapsed_ms = action_input.elapsed_ms}, &second).ok() &&
          second.text == applied.text,
      "the text of an action is accepted and has the same text", applied.text);
  Require(again->Snapshot() == after.Snapshot(), "the text of an action has the same effect",
          applied.text);
  if (applied.timed_out) CheckTimedOut(before, after, {.elapsed_ms = action_input.elapsed_ms});
}

// Returns the action of a line and stores the time that it took, in milliseconds, or -1 if the line
// has no time.
std::string_view ParseActionLine(std::string_view line, int64_t* elapsed_ms) {
  const size_t tab = line.find('\t');
  if (tab == std::string_view::npos ||
      !absl::SimpleAtoi(std::string(line.substr(tab + 1)), elapsed_ms)) {
    *elapsed_ms = -1;
    return line;
  }
  return line.substr(0, tab);
}

void Check(std::string_view input) {
  constexpr int kMaxActions = 64;
  std::unique_ptr<Game> game = TakeGame(&input);
  if (game == nullptr) return;
  for (int i = 0; i < kMaxActions && !input.empty(); ++i) {
    ActionInput action_input;
    const std::string_view action = ParseActionLine(TakeLine(&input), &action_input.elapsed_ms);
    const auto before = game->Clone();
    if (action.find('{') == std::string_view::npos) RequireNoLeak(*before, action);
    ActionResult applied;
    absl::Status status = testing::Apply(game, action, action_input, &applied);
    if (ReasonOf(status) == ErrorReason::kRandomnessRequired) {
      CheckRefused(status, *before, *game);
      applied = {};
      action_input.seed = kSeed;
      status = testing::Apply(game, action, action_input, &applied);
      Require(status.ok() && !applied.draws.empty(), "an action with a random draw accepts a seed",
              action);
    }
    if (status.ok()) {
      CheckAccepted(applied, action_input, *before, *game);
    } else {
      CheckRefused(status, *before, *game);
    }
  }
  RequireSoundState(*game);
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
