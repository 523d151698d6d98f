#include "core/game/viewed_game.h"

#include <algorithm>
#include <utility>

#include "core/rules/draws.h"
#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter {
namespace {

// What those may know of an action who may not see all of it.
Applied Concealed(const Applied& applied) {
  // A capture is told to all, and with it where the piece stands that made it (H6).
  const bool captured =
      std::any_of(applied.events.begin(), applied.events.end(),
                  [](const Event& event) { return event.kind == &kCaptureEvent; });
  if (captured) return applied;
  Applied concealed;
  concealed.text = applied.concealed_text;
  concealed.san = applied.concealed_san;
  for (Event event : applied.events) {
    if (event.conceals_to) event.to.clear();
    concealed.events.push_back(std::move(event));
  }
  return concealed;
}

}  // namespace

ViewedGame::ViewedGame(std::unique_ptr<Game> game, Viewer viewer)
    : owned_(std::move(game)), game_(owned_.get()), viewer_(viewer) {
  UpdateRedacted();
}

ViewedGame::ViewedGame(const Game& game, Viewer viewer) : game_(&game), viewer_(viewer) {
  UpdateRedacted();
}

void ViewedGame::UpdateRedacted() { redacted_ = game_->SeenBy(viewer_); }

absl::StatusOr<const Game*> ViewedGame::InFull(std::string_view refusal) const {
  if (!hides()) return game_;
  return AtField(MakeError(ErrorReason::kHiddenInformation,
                           StrCat(game_->variant().hidden.name, " is hidden from this viewer, so ",
                                  refusal, " (H23)")),
                 "viewer");
}

absl::StatusOr<OutcomeSummary> ViewedGame::Outcomes(std::string_view action,
                                                    const EnumerationLimits& limits, Budget& budget,
                                                    OutcomeVisitor visit) const {
  ARBITER_ASSIGN_OR_RETURN(const Game* const game,
                           InFull("what can happen is not for him to know"));
  absl::StatusOr<OutcomeSummary> summary = game->Outcomes(
      action, limits, budget,
      [this, &visit](const Applied& applied, Fraction probability, const Game& after) {
        const ViewedGame viewed(after, viewer_);
        if (viewed.hides()) return visit(Concealed(applied), probability, viewed);
        return visit(applied, probability, viewed);
      });
  if (!summary.ok()) return AtField(summary.status(), "action");
  return summary;
}

std::vector<std::string> ViewedGame::VisibleSquares(std::string_view action,
                                                    std::vector<std::string> squares) const {
  if (hides() && action.ends_with(game_->variant().hidden.action_suffix) && !squares.empty())
    squares.resize(1);
  return squares;
}

void ViewedGame::TrackClocks() {
  owned_->TrackClocks();
  UpdateRedacted();
}

absl::Status ViewedGame::Refusal(absl::Status status, std::string_view action,
                                 const Given& given) const {
  if (!hides()) return status;
  ARBITER_RETURN_IF_ERROR(TryAsViewer(action, given));
  // Only outcomes can be possible for all that the viewer knows and yet not be.
  return MakeError(ErrorReason::kImpossibleOutcome,
                   StrCat(Quoted(action), ": these outcomes did not happen"));
}

absl::Status ViewedGame::Replay(std::string_view action, const Given& given, Applied* unredacted) {
  absl::Status status = owned_->Apply(action, given, unredacted);
  if (!status.ok()) return Refusal(std::move(status), action, given);
  UpdateRedacted();
  return status;
}

absl::Status ViewedGame::ReplayChecked(std::string_view action, const Given& given,
                                       size_t* draws_checked) {
  const size_t outcomes = action.find('{');
  if (given.seed.empty() || outcomes == std::string_view::npos) return Replay(action, given);
  const Given unseeded = {.elapsed_ms = given.elapsed_ms};
  std::unique_ptr<Game> after = owned_->Clone();
  Applied written;
  absl::Status status = after->Apply(action, unseeded, &written);
  if (!status.ok()) return Refusal(std::move(status), action, unseeded);
  Applied drawn;
  ARBITER_RETURN_IF_ERROR(owned_->Clone()->Apply(action.substr(0, outcomes), given, &drawn));
  if (written.text != drawn.text) {
    // What is drawn can depend on what is hidden.
    return Refusal(
        MakeError(ErrorReason::kImpossibleOutcome,
                  StrCat(Quoted(action), ": the seed draws ", FormatOutcomes(drawn.draws))),
        action, Given());
  }
  *draws_checked += written.draws.size();
  *this = ViewedGame(std::move(after), viewer_);
  return absl::OkStatus();
}

absl::Status ProposedActions::Apply(std::string_view action, const Given& given, Applied* applied) {
  const std::string_view name = game_.shown().variant().hidden.name;
  const auto hidden = [action](std::string_view why) {
    return MakeError(ErrorReason::kHiddenInformation, StrCat(Quoted(action), ": ", why, " (H23)"));
  };
  if (revealed_) {
    return hidden(
        StrCat("the actions before it show ", name,
               " that is hidden from this viewer; ask for what follows once they are made"));
  }
  if (game_.hides()) {
    absl::Status status = game_.TryAsViewer(action, given);
    const ErrorReason reason = ReasonOf(status);
    if (reason == ErrorReason::kRandomnessRequired) return status;
    if (began_hidden_ && action.find('{') != std::string_view::npos) {
      if (!status.ok() && reason != ErrorReason::kImpossibleOutcome) return status;
      return hidden(
          StrCat(name, " is hidden from this viewer, so its outcomes are not for him to give"));
    }
  }
  // What players say shows nothing.
  const bool reveals = began_hidden_ && !game_.shown().IsControl(action);
  ARBITER_RETURN_IF_ERROR(game_.Replay(action, given, applied));
  revealed_ = reveals;

  const bool has_secret = !applied->concealed_text.empty();
  // Once the piece has come into sight, where it went is no secret any more.
  disclosed_.reset();
  if (has_secret || !game_.hides()) std::swap(concealed_, disclosed_);
  if (has_secret && game_.hides()) {
    concealed_ = {count_, *applied};
    *applied = Concealed(*applied);
  }
  ++count_;
  return absl::OkStatus();
}

bool IsOpenToAll(const Game& game) {
  const auto sees_all = [&game](Viewer viewer) { return game.SeenBy(viewer) == nullptr; };
  return sees_all(Viewer::kSpectator) && sees_all(Viewer::kWhite) && sees_all(Viewer::kBlack);
}

}  // namespace arbiter
