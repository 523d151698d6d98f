#include "core/game/seen.h"

#include <utility>

#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"

namespace arbiter {

std::unique_ptr<Game> AsSeen(std::unique_ptr<Game> game, Viewer viewer) {
  std::unique_ptr<Game> seen = game->SeenBy(viewer);
  return seen != nullptr ? std::move(seen) : std::move(game);
}

Applied Concealed(const Applied& applied) {
  Applied seen;
  seen.text = applied.concealed_text;
  seen.san = applied.concealed_san;
  for (Event event : applied.events) {
    // What she took on her way would tell where she is.
    if (event.kind == Event::Kind::kCapture) continue;
    if (event.kind == Event::Kind::kStealth) event.to.clear();
    seen.events.push_back(std::move(event));
  }
  return seen;
}

absl::Status ApplyAsSeen(Viewer viewer, std::string_view action, std::string_view seed, Game* game,
                         Applied* applied) {
  const std::unique_ptr<Game> seen = game->SeenBy(viewer);
  if (seen == nullptr) return game->Apply(action, seed, applied);
  absl::Status seen_status = seen->Apply(action, seed, nullptr);
  // Whether there is anything to draw can depend on what is hidden.
  if (ReasonOf(seen_status) == ErrorReason::kRandomnessRequired) return seen_status;
  absl::Status status = game->Apply(action, seed, applied);
  if (status.ok()) return status;
  if (!seen_status.ok()) return seen_status;
  // Only outcomes can be possible for all that the viewer knows and yet not be.
  return MakeError(ErrorReason::kImpossibleOutcome,
                   StrCat(Quoted(action), ": these outcomes could not have happened"));
}

}  // namespace arbiter
