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

// Reads back from its FEN in both styles and from its snapshot, says who has won
// in every language, lists its moves sorted and once each.
void RequireSoundState(const Game& game);

}  // namespace arbiter::fuzz

#endif  // ARBITER_TESTS_FUZZ_PROPERTY_H_
