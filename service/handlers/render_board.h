#ifndef ARBITER_SERVICE_HANDLERS_RENDER_BOARD_H_
#define ARBITER_SERVICE_HANDLERS_RENDER_BOARD_H_

#include <string_view>

#include "absl/status/status.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/base/locale.h"
#include "core/game/viewed_game.h"
#include "service/convert/wire_writer.h"

namespace arbiter {

// Returns BAD_FIELD at `last_move` if the text is too long for an action text, or if it is neither
// empty nor a control action and names no square.
absl::Status CheckLastMove(const Game& game, std::string_view last_move);

// Writes the fields of a v1::RenderBoardResponse: a picture of a game, with the squares of
// `last_move` marked as far as the viewer may see them. BAD_FIELD or LIMIT_EXCEEDED at a field of
// `picture` that cannot be used.
absl::Status WritePicture(const ViewedGame& game, const v1::Picture& picture,
                          std::string_view last_move, Locale locale, WireWriter* answer);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_RENDER_BOARD_H_
