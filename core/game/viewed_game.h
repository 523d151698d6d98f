#ifndef ARBITER_CORE_GAME_VIEWED_GAME_H_
#define ARBITER_CORE_GAME_VIEWED_GAME_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/budget.h"
#include "core/base/fraction.h"
#include "core/board/color.h"
#include "core/game/game.h"
#include "core/rules/enumeration.h"
#include "core/rules/san.h"
#include "core/rules/viewer.h"

namespace arbiter {

// A game together with the viewer of the answers about it. Everything that an answer says about a
// game comes from here, so that it cannot reveal anything that is hidden from the viewer (ruling
// H23), and never speaks of a phase that is over.
class ViewedGame {
 public:
  ViewedGame(std::unique_ptr<Game> game, Viewer viewer);

  // The game as the viewer sees it, from which answers take the FEN, snapshot, adjudication, legal
  // moves, controls, picture, captions and notes. Valid until the game changes.
  const Game& shown() const { return redacted_ != nullptr ? *redacted_ : *game_; }

  // The game, including everything that is hidden. May be used only to prepare an answer that is
  // sent if FullGame() succeeds. Valid until the game changes.
  const Game& unredacted() const { return *game_; }

  // Returns the game if nothing is hidden from the viewer; otherwise HIDDEN_INFORMATION at the
  // field `viewer`. The message reads "… is hidden from this viewer, so " followed by `refusal`.
  absl::StatusOr<const Game*> FullGame(std::string_view refusal) const;

  // Returns the action text of an action that is written in `notation`, read in the game as the
  // viewer sees it, so that neither the text nor an error reveals anything hidden. Control actions
  // are the same in every notation. Errors are those of Game::ReadMove(), and GAME_OVER.
  absl::StatusOr<std::string> ReadAction(std::string_view text, Notation notation) const;

  // Visits every result that an action can have, like Game::Outcomes(), with what the viewer is
  // allowed to see of each. Returns HIDDEN_INFORMATION at the field `viewer` if something is hidden
  // from the viewer now, and the errors of Game::Outcomes() at the field `action`.
  using OutcomeVisitor = absl::FunctionRef<bool(const ActionResult& applied, Fraction probability,
                                                const ViewedGame& after)>;
  absl::StatusOr<OutcomeSummary> Outcomes(std::string_view action, const EnumerationLimits& limits,
                                          Budget& budget, OutcomeVisitor visit) const;

  // Returns `squares`, which are the squares of an action text in order, without the destination of
  // a hidden piece. The destination is omitted even though the caller's own action text names it.
  std::vector<std::string> VisibleSquares(std::string_view action,
                                          std::vector<std::string> squares) const;

  // Returns the same game for another viewer. It must not outlive this object, becomes invalid when
  // the game changes, and cannot be changed.
  ViewedGame For(Viewer viewer) const { return {*game_, viewer}; }

  // Returns the action text that names `actor` as the player who acts (ruling C16): a control
  // action without a player's prefix gets one if it needs one. Returns NOT_YOUR_TURN if the action
  // is not this player's. Says nothing about whether the action is legal otherwise.
  absl::StatusOr<std::string_view> ActionOf(Color actor, std::string_view action) const;

  // Call these functions of Game.
  void TrackClocks();
  absl::Status CorrectClock(Color player, int64_t ms);

  // Makes an action of a record, like Game::Apply(), and goes on to the next phase if the action
  // ends this one. Errors reveal nothing that is hidden from the viewer. All effects of the action
  // are assigned to `unredacted` unless it is null.
  absl::Status Replay(std::string_view action, const ActionInput& input,
                      ActionResult* unredacted = nullptr);

  // Makes an action like Replay(). If the action has outcomes and `input` has a seed, returns
  // IMPOSSIBLE_OUTCOME unless the seed draws the same outcomes. Adds the number of random draws
  // that were checked to `draws_checked`.
  absl::Status ReplayChecked(std::string_view action, const ActionInput& input,
                             size_t* draws_checked);

 private:
  friend class ProposedActions;

  // Views a game that must outlive this object and cannot be changed through it.
  ViewedGame(const Game& game, Viewer viewer);

  // Goes on to the next phase if this one is over, and updates what the viewer sees. Must be called
  // after every change of the game.
  void Update();
  bool is_redacted() const { return redacted_ != nullptr; }
  // Returns the status with which the redacted game, which must exist, accepts or refuses an
  // action.
  absl::Status TryAsViewer(std::string_view action, const ActionInput& input) const {
    return redacted_->Clone()->Apply(action, input, nullptr);
  }
  // Returns the error for an action that is refused with `status`. It reveals nothing that is
  // hidden from the viewer.
  absl::Status Refusal(absl::Status status, std::string_view action,
                       const ActionInput& input) const;

  // The game, unless it belongs to somebody else.
  std::unique_ptr<Game> owned_;
  const Game* game_;
  Viewer viewer_;
  // The game as the viewer sees it; null if nothing is hidden from the viewer.
  std::unique_ptr<Game> redacted_;
};

// Makes the actions that a viewer proposes in one request, one after another.
class ProposedActions {
 public:
  // `game` must outlive this object.
  explicit ProposedActions(ViewedGame* game, Notation notation = Notation::kAction)
      : game_(*game), notation_(notation), began_hidden_(game->is_redacted()) {
    concealed_.fill(kNone);
  }

  // Allocates room for this many actions.
  void Reserve(size_t actions) { made_.reserve(actions); }

  // Makes an action.
  //
  // Neither acceptance nor an error depends on anything hidden, so an action that seems to draw at
  // random from the viewer's point of view requires a seed. If something is hidden before the first
  // action, the viewer cannot give outcomes until it is revealed, and the action that reveals it
  // must be the last one; otherwise a refusal would let the viewer try again with that knowledge.
  // Violations of these two rules are refused with HIDDEN_INFORMATION.
  //
  // The action is written in `notation_`, see ViewedGame::ReadAction(). If `actor` is set, it must
  // be this player's, see ViewedGame::ActionOf().
  absl::Status Apply(std::string_view text, const ActionInput& input,
                     std::optional<Color> actor = std::nullopt);

  // Calls `visit` with what a viewer, by default the one who proposes the actions, is allowed to
  // see of each action now, in order.
  using ActionVisitor = absl::FunctionRef<void(const ActionResult& applied)>;
  void Visit(Viewer viewer, ActionVisitor visit) const;
  void Visit(ActionVisitor visit) const { Visit(game_.viewer_, visit); }

  // Returns the action text of the last move, with everything that is hidden; empty if no action
  // was a move, or if a move was taken back after the last one. For pictures, which mark only its
  // VisibleSquares().
  std::string_view last_move() const;

 private:
  static constexpr size_t kNone = SIZE_MAX;

  // Updates `concealed_` after an action.
  void Conceal();

  ViewedGame& game_;
  const Notation notation_;
  const bool began_hidden_;
  // Whether an action has revealed what was hidden before the first one.
  bool revealed_ = false;
  // Most requests have one action.
  absl::InlinedVector<ActionResult, 1> made_;
  // For each viewer, the index of the only action that the viewer is not allowed to see in full;
  // kNone if there is none.
  std::array<size_t, kViewers.size()> concealed_;
};

// Returns whether nothing of the game is hidden from any viewer.
bool IsFullyVisible(const Game& game);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_VIEWED_GAME_H_
