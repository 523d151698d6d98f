#ifndef ARBITER_CORE_GAME_REGISTRY_H_
#define ARBITER_CORE_GAME_REGISTRY_H_

#include <span>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/game/variant.h"

namespace arbiter {

// Returns every variant that is served, sorted by id. This prints their start positions:
//
//   for (const Variant* variant : AllVariants()) {
//     std::cout << variant->info().id << ": " << variant->info().start_fen << "\n";
//   }
std::span<const Variant* const> AllVariants();

// Returns the variant with this id. If there is none, returns UNKNOWN_VARIANT with a message that
// lists the known ids.
absl::StatusOr<const Variant*> FindVariant(std::string_view id);

// Returns `id` as text with static storage duration if it is the id of a ruling of any variant;
// otherwise an empty string.
std::string_view FindRulingId(std::string_view id);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_REGISTRY_H_
