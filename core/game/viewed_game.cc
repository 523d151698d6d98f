#include "core/game/viewed_game.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/control_state.h"
#include "core/game/messages.h"
#include "core/rules/control.h"
#include "core/rules/draws.h"
#include "core/rules/roles.h"

namespace arbiter {
namespace {

// Returns an action without the parts that are hidden from some viewers.
ActionResult Concealed(const ActionResult& applied) {
  // Every viewer is told of a capture, and so learns where the capturing piece stands (H6).
  const bool captured =
      std::any_of(applied.events.begin(), applied.events.end(),
                  [](const Event& event) { return event.kind == &kCaptureEvent; });
  if (captured) return applied;
  ActionResult concealed;
  concealed.text = applied.concealed_text;
  concealed.san = applied.concealed_san;
  for (Event event : applied.events) {
    if (event.conceals_to) event.to = {};
    concealed.events.push_back(std::move(event));
  }
  return concealed;
}

}  // namespace

ViewedGame::ViewedGame(std::unique_ptr<Game> game, Viewer viewer)
    : owned_(std::move(game)), game_(owned_.get()), viewer_(viewer) {
  Update();
}

ViewedGame::ViewedGame(const Game& game, Viewer viewer) : game_(&game), viewer_(viewer) {
  Update();
}

void ViewedGame::Update() {
  if (std::unique_ptr<Game> next = game_->NextPhase()) {
    owned_ = std::move(next);
    game_ = owned_.get();
  }
  redacted_ = game_->ViewFor(viewer_);
}

absl::StatusOr<const Game*> ViewedGame::FullGame(std::string_view refusal) const {
  if (!is_redacted()) return game_;
  return AtField(MakeError(ErrorReason::kHiddenInformation,
                           StrCat(game_->variant().hidden.name, " is hidden from this viewer, so ",
                                  refusal, " (H23)")),
                 "viewer");
}

absl::StatusOr<std::string> ViewedGame::ReadAction(std::string_view text, Notation notation) const {
  const Game& game = shown();
  if (game.IsControl(text)) return std::string(text);
  if (game.Adjudicate().end) {
    // Every action is refused, whatever it contains.
    ARBITER_RETURN_IF_ERROR(game.Clone()->Apply(text, nullptr));
  }
  return game.ReadMove(text, notation);
}

absl::StatusOr<OutcomeSummary> ViewedGame::Outcomes(std::string_view action,
                                                    const EnumerationLimits& limits, Budget& budget,
                                                    OutcomeVisitor visit) const {
  ARBITER_ASSIGN_OR_RETURN(const Game* const game,
                           FullGame("the outcomes of the action cannot be listed"));
  const auto visit_viewed = [this, &visit](const ActionResult& applied, Fraction probability,
                                           const Game& after) {
    const ViewedGame viewed(after, viewer_);
    if (viewed.is_redacted()) return visit(Concealed(applied), probability, viewed);
    return visit(applied, probability, viewed);
  };
  return AtField(game->Outcomes(action, limits, budget, visit_viewed), "action");
}

std::vector<std::string> ViewedGame::VisibleSquares(std::string_view action,
                                                    std::vector<std::string> squares) const {
  if (is_redacted() && action.ends_with(game_->variant().hidden.action_suffix) &&
      !squares.empty()) {
    squares.resize(1);
  }
  return squares;
}

absl::StatusOr<std::string_view> ViewedGame::ActionOf(Color actor, std::string_view action) const {
  const Game& game = shown();
  const Roles& roles = game.roles();
  const Roles::ActorPrefix prefix = roles.SplitActor(action);
  const std::optional<ControlKind> control = ParseControlKind(prefix.rest);
  // Each player may report that the other one has run out of time.
  if (prefix.actor && control == ControlKind::kTimeout) return action;
  if (!prefix.actor && control) return roles.ControlText(*control, actor, game.turn());
  if (prefix.actor.value_or(game.turn()) == actor || game.Adjudicate().end) return action;
  const auto name = [&](Color player) { return PlayerName(game.variant(), player, roles); };
  absl::Status status = MakeError(
      ErrorReason::kNotYourTurn,
      prefix.actor ? StrCat(Quoted(action), ": the player who acts is ", name(actor), " (C16)")
                   : StrCat(Quoted(action), ": it is ", name(game.turn()), "'s turn, not ",
                            name(actor), "'s (C16)"));
  return WithResembledControl(action, std::move(status));
}

void ViewedGame::TrackClocks() {
  owned_->TrackClocks();
  Update();
}

absl::Status ViewedGame::CorrectClock(Color player, int64_t ms) {
  ARBITER_RETURN_IF_ERROR(owned_->CorrectClock(player, ms));
  Update();
  return absl::OkStatus();
}

absl::Status ViewedGame::Refusal(absl::Status status, std::string_view action,
                                 const ActionInput& input) const {
  if (!is_redacted()) return status;
  ARBITER_RETURN_IF_ERROR(TryAsViewer(action, input));
  // An action that is possible from the viewer's point of view can only fail because of its
  // outcomes.
  return MakeError(ErrorReason::kImpossibleOutcome,
                   StrCat(Quoted(action), ": these outcomes did not happen"));
}

absl::Status ViewedGame::Replay(std::string_view action, const ActionInput& input,
                                ActionResult* unredacted) {
  absl::Status status = owned_->Apply(action, input, unredacted);
  if (!status.ok()) return Refusal(std::move(status), action, input);
  Update();
  return status;
}

absl::Status ViewedGame::ReplayChecked(std::string_view action, const ActionInput& input,
                                       size_t* draws_checked) {
  if (input.seed.empty()) return Replay(action, input);
  const size_t outcomes = action.find('{');
  if (outcomes == std::string_view::npos) return Replay(action, input);
  const ActionInput unseeded = {.elapsed_ms = input.elapsed_ms};
  std::unique_ptr<Game> after = owned_->Clone();
  ActionResult written;
  absl::Status status = after->Apply(action, unseeded, &written);
  if (!status.ok()) return Refusal(std::move(status), action, unseeded);
  ActionResult drawn;
  ARBITER_RETURN_IF_ERROR(owned_->Clone()->Apply(action.substr(0, outcomes), input, &drawn));
  if (written.text != drawn.text) {
    // What the seed draws can depend on hidden parts, so Refusal() conceals it from restricted
    // viewers.
    return Refusal(
        MakeError(ErrorReason::kImpossibleOutcome,
                  StrCat(Quoted(action), ": the seed draws ", FormatOutcomes(drawn.draws))),
        action, ActionInput());
  }
  *draws_checked += written.draws.size();
  *this = ViewedGame(std::move(after), viewer_);
  return absl::OkStatus();
}

absl::Status ProposedActions::Apply(std::string_view text, const ActionInput& input,
                                    std::optional<Color> actor) {
  const std::string_view name = game_.shown().variant().hidden.name;
  const auto hidden = [text](std::string_view why) {
    return MakeError(ErrorReason::kHiddenInformation, StrCat(Quoted(text), ": ", why, " (H23)"));
  };
  if (revealed_) {
    return hidden(StrCat("an earlier action reveals ", name,
                         " that is hidden from this viewer; send this action in the next request"));
  }
  std::string_view action = text;
  if (actor) {
    ARBITER_ASSIGN_OR_RETURN(action, game_.ActionOf(*actor, text));
  }
  std::string read;
  if (notation_ != Notation::kAction) {
    ARBITER_ASSIGN_OR_RETURN(read, game_.ReadAction(action, notation_));
    action = read;
  }
  if (game_.is_redacted()) {
    absl::Status status = game_.TryAsViewer(action, input);
    const ErrorReason reason = ReasonOf(status);
    if (reason == ErrorReason::kRandomnessRequired) return status;
    if (began_hidden_ && action.find('{') != std::string_view::npos) {
      if (!status.ok() && reason != ErrorReason::kImpossibleOutcome) return status;
      return hidden(
          StrCat(name, " is hidden from this viewer, so give a seed instead of the outcomes"));
    }
  }
  // Control actions reveal nothing.
  const bool reveals = began_hidden_ && !game_.shown().IsControl(action);
  if (absl::Status status = game_.Replay(action, input, &made_.emplace_back()); !status.ok()) {
    made_.pop_back();
    return status;
  }
  revealed_ = reveals;
  Conceal();
  return absl::OkStatus();
}

void ProposedActions::Conceal() {
  const bool can_conceal = !made_.back().concealed_text.empty();
  for (const Viewer viewer : kViewers) {
    size_t& concealed = concealed_[Index(viewer)];
    if (!can_conceal && concealed == kNone) continue;
    const bool is_hidden = game_.game_->Hides(viewer);
    // Once the piece is visible, its destination is not concealed any more.
    if (can_conceal || !is_hidden) concealed = kNone;
    if (can_conceal && is_hidden) concealed = made_.size() - 1;
  }
}

void ProposedActions::Visit(Viewer viewer, ActionVisitor visit) const {
  const size_t concealed = concealed_[Index(viewer)];
  for (size_t i = 0; i < made_.size(); ++i) {
    if (i == concealed) {
      visit(Concealed(made_[i]));
    } else {
      visit(made_[i]);
    }
  }
}

std::string_view ProposedActions::last_move() const {
  const auto last = std::find_if(made_.rbegin(), made_.rend(), [this](const ActionResult& applied) {
    return !applied.timed_out &&
           (applied.text == kUndoText || !game_.shown().IsControl(applied.text));
  });
  // The last move that still stands may belong to an earlier request, so none is marked.
  if (last == made_.rend() || last->text == kUndoText) return {};
  return last->text;
}

bool IsFullyVisible(const Game& game) {
  return !game.Hides(Viewer::kSpectator) && !game.Hides(Viewer::kWhite) &&
         !game.Hides(Viewer::kBlack);
}

}  // namespace arbiter
