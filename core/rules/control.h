#ifndef ARBITER_CORE_RULES_CONTROL_H_
#define ARBITER_CORE_RULES_CONTROL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter {

// The control actions that every variant has (ruling C7).
enum class ControlKind : uint8_t {
  kResign,
  kOfferDraw,
  kAcceptDraw,
  kDeclineDraw,  // Also withdraws the player's own offer.
  kClaimDraw,
  kClaimWin,
  kTimeout,
};

// The action texts, in the order of ControlKind.
inline constexpr std::array<std::string_view, 7> kControlTexts = {
    "resign", "draw?", "draw!", "draw-", "claim draw", "claim win", "timeout"};

// Parses an action text without a player prefix; returns std::nullopt if `text` is not a control
// action that every variant has.
constexpr std::optional<ControlKind> ParseControlKind(std::string_view text) {
  for (size_t i = 0; i < kControlTexts.size(); ++i) {
    if (text == kControlTexts[i]) return static_cast<ControlKind>(i);
  }
  return std::nullopt;
}

// The action text that takes back plies, in games that allow it.
inline constexpr std::string_view kUndoText = "undo";

// Returns false for most moves and true for every control action. The second character of a control
// action or of its player prefix is a lower-case letter, whereas that of a square is a digit.
constexpr bool MayBeControl(std::string_view text) {
  return text.size() >= 2 && text[1] >= 'a' && text[1] <= 'z';
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_CONTROL_H_
