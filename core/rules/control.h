#ifndef ARBITER_CORE_RULES_CONTROL_H_
#define ARBITER_CORE_RULES_CONTROL_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/color.h"
#include "core/rules/roles.h"

namespace arbiter {

// The actions that every variant has beside moves (ruling C7).
enum class ControlKind : uint8_t {
  kResign,
  kOfferDraw,
  kAcceptDraw,
  kDeclineDraw,  // or withdraw one's own offer
  kClaimDraw,
  kClaimWin,
  kTimeout,
};

// An action text without its `white:` or `black:`, in a bidding `challenger:` or `opponent:`.
struct ActorPrefix {
  std::optional<Color> actor;
  std::string_view rest;
};
ActorPrefix SplitActor(std::string_view text, Roles roles = Roles::kColors);

// False for most moves: the second character of all control actions, and of the names in front of
// them, is a small letter, that of a square a digit.
inline bool MayBeControl(std::string_view text) {
  return text.size() >= 2 && text[1] >= 'a' && text[1] <= 'z';
}

// None where the text (without its prefix) is no control action.
std::optional<ControlKind> ParseControlKind(std::string_view text);

// The canonical text: `resign`, `draw?`, …, with a prefix where the actor is not
// the player to move. It lives for ever.
std::string_view ControlText(ControlKind kind, Color actor, Color turn,
                             Roles roles = Roles::kColors);

// `white` or `black`, `challenger` or `opponent`.
std::string_view ColorWord(Color color, Roles roles = Roles::kColors);
// `White` or `Black`, `the Challenger` or `the Opponent`, for messages.
std::string_view ColorName(Color color, Roles roles = Roles::kColors);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_CONTROL_H_
