#ifndef ARBITER_CORE_GAME_VIEWED_GAME_H_
#define ARBITER_CORE_GAME_VIEWED_GAME_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/game/game.h"
#include "core/rules/budget.h"
#include "core/rules/enumeration.h"
#include "core/rules/fraction.h"
#include "core/rules/viewer.h"

namespace arbiter {

// A game and the viewer of the answers about it. Whatever an answer says of a game is taken from
// here, so that nothing hidden from the viewer gets into it (ruling H23).
class ViewedGame {
 public:
  ViewedGame(std::unique_ptr<Game> game, Viewer viewer);

  // The game as the viewer sees it: for its FEN, snapshot, adjudication, legal moves, controls,
  // picture and notes. Valid until the game changes.
  const Game& shown() const { return redacted_ != nullptr ? *redacted_ : *game_; }

  // The game with all that is hidden in it: for preparing an answer that is only given if InFull()
  // grants it. Valid until the game changes.
  const Game& unredacted() const { return *game_; }

  // The game, all of which the viewer may be told; HIDDEN_INFORMATION at `viewer` while something
  // is hidden from him. The error says what is hidden from this viewer, so `refusal`.
  absl::StatusOr<const Game*> InFull(std::string_view refusal) const;

  // Every result that an action can have, as Game::Outcomes() tells them, with what the viewer may
  // know of each. HIDDEN_INFORMATION at `viewer` while something is hidden from him; errors of
  // Game::Outcomes() at `action`.
  using OutcomeVisitor = absl::FunctionRef<bool(const Applied& applied, Fraction probability,
                                                const ViewedGame& after)>;
  absl::StatusOr<OutcomeSummary> Outcomes(std::string_view action, const EnumerationLimits& limits,
                                          Budget& budget, OutcomeVisitor visit) const;

  // `squares`, which an action text names in this order, without those that the viewer may not be
  // shown: where a hidden piece has gone, though the caller names it himself.
  std::vector<std::string> VisibleSquares(std::string_view action,
                                          std::vector<std::string> squares) const;

  // As Game::TrackClocks().
  void TrackClocks();

  // Makes an action of a record, as Game::Apply() does. An error says nothing that the viewer may
  // not know. `unredacted` gets all that the action did; it may be null.
  absl::Status Replay(std::string_view action, const Given& given, Applied* unredacted = nullptr);

  // The same; where the action has outcomes and a seed is given, IMPOSSIBLE_OUTCOME unless the seed
  // draws them. Adds the number of draws checked to `draws_checked`.
  absl::Status ReplayChecked(std::string_view action, const Given& given, size_t* draws_checked);

 private:
  friend class ProposedActions;

  // For looking at `game`, which outlives this.
  ViewedGame(const Game& game, Viewer viewer);

  // After every change of the game.
  void UpdateRedacted();
  bool hides() const { return redacted_ != nullptr; }
  // What making an action says, as far as the viewer knows the game.
  absl::Status TryAsViewer(std::string_view action, const Given& given) const {
    return redacted_->Clone()->Apply(action, given, nullptr);
  }
  // What the viewer is told of an action that is refused with `status`.
  absl::Status Refusal(absl::Status status, std::string_view action, const Given& given) const;

  // The game, if it may change here; else null.
  std::unique_ptr<Game> owned_;
  const Game* game_;
  Viewer viewer_;
  // The game as the viewer sees it now; null if he sees all of it.
  std::unique_ptr<Game> redacted_;
};

// The actions that a viewer proposes in one request, one after the other.
class ProposedActions {
 public:
  // `game` outlives this.
  explicit ProposedActions(ViewedGame* game) : game_(*game), began_hidden_(game->hides()) {}

  // Makes one; `applied` gets what the viewer may know of it as long as no other action follows.
  // What is accepted and what an error says are the same whatever is hidden: an action that draws,
  // as far as the viewer knows, needs a seed. If something is hidden before the first action, he
  // may not give outcomes until it is seen, and the action that reveals it must be the last,
  // because after a refusal he could try another one (HIDDEN_INFORMATION).
  absl::Status Apply(std::string_view action, const Given& given, Applied* applied);

  // An earlier action of which the viewer may know all, now that the last one has been made, though
  // Apply() told him less. None for most actions.
  struct Disclosed {
    // From 0.
    int index;
    Applied applied;
  };
  const std::optional<Disclosed>& disclosed() const { return disclosed_; }

 private:
  ViewedGame& game_;
  const bool began_hidden_;
  // Since then it has been seen.
  bool revealed_ = false;
  int count_ = 0;
  // The last action that the viewer may not know all of.
  std::optional<Disclosed> concealed_;
  std::optional<Disclosed> disclosed_;
};

// Whether every viewer sees all of the game.
bool IsOpenToAll(const Game& game);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_VIEWED_GAME_H_
