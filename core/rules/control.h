#ifndef ARBITER_CORE_RULES_CONTROL_H_
#define ARBITER_CORE_RULES_CONTROL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

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

// Their texts, in the order of ControlKind.
inline constexpr std::array<std::string_view, 7> kControlTexts = {
    "resign", "draw?", "draw!", "draw-", "claim draw", "claim win", "timeout"};

// The kind of a text without the name of a player in front; std::nullopt if it is no control action
// of every variant.
constexpr std::optional<ControlKind> ParseControlKind(std::string_view text) {
  for (size_t i = 0; i < kControlTexts.size(); ++i) {
    if (text == kControlTexts[i]) return static_cast<ControlKind>(i);
  }
  return std::nullopt;
}

// The action that takes back plies, in games that have it.
inline constexpr std::string_view kUndoText = "undo";

// False for most moves: the second character of all control actions, and of the names in front of
// them, is a small letter, that of a square a digit.
constexpr bool MayBeControl(std::string_view text) {
  return text.size() >= 2 && text[1] >= 'a' && text[1] <= 'z';
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_CONTROL_H_
