#ifndef ARBITER_TESTS_FUZZ_PROPERTY_H_
#define ARBITER_TESTS_FUZZ_PROPERTY_H_

#include <initializer_list>
#include <string_view>

#include "absl/status/status.h"
#include "core/base/error.h"
#include "core/game/game.h"

// Properties that hold for every input. The functions abort if a property does not hold.
namespace arbiter::fuzz {

// Aborts with `property` and `detail` on stderr unless `holds`.
void Require(bool holds, std::string_view property, std::string_view detail = "");

// Returns whether a text is valid UTF-8.
bool IsUtf8(std::string_view text);

// Requires an error that has one of these reasons and a message in UTF-8.
void RequireReason(const absl::Status& status, std::initializer_list<ErrorReason> reasons);

// Returns an action text without the outcomes that follow it.
std::string_view WithoutOutcomes(std::string_view text);

// Returns whether `action`, without outcomes, is a stealth move onto the square of a hidden queen.
// It is not listed, but accepted because a refusal would reveal the square (H23).
bool MeetsHiddenQueen(const Game& game, std::string_view action);

// Returns whether a bid template of the game describes `bid`: a match that is legal, or a raise by
// a number of chips within the limits.
bool IsDescribed(const Game& game, std::string_view bid);

// Requires that a state round-trips through its FEN in both styles and through its snapshot, that
// its adjudication has a message in every language, and that its legal moves are sorted and unique.
// In the bidding phase there is a legal bid, points are the sum of their sources, and what a viewer
// sees does not depend on what is hidden from them.
void RequireSoundState(const Game& game);

// Requires that the result of `action` for a viewer from whom a queen is hidden does not depend on
// her square. `action` has no outcomes.
void RequireNoLeak(const Game& game, std::string_view action);

}  // namespace arbiter::fuzz

#endif  // ARBITER_TESTS_FUZZ_PROPERTY_H_
