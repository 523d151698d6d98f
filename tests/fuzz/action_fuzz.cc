// Input: a header line, a FEN or an empty line, then actions, one a line, behind each
// maybe a tab and the milliseconds that it took. Each action is made or refused whole, where it
// draws with a seed; what is made is printed in a spelling that does the same.
#include <algorithm>

#include "absl/strings/numbers.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/property.h"

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

// The action without the name of a player before it, which stays where a bidding gets it.
std::string_view WithoutActor(std::string_view action) {
  return action.substr(action.find(':') + 1);
}

// Whether a control action that is open looks like this; a timeout may be so after the time used.
bool IsOpen(const Game& game, std::string_view action, int64_t elapsed_ms) {
  if (elapsed_ms >= 0 && WithoutActor(action) == "timeout") return true;
  const std::vector<ControlInfo> controls = game.Controls();
  return std::any_of(controls.begin(), controls.end(), [&](const ControlInfo& control) {
    return game.phase() == Phase::kBidding ? WithoutActor(control.action) == WithoutActor(action)
                                           : control.action == action;
  });
}

// An action for which there was no time leaves the state that reporting it would.
void CheckTimedOut(const Game& before, const Game& after, const Given& given) {
  const auto reported = before.Clone();
  Require(after.Adjudicate().end && reported->Apply("timeout", given, nullptr).ok() &&
              reported->Snapshot() == after.Snapshot(),
          "who spends too much time has lost it", before.Fen(FenStyle::kStandard));
}

void CheckMade(const Applied& applied, const Given& given, const Game& before, const Game& after) {
  Require(!before.Adjudicate().end, "a finished game takes no action", applied.text);
  Require(IsUtf8(applied.text) && !applied.events.empty(), "an action says what it did",
          applied.text);
  const std::vector<std::string> texts = before.LegalTexts("").value();
  const std::string action(WithoutOutcomes(applied.text));
  const bool listed = std::binary_search(texts.begin(), texts.end(), action) ||
                      MeetsHiddenQueen(before, action) || IsDescribed(before, action) ||
                      IsOpen(before, applied.text, given.elapsed_ms);
  Require(listed, "an action made is one that was listed", applied.text);
  const auto again = before.Clone();
  Applied second;
  Require(again->Apply(applied.text, {.elapsed_ms = given.elapsed_ms}, &second).ok() &&
              second.text == applied.text,
          "a printed action is accepted and printed again", applied.text);
  Require(again->Snapshot() == after.Snapshot(), "the printed spelling does the same",
          applied.text);
  if (applied.timed_out) CheckTimedOut(before, after, {.elapsed_ms = given.elapsed_ms});
}

// The action of a line, and the time it took; negative where the line does not say.
std::string_view TakeAction(std::string_view line, int64_t* elapsed_ms) {
  const size_t tab = line.find('\t');
  if (tab == std::string_view::npos ||
      !absl::SimpleAtoi(std::string(line.substr(tab + 1)), elapsed_ms)) {
    *elapsed_ms = -1;
    return line;
  }
  return line.substr(0, tab);
}

void Check(std::string_view input) {
  constexpr int kMostActions = 64;
  const std::unique_ptr<Game> game = TakeGame(&input);
  if (game == nullptr) return;
  for (int i = 0; i < kMostActions && !input.empty(); ++i) {
    Given given;
    const std::string_view action = TakeAction(TakeLine(&input), &given.elapsed_ms);
    const auto before = game->Clone();
    if (action.find('{') == std::string_view::npos) RequireSameForViewers(*before, action);
    Applied applied;
    absl::Status status = game->Apply(action, given, &applied);
    if (ReasonOf(status) == ErrorReason::kRandomnessRequired) {
      CheckRefused(status, *before, *game);
      applied = {};
      given.seed = kSeed;
      status = game->Apply(action, given, &applied);
      Require(status.ok() && !applied.draws.empty(), "an action that draws takes a seed", action);
    }
    if (status.ok()) {
      CheckMade(applied, given, *before, *game);
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
