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

// The same for an action that is only proposed. Whether there is anything to draw can depend on
// what is hidden, and so an action that draws for all that the viewer knows is refused without
// seed and outcomes.
absl::Status ApplyAsSeen(Viewer viewer, std::string_view action, const Given& given, Game* game,
                         Applied* applied);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_SEEN_H_
