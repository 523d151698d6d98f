#ifndef ARBITER_CORE_VARIANTS_CHAKART_EXPLAIN_H_
#define ARBITER_CORE_VARIANTS_CHAKART_EXPLAIN_H_

#include <string_view>

#include "absl/status/status.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// OK for a legal action, else the reason (C9): ILLEGAL_ACTION, or NOT_YOUR_TURN for a piece
// of the other side. Says nothing that depends on where a hidden queen stands (H23).
// `text` is how the caller wrote the action.
absl::Status CheckLegal(const Position& position, const Action& action, std::string_view text);

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_EXPLAIN_H_
