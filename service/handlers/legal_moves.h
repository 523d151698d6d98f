#ifndef ARBITER_SERVICE_HANDLERS_LEGAL_MOVES_H_
#define ARBITER_SERVICE_HANDLERS_LEGAL_MOVES_H_

#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/board/color.h"
#include "core/game/game.h"
#include "service/convert/wire_writer.h"

namespace arbiter {

// What an answer lists of the moves and control actions of a game.
struct LegalMovesQuery {
  // Only moves from this square are listed; all moves if it is empty.
  std::string_view from = {};
  v1::Detail detail = v1::DETAIL_TEXT;
  // The side whose moves are listed; std::nullopt means the side to move.
  std::optional<Color> side = {};
  // If set, only what this player can do is listed.
  std::optional<Color> player = {};
};

// Writes the fields of a v1::LegalMovesResponse. BAD_FIELD at `from` if it is not a square;
// WRONG_PHASE at `side` if a side is given during the bidding.
absl::Status WriteLegalMoves(const Game& game, const LegalMovesQuery& query, WireWriter* answer);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_LEGAL_MOVES_H_
