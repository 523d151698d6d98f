#include "core/game/control_state.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter {
namespace {

absl::Status Refuse(std::string_view why) { return MakeError(ErrorReason::kIllegalAction, why); }

}  // namespace

absl::Status ControlState::Apply(const VariantInfo& variant, ControlKind kind, Color actor,
                                 const Roles& roles, std::vector<Event>* events) {
  const auto add_event = [&](const EventKind* event) {
    events->push_back({.kind = event, .color = actor, .roles = &roles});
  };
  switch (kind) {
    case ControlKind::kResign:
      end = End{roles.WinFor(!actor), Termination::kResignation, "C7"};
      add_event(&kResignedEvent);
      break;
    case ControlKind::kOfferDraw:
      if (draw_offered_by) {
        return Refuse(StrCat("draw?: ", PlayerName(variant, *draw_offered_by),
                             " has already offered a draw (C14)"));
      }
      draw_offered_by = actor;
      add_event(&kDrawOfferedEvent);
      break;
    case ControlKind::kAcceptDraw:
      if (draw_offered_by != !actor) {
        return Refuse(StrCat("draw!: there is no draw offer by ", PlayerName(variant, !actor),
                             " to accept (C14)"));
      }
      draw_offered_by.reset();
      end = End{Result::kDraw, Termination::kDrawAgreed, "C14"};
      add_event(&kDrawAcceptedEvent);
      break;
    case ControlKind::kDeclineDraw:
      if (!draw_offered_by) {
        return Refuse("draw-: there is no draw offer to decline or withdraw (C14)");
      }
      add_event(draw_offered_by == actor ? &kDrawWithdrawnEvent : &kDrawDeclinedEvent);
      draw_offered_by.reset();
      break;
    case ControlKind::kClaimDraw:
    case ControlKind::kClaimWin:
    case ControlKind::kTimeout:
      return Refuse("claims and timeouts are decided by the rules of the variant (C7)");
  }
  return absl::OkStatus();
}

bool ControlState::IsPossible(const std::vector<Claim>& claims, const Roles& roles) const {
  if (!end) return !claimed_by;
  if (claimed_by) {
    return std::any_of(claims.begin(), claims.end(), [this](const Claim& claim) {
      return claim.end == *end && claim.by.value_or(*claimed_by) == *claimed_by;
    });
  }
  switch (end->termination) {
    case Termination::kResignation:
    case Termination::kTimeout:
      return roles.WinnerOf(end->result).has_value();
    case Termination::kDrawAgreed:
      return end->result == Result::kDraw;
    default:
      return false;
  }
}

void ControlState::GrantClaim(const End& claimed, Color actor, std::vector<Event>* events) {
  end = claimed;
  claimed_by = actor;
  events->push_back({.kind = &kClaimedEvent, .color = actor});
}

}  // namespace arbiter
