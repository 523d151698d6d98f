#include "core/game/control_state.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter {
namespace {

absl::Status Refuse(std::string_view why) { return MakeError(ErrorReason::kIllegalAction, why); }

// Returns the control action that a text resembles, with what it does, such as `draw? (it offers a
// draw)` for `Draw` or `offer draw`; empty if there is none.
std::string_view ResembledControl(std::string_view text) {
  constexpr std::string_view kOffer = "draw? (it offers a draw)";
  constexpr std::string_view kAccept = "draw! (it accepts a draw)";
  constexpr std::string_view kDecline = "draw- (it declines or withdraws an offer)";
  constexpr std::string_view kClaim = "claim draw (it claims a draw)";
  constexpr std::string_view kResign = "resign (it gives up the game)";
  constexpr std::string_view kTimeout = "timeout (it says that a player's time is up)";
  // What people write, in lower-case letters alone.
  constexpr std::pair<std::string_view, std::string_view> kWritten[] = {
      {"draw", kOffer},          {"offerdraw", kOffer},   {"drawoffer", kOffer},
      {"accept", kAccept},       {"acceptdraw", kAccept}, {"decline", kDecline},
      {"declinedraw", kDecline}, {"withdraw", kDecline},  {"claim", kClaim},
      {"claimdraw", kClaim},     {"resign", kResign},     {"resigns", kResign},
      {"resignation", kResign},  {"time", kTimeout},      {"timeout", kTimeout},
      {"flag", kTimeout}};
  std::string letters;
  for (const char c : LowerCase(text.substr(0, 32))) {
    if (c >= 'a' && c <= 'z') letters.push_back(c);
  }
  for (const auto& [written, action] : kWritten) {
    if (letters == written) return action;
  }
  return {};
}

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

absl::Status WithResembledControl(std::string_view text, absl::Status status) {
  const ErrorReason reason = ReasonOf(status);
  if (reason != ErrorReason::kBadActionText && reason != ErrorReason::kBadNotation &&
      reason != ErrorReason::kNotYourTurn) {
    return status;
  }
  const std::string_view control = ResembledControl(text);
  if (control.empty() || ParseControlKind(text)) return status;
  // The hint replaces the examples, which follow the text and a semicolon.
  const std::string message(status.message());
  return MakeError(reason, StrCat(message.substr(0, message.find("; ", text.size())),
                                  "; did you mean ", control));
}

}  // namespace arbiter
