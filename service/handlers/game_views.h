#ifndef ARBITER_SERVICE_HANDLERS_GAME_VIEWS_H_
#define ARBITER_SERVICE_HANDLERS_GAME_VIEWS_H_

#include <string_view>

#include "absl/status/status.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/game/viewed_game.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "service/convert/call_context.h"
#include "service/convert/wire_writer.h"

namespace arbiter {

// The game that is shown in views.
struct ViewedTurn {
  // May be the game as seen by any viewer; each view has its own.
  const ViewedGame& game;
  // The actions that led to the game; nullptr if there are none to show.
  const ProposedActions* actions = nullptr;
  // The action text of the last move, whose squares pictures mark, if it is not one of `actions`;
  // empty if there is none.
  std::string_view last_move = {};
};

// Writes a v1::GameView for each view into a repeated field. Errors are at the field `views`.
absl::Status WriteViews(const CallContext& context,
                        const google::protobuf::RepeatedPtrField<v1::View>& views,
                        const ViewedTurn& turn, int field, WireWriter* answer);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_GAME_VIEWS_H_
