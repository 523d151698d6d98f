#ifndef ARBITER_CORE_GAME_REGISTRY_H_
#define ARBITER_CORE_GAME_REGISTRY_H_

#include <span>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/game/variant.h"

namespace arbiter {

// Every variant served, sorted by id.
std::span<const Variant* const> AllVariants();

// UNKNOWN_VARIANT, with the ids there are, if there is none of this id.
absl::StatusOr<const Variant*> FindVariant(std::string_view id);

// The id of a ruling of any variant as text that lives as long as the program;
// empty where there is none of this id.
std::string_view RulingNamed(std::string_view id);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_REGISTRY_H_
