#ifndef ARBITER_TESTS_SUPPORT_APPLY_H_
#define ARBITER_TESTS_SUPPORT_APPLY_H_

#include <memory>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "core/game/game.h"

namespace arbiter::testing {

// Replaces a game whose phase is over by the game of the next phase, as ViewedGame does.
inline void GoToNextPhase(std::unique_ptr<Game>& game) {
  if (std::unique_ptr<Game> next = game->NextPhase()) game = std::move(next);
}

// Make an action like Game::Apply(), and go to the next phase if the action ends this one.
inline absl::Status Apply(std::unique_ptr<Game>& game, std::string_view action,
                          const ActionInput& input, ActionResult* applied) {
  absl::Status status = game->Apply(action, input, applied);
  GoToNextPhase(game);
  return status;
}
inline absl::Status Apply(std::unique_ptr<Game>& game, std::string_view action,
                          std::string_view seed, ActionResult* applied) {
  return Apply(game, action, ActionInput{.seed = seed}, applied);
}
inline absl::Status Apply(std::unique_ptr<Game>& game, std::string_view action,
                          ActionResult* applied) {
  return Apply(game, action, ActionInput(), applied);
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_APPLY_H_
