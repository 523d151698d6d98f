#include "core/game/seen.h"

#include <algorithm>
#include <utility>

#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter {

std::unique_ptr<Game> AsSeen(std::unique_ptr<Game> game, Viewer viewer) {
  std::unique_ptr<Game> seen = game->SeenBy(viewer);
  return seen != nullptr ? std::move(seen) : std::move(game);
}

Applied Concealed(const Applied& applied) {
  // She can only have captured another hidden queen. That is told to all, and with it where she
  // stands (H6).
  const bool captured =
      std::any_of(applied.events.begin(), applied.events.end(),
                  [](const Event& event) { return event.kind == &kCaptureEvent; });
  if (captured) return applied;
  Applied seen;
  seen.text = applied.concealed_text;
  seen.san = applied.concealed_san;
  for (Event event : applied.events) {
    if (event.conceals_to) event.to.clear();
    seen.events.push_back(std::move(event));
  }
  return seen;
}

absl::Status WhyRefused(std::string_view action, const Given& given, Game* seen) {
  ARBITER_RETURN_IF_ERROR(seen->Apply(action, given, nullptr));
  // Only outcomes can be possible for all that the viewer knows and yet not be.
  return MakeError(ErrorReason::kImpossibleOutcome,
                   StrCat(Quoted(action), ": these outcomes did not happen"));
}

absl::Status ReplayAsSeen(Viewer viewer, std::string_view action, const Given& given, Game* game,
                          Applied* applied) {
  const std::unique_ptr<Game> seen = game->SeenBy(viewer);
  absl::Status status = game->Apply(action, given, applied);
  // An action that is made shows what was hidden.
  if (status.ok() || seen == nullptr) return status;
  return WhyRefused(action, given, seen.get());
}

absl::Status ProposedActions::Apply(std::string_view action, const Given& given, Applied* applied) {
  const auto hidden = [action](std::string_view why) {
    return MakeError(ErrorReason::kHiddenInformation, StrCat(Quoted(action), ": ", why, " (H23)"));
  };
  if (shown_) {
    return hidden(
        "the actions before it show a queen that is hidden from this viewer; ask for "
        "what follows once they are made");
  }
  if (const std::unique_ptr<Game> seen = game_.SeenBy(viewer_)) {
    absl::Status status = seen->Apply(action, given, nullptr);
    const ErrorReason reason = ReasonOf(status);
    if (reason == ErrorReason::kRandomnessRequired) return status;
    if (began_hidden_ && action.find('{') != std::string_view::npos) {
      if (!status.ok() && reason != ErrorReason::kImpossibleOutcome) return status;
      return hidden("a queen is hidden from this viewer, so its outcomes are not for him to give");
    }
  }
  // What players say shows nothing.
  const bool shows = began_hidden_ && !game_.IsControl(action);
  absl::Status status = ReplayAsSeen(viewer_, action, given, &game_, applied);
  shown_ = shows && status.ok();
  return status;
}

}  // namespace arbiter
