#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_EXPLAIN_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_EXPLAIN_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// The legal action that `text` names. BAD_ACTION_TEXT, NOT_YOUR_TURN, or ILLEGAL_ACTION with the
// ruling and the square (C9).
absl::StatusOr<Action> ParseAction(const Position& position, std::string_view text);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_EXPLAIN_H_
