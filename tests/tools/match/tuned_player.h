#ifndef ARBITER_TESTS_TOOLS_MATCH_TUNED_PLAYER_H_
#define ARBITER_TESTS_TOOLS_MATCH_TUNED_PLAYER_H_

#include <cstddef>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/search/limits.h"
#include "core/search/parameters.h"
#include "tests/tools/match/play_match.h"

namespace arbiter::match {

// Returns the parameters of a variant's search, as served. NOT_FOUND if it has no alpha-beta search
// of the whole game.
absl::StatusOr<SearchParameters> ParametersOf(std::string_view variant);

// Returns players that search like the engine, but with these parameters. NOT_FOUND like
// ParametersOf().
absl::StatusOr<PlayerFactory> TunedPlayers(std::string_view variant,
                                           const SearchParameters& parameters,
                                           const SearchLimits& limits, size_t table_bytes);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_TUNED_PLAYER_H_
