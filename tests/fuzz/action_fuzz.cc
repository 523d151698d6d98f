// Input: a header line, a FEN or an empty line, then actions, one a line. Each
// action is made or refused whole, where it draws with a seed; what is made is printed
// in a spelling that does the same.
#include <algorithm>

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

void CheckMade(const Applied& applied, const Game& before, const Game& after) {
  Require(!before.Adjudicate().end, "a finished game takes no action", applied.text);
  Require(IsUtf8(applied.text) && !applied.events.empty(), "an action says what it did",
          applied.text);
  const std::vector<std::string> texts = before.LegalTexts("").value();
  const std::vector<ControlInfo> controls = before.Controls();
  const std::string action(WithoutOutcomes(applied.text));
  const bool listed =
      std::binary_search(texts.begin(), texts.end(), action) || MeetsHiddenQueen(before, action) ||
      std::any_of(controls.begin(), controls.end(), [&applied](const ControlInfo& control) {
        return control.action == applied.text;
      });
  Require(listed, "an action made is one that was listed", applied.text);
  const auto again = before.Clone();
  Applied second;
  Require(again->Apply(applied.text, &second).ok() && second.text == applied.text,
          "a printed action is accepted and printed again", applied.text);
  Require(again->Snapshot() == after.Snapshot(), "the printed spelling does the same",
          applied.text);
}

void Check(std::string_view input) {
  constexpr int kMostActions = 64;
  const std::unique_ptr<Game> game = TakeGame(&input);
  if (game == nullptr) return;
  for (int i = 0; i < kMostActions && !input.empty(); ++i) {
    const std::string_view action = TakeLine(&input);
    const auto before = game->Clone();
    if (action.find('{') == std::string_view::npos) RequireSameForViewers(*before, action);
    Applied applied;
    absl::Status status = game->Apply(action, &applied);
    if (ReasonOf(status) == ErrorReason::kRandomnessRequired) {
      CheckRefused(status, *before, *game);
      applied = {};
      status = game->Apply(action, kSeed, &applied);
      Require(status.ok() && !applied.draws.empty(), "an action that draws takes a seed", action);
    }
    if (status.ok()) {
      CheckMade(applied, *before, *game);
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
