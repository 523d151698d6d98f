#ifndef ARBITER_CORE_GAME_SEEN_H_
#define ARBITER_CORE_GAME_SEEN_H_

#include <memory>
#include <string_view>

#include "absl/status/status.h"
#include "core/game/game.h"
#include "core/rules/viewer.h"

namespace arbiter {

// What a viewer may know while something is hidden from him (ruling H23).

// The game as the viewer sees it; the game itself where he sees all.
std::unique_ptr<Game> AsSeen(std::unique_ptr<Game> game, Viewer viewer);

// What those may know of an action who may not see all of it.
Applied Concealed(const Applied& applied);

// What a viewer is told of an action that was refused; `seen` is the game as he sees it.
absl::Status WhyRefused(std::string_view action, const Given& given, Game* seen);

// Applies an action of a record to the whole game; an error says nothing that the viewer may
// not know.
absl::Status ReplayAsSeen(Viewer viewer, std::string_view action, const Given& given, Game* game,
                          Applied* applied);

// The actions that a viewer proposes in one request, one after the other.
class ProposedActions {
 public:
  // Applies them to `game`, the whole one, which outlives this.
  ProposedActions(Game* game, Viewer viewer)
      : game_(*game), viewer_(viewer), began_hidden_(game->SeenBy(viewer) != nullptr) {}

  // Applies one. What is accepted and what an error says are the same for all that may be hidden
  // from the viewer: an action that draws for all that he knows needs a seed. Where something is
  // hidden before the first action, outcomes are not his to give until it is seen, and the action
  // that shows it is the last, since he could try another one after a refusal
  // (HIDDEN_INFORMATION).
  absl::Status Apply(std::string_view action, const Given& given, Applied* applied);

 private:
  Game& game_;
  const Viewer viewer_;
  const bool began_hidden_;
  // Since then it has been seen.
  bool shown_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_SEEN_H_
