#ifndef ARBITER_TESTS_FUZZ_PROPERTY_H_
#define ARBITER_TESTS_FUZZ_PROPERTY_H_

#include <initializer_list>
#include <string_view>

#include "absl/status/status.h"
#include "core/game/game.h"
#include "core/rules/error.h"

// Properties that hold for every input; each aborts where it does not.
namespace arbiter::fuzz {

// Aborts with `property` and `detail` on stderr unless `holds`.
void Require(bool holds, std::string_view property, std::string_view detail = "");

bool IsUtf8(std::string_view text);

// A refusal has one of these reasons and a message in UTF-8.
void RequireReason(const absl::Status& status, std::initializer_list<ErrorReason> reasons);

// An action text without the outcomes behind it.
std::string_view WithoutOutcomes(std::string_view text);

// Whether `action`, without outcomes, is a stealth move onto a hidden queen's square: not
// listed, but accepted, since a refusal would tell where she is (ruling H23).
bool MeetsHiddenQueen(const Game& game, std::string_view action);

// Whether `bid` is one of those that a bidding describes: a match, or a raise by so many chips.
bool IsDescribed(const Game& game, std::string_view bid);

// Reads back from its FEN in both styles and from its snapshot, says who has won
// in every language, lists its moves sorted and once each; in a bidding something can be bid;
// points come from somewhere. Whoever may not see all of it sees the same wherever it is that he
// may not see.
void RequireSoundState(const Game& game);

// Whoever may not see all of `game` has `action` taken or refused, and is told why, in
// the same way wherever it is that he may not see. For actions without outcomes.
void RequireSameForViewers(const Game& game, std::string_view action);

}  // namespace arbiter::fuzz

#endif  // ARBITER_TESTS_FUZZ_PROPERTY_H_
