#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_ACTION_TEXT_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_ACTION_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/rules/packed_text.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// `e2e4`, `e7e8q`, `e1h1`, `e1f1x`, `P@d2`, `x@c3`, `0000`.
PackedText PackAction(const Action& action);
inline std::string FormatAction(const Action& action) { return PackAction(action).ToString(); }

// The action that a text has the form of; none where it has that of no action. Without the
// position a castling is not told from a move, and is read as one.
std::optional<Action> ReadAction(std::string_view text);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_ACTION_TEXT_H_
