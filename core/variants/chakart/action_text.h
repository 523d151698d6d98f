#ifndef ARBITER_CORE_VARIANTS_CHAKART_ACTION_TEXT_H_
#define ARBITER_CORE_VARIANTS_CHAKART_ACTION_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/rules/packed_text.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// Action texts without outcomes, such as `e2e4`, `d1h5?`, `a1~b2`.

// What a text says, legal or not; none where it is no action.
std::optional<Action> ReadAction(std::string_view text);
PackedText PackAction(const Action& action);
inline std::string FormatAction(const Action& action) { return PackAction(action).ToString(); }

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_ACTION_TEXT_H_
