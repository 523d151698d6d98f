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

// Applies an action to the whole game; an error says nothing that the viewer may not know.
absl::Status ApplyAsSeen(Viewer viewer, std::string_view action, std::string_view seed, Game* game,
                         Applied* applied);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_SEEN_H_
