#ifndef ARBITER_CORE_GAME_CONTROL_STATE_H_
#define ARBITER_CORE_GAME_CONTROL_STATE_H_

#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/color.h"
#include "core/rules/control.h"
#include "core/rules/event.h"
#include "core/rules/outcome.h"
#include "core/rules/roles.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// The effects of control actions on a game: a standing draw offer, and an end that a control action
// brought about (rulings C7, C14).
struct ControlState {
  // The player whose draw offer stands.
  std::optional<Color> draw_offered_by;
  // The end of the game, if a control action brought it about.
  std::optional<End> end;
  // The player who claimed `end`, if it was claimed.
  std::optional<Color> claimed_by;

  bool operator==(const ControlState&) const = default;

  // Declines the other player's draw offer because of a move by `mover`.
  void DeclineByMove(Color mover) {
    if (draw_offered_by == !mover) draw_offered_by.reset();
  }

  // Applies a resignation or an action about a draw offer and adds its events to `events`. Returns
  // ILLEGAL_ACTION, and leaves the state unchanged, for claims, for timeouts and for an action that
  // does not match the draw offer.
  absl::Status Apply(const VariantInfo& variant, ControlKind kind, Color actor, const Roles& roles,
                     std::vector<Event>* events);

  // Returns whether control actions can have led to this state, which comes from a snapshot.
  // `claims` are the claims that the rules grant.
  bool IsPossible(const std::vector<Claim>& claims, const Roles& roles) const;

  // Ends the game by a valid claim.
  void GrantClaim(const End& claimed, Color actor, std::vector<Event>* events);
};

// Returns the status with which a text was refused. If the text is not a valid action but resembles
// a control action, as `draw` resembles `draw?`, the error says so.
absl::Status WithResembledControl(std::string_view text, absl::Status status);
template <typename Value>
absl::StatusOr<Value> WithResembledControl(std::string_view text, absl::StatusOr<Value> result) {
  if (result.ok()) return result;
  return WithResembledControl(text, result.status());
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_CONTROL_STATE_H_
