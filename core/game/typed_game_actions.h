#ifndef ARBITER_CORE_GAME_TYPED_GAME_ACTIONS_H_
#define ARBITER_CORE_GAME_TYPED_GAME_ACTIONS_H_

// The second half of core/game/typed_game.h: what actions do to a TypedGame.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game/typed_game.h"

namespace arbiter {

template <Rules R>
absl::Status TypedGame<R>::CheckOngoing(std::string_view action) const {
  if (!end_) return absl::OkStatus();
  return MakeError(ErrorReason::kGameOver, StrCat(Quoted(action), ": the game is over: ",
                                                  DescribeEnd(R::Info(), *end_, Locale::kEnglish)));
}

template <Rules R>
void TypedGame<R>::TellEnd(Applied* applied) const {
  if (!end_ || applied == nullptr) return;
  applied->events.push_back(
      {.kind = Event::Kind::kGameOver, .color = WinnerOf(end_->result, kRoles), .roles = kRoles});
}

template <Rules R>
absl::Status TypedGame<R>::Apply(std::string_view action, const Given& given, Applied* applied) {
  if (absl::Status status = CheckOngoing(action); !status.ok()) return status;
  absl::Status status = Overspends(given) ? RunOutOfTime(action, given, applied)
                                          : ApplyAction(action, given, applied);
  if (!status.ok()) return status;
  UpdateEnd();
  TellEnd(applied);
  return absl::OkStatus();
}

template <Rules R>
absl::StatusOr<OutcomeSummary> TypedGame<R>::Outcomes(std::string_view action,
                                                      const EnumerationLimits& limits,
                                                      Budget& budget,
                                                      const OutcomeVisitor& visit) const {
  if (absl::Status status = CheckOngoing(action); !status.ok()) return status;
  if (IsControl(action)) {
    TypedGame after = *this;
    Applied applied;
    if (absl::Status status = after.Apply(action, Given(), &applied); !status.ok()) return status;
    visit(applied, Fraction(1), after);
    return OutcomeSummary{};
  }
  return moves().Enumerate(
      action, limits, budget,
      [&](const PlayedMove<R>& played, Fraction probability, Applied& applied) {
        TypedGame after = *this;
        after.MoveOn(played);
        after.Charge(position_.turn, Given(), /*moved=*/true);
        after.UpdateEnd();
        after.TellEnd(&applied);
        return visit(applied, probability, after);
      });
}

template <Rules R>
absl::Status TypedGame<R>::ApplyAction(std::string_view action, const Given& given,
                                       Applied* applied) {
  if (absl::Status status = CheckTextLength(action, ErrorReason::kBadActionText); !status.ok()) {
    return status;
  }
  const Color turn = position_.turn;
  if (!MayBeControl(action)) {
    absl::Status status = ApplyMove(action, given.seed, applied);
    if (status.ok()) Charge(turn, given, /*moved=*/true);
    return status;
  }
  Applied scratch;
  Applied& result = applied != nullptr ? *applied : scratch;
  const ActorPrefix prefix = SplitActor(action, kRoles);
  const Color actor = prefix.actor.value_or(turn);
  if (const std::optional<ControlKind> kind = ParseControlKind(prefix.rest)) {
    absl::Status status = ApplyControl(*kind, actor, given, &result.events);
    if (!status.ok()) return status;
    // In a bidding a name that is given stays.
    const bool named = kRoles == Roles::kBidders && prefix.actor;
    result.text = named ? action : ControlText(*kind, actor, turn, kRoles);
    if (*kind != ControlKind::kTimeout) Charge(turn, given, /*moved=*/false);
    return absl::OkStatus();
  }
  if (IsOwnControl(prefix.rest)) {
    if (actor != turn) {
      return MakeError(ErrorReason::kNotYourTurn,
                       StrCat(action, ": it is ", PlayerName(R::Info(), turn, kRoles), "'s turn"));
    }
    absl::Status status = ApplyOwnControl(prefix.rest, &result.events);
    if (!status.ok()) return status;
    result.text = std::string(prefix.rest);
    Charge(turn, given, /*moved=*/false);
    return absl::OkStatus();
  }
  if (prefix.actor) {
    return MakeError(ErrorReason::kBadActionText,
                     StrCat(Quoted(action),
                            ": only control actions (resign, draw?, draw!, "
                            "draw-, claim draw, claim win, timeout) take a "
                            "player's name in front"));
  }
  absl::Status status = ApplyMove(action, given.seed, applied);
  if (status.ok()) Charge(turn, given, /*moved=*/true);
  return status;
}

template <Rules R>
absl::Status TypedGame<R>::ApplyOwnControl(std::string_view text, std::vector<Event>* events) {
  if constexpr (!kHasOwnControls) {
    return absl::OkStatus();
  } else if constexpr (kHasMemory) {
    absl::Status status = rules_.ApplyControl(text, &position_, &memory_, events);
    if (status.ok()) history_.Push(position_.key(), /*irreversible=*/true);
    return status;
  } else {
    return rules_.ApplyControl(text, &position_, events);
  }
}

template <Rules R>
absl::Status TypedGame<R>::ApplyControl(ControlKind kind, Color actor, const Given& given,
                                        std::vector<Event>* events) {
  switch (kind) {
    case ControlKind::kClaimDraw:
    case ControlKind::kClaimWin:
      return ApplyClaim(kind, actor, events);
    case ControlKind::kTimeout:
      if constexpr (kHasClocks) return ApplyTimeout(actor, given, events);
      break;
    case ControlKind::kOfferDraw:
    case ControlKind::kAcceptDraw:
    case ControlKind::kDeclineDraw:
      if constexpr (requires { R::WhyNoDrawOffer(); }) {
        return MakeError(ErrorReason::kIllegalAction,
                         StrCat(ControlText(kind, actor, actor), ": ", R::WhyNoDrawOffer()));
      }
      break;
    case ControlKind::kResign:
      break;
  }
  return agreements_.Make(R::Info(), kind, actor, kRoles, events);
}

template <Rules R>
absl::Status TypedGame<R>::ApplyClaim(ControlKind kind, Color actor, std::vector<Event>* events) {
  const bool draw = kind == ControlKind::kClaimDraw;
  for (const Claim& claim : FindClaims()) {
    if ((claim.kind == ClaimKind::kDraw) != draw || claim.by.value_or(actor) != actor) continue;
    agreements_.Grant(claim.end, actor, events);
    return absl::OkStatus();
  }
  std::string why;
  if (draw) {
    why = rules_.WhyNoDrawClaim(position_, history_.Occurrences());
    // Rules with a history of their own say so themselves.
    constexpr bool kSaysSo = requires { rules_.KnowsHistory(position_); };
    if (!kSaysSo && !history_.complete()) {
      why += "; what came before the given FEN is unknown (C10)";
    }
  } else if constexpr (kHasWinClaims) {
    why = rules_.WhyNoWinClaim(position_, actor);
  } else {
    why = StrCat("no rule of ", R::Info().name.en, " grants a win by claim (C7)");
  }
  return MakeError(ErrorReason::kClaimRefused,
                   StrCat(ControlText(kind, actor, position_.turn, kRoles), ": ", why));
}

template <Rules R>
absl::Status TypedGame<R>::ApplyMove(std::string_view text, std::string_view seed,
                                     Applied* applied) {
  if constexpr (DeterministicRules<R> && !kHasMemory) {
    // Most moves are replayed, without a word about them.
    if (applied == nullptr) {
      const absl::StatusOr<Move> move = rules_.ParseMove(position_, text);
      if (!move.ok()) return move.status();
      // As MoveOn, without a copy of the position.
      agreements_.AnswerByMove(position_.turn);
      const bool irreversible = rules_.IsIrreversible(position_, *move);
      rules_.Apply(&position_, *move);
      history_.Push(position_.key(), irreversible);
      return absl::OkStatus();
    }
  }
  const absl::StatusOr<PlayedMove<R>> played = moves().Play(text, seed, applied);
  if (!played.ok()) return played.status();
  MoveOn(*played);
  return absl::OkStatus();
}

template <Rules R>
void TypedGame<R>::MoveOn(const PlayedMove<R>& played) {
  agreements_.AnswerByMove(position_.turn);
  if constexpr (kHasMemory) memory_.Remember(position_, played.move, played.after);
  position_ = played.after;
  history_.Push(position_.key(), played.irreversible);
}

// --- Time. Only rules with clocks get here with clocks that are tracked.

template <Rules R>
bool TypedGame<R>::Overspends(const Given& given) const {
  if constexpr (kHasClocks) {
    return position_.clocks && given.elapsed_ms > ClockOf(position_, position_.turn);
  } else {
    return false;
  }
}

template <Rules R>
absl::Status TypedGame<R>::RunOutOfTime(std::string_view action, const Given& given,
                                        Applied* applied) {
  if constexpr (kHasClocks) {
    TypedGame without_clock = *this;
    without_clock.position_.clocks.reset();
    Applied made;
    absl::Status status = without_clock.ApplyAction(action, Given{.seed = given.seed}, &made);
    // An action that is not made draws nothing.
    const bool undrawn = ReasonOf(status) == ErrorReason::kRandomnessRequired;
    if (!status.ok() && !undrawn) return status;
    Applied result;
    result.text = undrawn ? std::string(action) : made.text.substr(0, made.text.find('{'));
    // Unless that is what it says.
    const ActorPrefix prefix = SplitActor(action, kRoles);
    result.timed_out = ParseControlKind(prefix.rest) != ControlKind::kTimeout ||
                       prefix.actor.value_or(position_.turn) != position_.turn;
    LoseTime(position_.turn, &result.events);
    if (applied != nullptr) *applied = std::move(result);
  }
  return absl::OkStatus();
}

template <Rules R>
absl::Status TypedGame<R>::ApplyTimeout(Color loser, const Given& given,
                                        std::vector<Event>* events) {
  if constexpr (kHasClocks) {
    if (position_.clocks) {
      const bool runs = loser == position_.turn;
      const int64_t used = runs ? std::max<int64_t>(0, given.elapsed_ms) : 0;
      const int64_t left = ClockOf(position_, loser) - used;
      if (left > 0) {
        return MakeError(ErrorReason::kClaimRefused,
                         StrCat(ControlText(ControlKind::kTimeout, loser, position_.turn, kRoles),
                                ": ", PlayerName(R::Info(), loser, kRoles), " has ", left,
                                " ms left on the clock (P6, P24)"));
      }
      if (!runs) Charge(position_.turn, given, /*moved=*/false);
    }
    LoseTime(loser, events);
  }
  return absl::OkStatus();
}

template <Rules R>
void TypedGame<R>::LoseTime(Color loser, std::vector<Event>* events) {
  if constexpr (kHasClocks) {
    if (position_.clocks) ClockOf(position_, loser) = 0;
    events->push_back({.kind = Event::Kind::kTimedOut, .color = loser, .roles = kRoles});
    agreements_.end = rules_.LoseTime(loser, &position_, events);
  }
}

template <Rules R>
void TypedGame<R>::Charge(Color player, const Given& given, bool moved) {
  if constexpr (kHasClocks) {
    if (!position_.clocks) return;
    ClockOf(position_, player) -= std::max<int64_t>(0, given.elapsed_ms);
    if (moved) rules_.AddTime(player, &position_);
  }
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_TYPED_GAME_ACTIONS_H_
