#ifndef ARBITER_CORE_GAME_REGISTRY_H_
#define ARBITER_CORE_GAME_REGISTRY_H_

#include <span>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/game/variant.h"

namespace arbiter {

// Returns every variant that is served, sorted by id.
std::span<const Variant* const> AllVariants();

// Returns the variant with this id; UNKNOWN_VARIANT, which lists the known ids, if there is none.
absl::StatusOr<const Variant*> FindVariant(std::string_view id);

// Returns the id of a ruling, of any variant, as text with static storage duration; empty if no
// ruling has this id.
std::string_view FindRulingId(std::string_view id);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_REGISTRY_H_
