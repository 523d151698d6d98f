#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/game_views.h"
#include "service/handlers/handlers.h"
#include "service/handlers/render_board.h"

namespace arbiter {

absl::Status ViewGame(const CallContext& context, const v1::ViewGameRequest& request,
                      WireWriter* answer) {
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame game, ReadPosition(context, request));
  ARBITER_RETURN_IF_ERROR(CheckLastMove(game.shown(), request.last_move()));
  return WriteViews(context, request.views(), {.game = game, .last_move = request.last_move()},
                    v1::ViewGameResponse::kViewsFieldNumber, answer);
}

}  // namespace arbiter
