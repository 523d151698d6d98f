#ifndef ARBITER_CORE_GAME_AGREEMENTS_H_
#define ARBITER_CORE_GAME_AGREEMENTS_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "core/board/color.h"
#include "core/rules/control.h"
#include "core/rules/event.h"
#include "core/rules/outcome.h"
#include "core/rules/roles.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// What players have said, as against what they have moved: a standing draw
// offer, and the end that a control action brought (rulings C7, C14).
struct Agreements {
  std::optional<Color> draw_offered_by;
  std::optional<End> end;
  std::optional<Color> claimed_by;

  bool operator==(const Agreements&) const = default;

  // A move of `mover` answers the other side's offer.
  void AnswerByMove(Color mover) {
    if (draw_offered_by == !mover) draw_offered_by.reset();
  }

  // Resignation and the four words about draws. On error nothing has changed.
  absl::Status Make(const VariantInfo& variant, ControlKind kind, Color actor, const Roles& roles,
                    std::vector<Event>* events);

  // Whether these can have come from actions; `claims` are those that may be made now. For states
  // that somebody else made.
  bool IsPossible(const std::vector<Claim>& claims, const Roles& roles) const;

  // A claim that has been found rightful.
  void Grant(const End& claimed, Color actor, std::vector<Event>* events);
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_AGREEMENTS_H_
