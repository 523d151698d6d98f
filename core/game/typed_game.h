#ifndef ARBITER_CORE_GAME_TYPED_GAME_H_
#define ARBITER_CORE_GAME_TYPED_GAME_H_

#include <algorithm>
#include <any>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game/abilities.h"
#include "core/game/agreements.h"
#include "core/game/analyze_position.h"
#include "core/game/deterministic_moves.h"
#include "core/game/game.h"
#include "core/game/history.h"
#include "core/game/messages.h"
#include "core/game/position_moves.h"
#include "core/game/snapshot.h"
#include "core/game/stochastic_moves.h"
#include "core/rules/control.h"
#include "core/rules/error.h"
#include "core/rules/roles.h"
#include "core/rules/rules.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter {

// The Game of a variant with rules R: a position, its history and what the players have said. What
// depends on the abilities of the rules is in core/game/abilities.h.
template <Rules R>
class TypedGame final : public Game {
  static_assert(AbilitiesHold<R>());

 public:
  using Position = typename R::Position;
  using Move = typename R::Move;

  TypedGame(const R& rules, const Position& position, History history,
            const Agreements& agreements = {}, const UndoStack<R>& undo = {})
      : rules_(rules),
        position_(position),
        history_(std::move(history)),
        agreements_(agreements),
        undo_(undo) {
    UpdateEnd();
  }

  const R& rules() const { return rules_; }
  const Position& position() const { return position_; }

  // --- What the game is.

  std::unique_ptr<Game> Clone() const override { return std::make_unique<TypedGame>(*this); }
  const VariantInfo& variant() const override { return R::Info(); }
  std::string Fen(FenStyle style) const override { return rules_.FormatFen(position_, style); }
  using Game::Snapshot;
  std::string Snapshot(std::string_view fen) const override {
    return EncodeSnapshot({.variant = std::string(R::Info().id),
                           .options = rules_.options(),
                           .fen = std::string(fen),
                           .extra = SnapshotExtra(rules_, position_, undo_),
                           .keys = history_.keys(),
                           .history_complete = history_.complete(),
                           .agreements = agreements_});
  }
  Phase phase() const override { return BiddingRules<R> ? Phase::kBidding : Phase::kBoard; }
  const Roles& roles() const override { return kRoles; }
  Color turn() const override { return position_.turn; }
  uint32_t ply() const override { return position_.ply(); }
  std::vector<PendingChoice> pending() const override { return PendingOf(rules_, position_); }
  std::any detail() const override { return DetailOf(rules_, position_, !end_); }
  BoardView View() const override { return ViewOf(rules_, position_); }
  std::vector<std::string> Notes(Locale locale) const override {
    std::vector<std::string> notes = NotesOf(rules_, position_, !end_, locale);
    if (end_) notes.push_back(DescribeEnd(R::Info(), *end_, locale));
    return notes;
  }
  std::unique_ptr<Game> SeenBy(Viewer viewer) const override;

  // --- What the rules say about it.

  arbiter::Adjudication Adjudicate() const override;
  absl::Status VisitLegalTexts(std::string_view from, TextsVisitor visit) const override {
    return moves().VisitTexts(from, visit);
  }
  absl::StatusOr<std::vector<MoveInfo>> LegalMoves(std::string_view from) const override {
    return moves().Infos(from);
  }
  std::vector<ControlInfo> Controls() const override;
  bool IsControl(std::string_view text) const override {
    const Roles::ActorPrefix prefix = kRoles.SplitActor(text);
    return prefix.actor || ParseControlKind(prefix.rest) || IsOwnControl<R>(prefix.rest);
  }
  absl::StatusOr<std::string> ReadMove(std::string_view text, Notation notation) const override {
    return moves().Read(text, notation);
  }
  absl::StatusOr<std::string> WriteMove(std::string_view action, Notation notation) const override {
    return moves().Write(action, notation);
  }
  absl::StatusOr<uint64_t> Perft(
      int depth, Budget& budget,
      std::vector<std::pair<std::string, uint64_t>>* divided) const override {
    return moves().Perft(depth, budget, divided);
  }
  absl::StatusOr<AnalysisResult> Analyze(const AnalysisQuery& query, const StopToken& stop,
                                         TranspositionTable* table,
                                         const ProgressSink& report) const override {
    if (end_) return AnalysisResult();
    return AnalyzePosition(rules_, position_, history_, query, stop, table, report);
  }

  // --- What is done in it.

  void TrackClocks() override {
    if (!end_) Clocks::Start(rules_, &position_);
  }
  using Game::Apply;
  absl::Status Apply(std::string_view action, const Given& given, Applied* applied) override;
  absl::StatusOr<OutcomeSummary> Outcomes(std::string_view action, const EnumerationLimits& limits,
                                          Budget& budget,
                                          const OutcomeVisitor& visit) const override;

 private:
  using Clocks = ClocksOf<R>;
  static constexpr const Roles& kRoles = RolesOf<R>();

  auto moves() const {
    if constexpr (StochasticRules<R>) {
      return StochasticMoves<R>{&rules_, &position_};
    } else {
      return DeterministicMoves<R>{&rules_, &position_};
    }
  }
  void UpdateEnd() {
    end_ = agreements_.end ? agreements_.end : rules_.FindEnd(position_, history_.Occurrences());
    // Nothing is taken back after the end.
    if (end_) undo_.Clear();
  }
  std::vector<Claim> FindClaims() const {
    return ClaimsOf(rules_, position_, history_.Occurrences());
  }
  // Whether the clock does not say that there is time left.
  bool MayBeOutOfTime(Color player) const {
    return Clocks::Left(position_, player).value_or(0) <= 0;
  }

  absl::Status CheckOngoing(std::string_view action) const;
  // Adds the end as the last of an action's events.
  void AddEndEvent(Applied* applied) const;

  absl::Status ApplyAction(std::string_view action, const Given& given, Applied* applied);
  absl::Status ApplyMove(std::string_view text, const Given& given, Applied* applied);
  // Takes over what a move of the player to move has led to.
  void MoveOn(const PlayedMove<R>& played);
  absl::Status ApplyControl(ControlKind kind, Color actor, const Given& given,
                            std::vector<Event>* events);
  absl::Status ApplyClaim(ControlKind kind, Color actor, std::vector<Event>* events);
  absl::Status ApplyTimeout(Color loser, const Given& given, std::vector<Event>* events);

  // Whether the time given is more than the player to move has.
  bool Overspends(const Given& given) const {
    const std::optional<int64_t> left = Clocks::Left(position_, position_.turn);
    return left && given.elapsed_ms > *left;
  }
  // Ends the game on time instead of making the action; an error if the action could not have been
  // made in time either.
  absl::Status RunOutOfTime(std::string_view action, const Given& given, Applied* applied);
  void LoseTime(Color loser, std::vector<Event>* events);
  // Takes the time given from a player's clock, and adds what a move earns.
  void Charge(Color player, const Given& given, bool moved) {
    Clocks::Charge(rules_, player, given.elapsed_ms, moved, &position_);
  }

  R rules_;
  Position position_;
  History history_;
  Agreements agreements_;
  [[no_unique_address]] UndoStack<R> undo_;
  // The end of the game, however it came.
  std::optional<End> end_;
};

template <Rules R>
std::unique_ptr<Game> TypedGame<R>::SeenBy(Viewer viewer) const {
  if constexpr (HidingRules<R>) {
    if (rules_.Hides(position_, viewer)) {
      Position seen = position_;
      rules_.Redact(&seen);
      return std::make_unique<TypedGame>(rules_, seen, History(seen.key(), history_.complete()),
                                         agreements_);
    }
  }
  return nullptr;
}

template <Rules R>
arbiter::Adjudication TypedGame<R>::Adjudicate() const {
  arbiter::Adjudication adjudication;
  adjudication.end = end_;
  adjudication.history_known = KnowsHistory(rules_, position_, history_);
  adjudication.occurrences = history_.Occurrences();
  adjudication.claimed_by = agreements_.claimed_by;
  adjudication.draw_offered_by = agreements_.draw_offered_by;
  adjudication.checkers = CheckersOf(rules_, position_);
  adjudication.check = !adjudication.checkers.empty();
  if (!end_) adjudication.claims = FindClaims();
  adjudication.points = PointsOf<R>(position_);
  return adjudication;
}

template <Rules R>
std::vector<ControlInfo> TypedGame<R>::Controls() const {
  std::vector<ControlInfo> controls;
  if (end_) return controls;
  controls.reserve(8);
  const auto add = [&](ControlKind kind, Color actor) {
    controls.push_back({kRoles.ControlText(kind, actor, position_.turn), actor});
  };
  constexpr Color kBoth[] = {Color::kWhite, Color::kBlack};
  for (const Color actor : kBoth) add(ControlKind::kResign, actor);
  for (const Color actor : kBoth) {
    if (NoDrawOfferRules<R>) break;
    if (!agreements_.draw_offered_by) add(ControlKind::kOfferDraw, actor);
    if (agreements_.draw_offered_by == !actor) add(ControlKind::kAcceptDraw, actor);
    if (agreements_.draw_offered_by) add(ControlKind::kDeclineDraw, actor);
  }
  for (const Claim& claim : FindClaims()) {
    const bool draw = claim.kind == ClaimKind::kDraw;
    for (const Color actor : kBoth) {
      if (claim.by.value_or(actor) == actor) {
        add(draw ? ControlKind::kClaimDraw : ControlKind::kClaimWin, actor);
      }
    }
  }
  for (const std::string_view text : OpenControls(rules_, position_, undo_)) {
    controls.push_back({text, position_.turn});
  }
  for (const Color actor : kBoth) {
    if (MayBeOutOfTime(actor)) add(ControlKind::kTimeout, actor);
  }
  return controls;
}

// --- Actions.

template <Rules R>
absl::Status TypedGame<R>::CheckOngoing(std::string_view action) const {
  if (!end_) return absl::OkStatus();
  return MakeError(ErrorReason::kGameOver, StrCat(Quoted(action), ": the game is over: ",
                                                  DescribeEnd(R::Info(), *end_, Locale::kEnglish)));
}

template <Rules R>
void TypedGame<R>::AddEndEvent(Applied* applied) const {
  if (!end_ || applied == nullptr) return;
  applied->events.push_back(
      {.kind = &kGameOverEvent, .color = kRoles.WinnerOf(end_->result), .roles = &kRoles});
}

template <Rules R>
absl::Status TypedGame<R>::Apply(std::string_view action, const Given& given, Applied* applied) {
  ARBITER_RETURN_IF_ERROR(CheckOngoing(action));
  ARBITER_RETURN_IF_ERROR(Overspends(given) ? RunOutOfTime(action, given, applied)
                                            : ApplyAction(action, given, applied));
  UpdateEnd();
  AddEndEvent(applied);
  return absl::OkStatus();
}

template <Rules R>
absl::StatusOr<OutcomeSummary> TypedGame<R>::Outcomes(std::string_view action,
                                                      const EnumerationLimits& limits,
                                                      Budget& budget,
                                                      const OutcomeVisitor& visit) const {
  ARBITER_RETURN_IF_ERROR(CheckOngoing(action));
  if (IsControl(action)) {
    TypedGame after = *this;
    Applied applied;
    ARBITER_RETURN_IF_ERROR(after.Apply(action, Given(), &applied));
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
        after.AddEndEvent(&applied);
        return visit(applied, probability, after);
      });
}

template <Rules R>
absl::Status TypedGame<R>::ApplyAction(std::string_view action, const Given& given,
                                       Applied* applied) {
  ARBITER_RETURN_IF_ERROR(CheckTextLength(action, ErrorReason::kBadActionText));
  if (!MayBeControl(action)) return ApplyMove(action, given, applied);
  const Color turn = position_.turn;
  Applied scratch;
  Applied& result = applied != nullptr ? *applied : scratch;
  const Roles::ActorPrefix prefix = kRoles.SplitActor(action);
  const Color actor = prefix.actor.value_or(turn);
  if (const std::optional<ControlKind> kind = ParseControlKind(prefix.rest)) {
    ARBITER_RETURN_IF_ERROR(ApplyControl(*kind, actor, given, &result.events));
    // In a bidding a name that is given stays.
    const bool named = BiddingRules<R> && prefix.actor;
    result.text = named ? action : kRoles.ControlText(*kind, actor, turn);
    if (*kind != ControlKind::kTimeout) Charge(turn, given, /*moved=*/false);
    return absl::OkStatus();
  }
  if (IsOwnControl<R>(prefix.rest)) {
    if (actor != turn) {
      return MakeError(ErrorReason::kNotYourTurn,
                       StrCat(action, ": it is ", PlayerName(R::Info(), turn, kRoles), "'s turn"));
    }
    ARBITER_RETURN_IF_ERROR(
        ApplyOwnControl(rules_, prefix.rest, &position_, &undo_, &history_, &result.events));
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
  return ApplyMove(action, given, applied);
}

template <Rules R>
absl::Status TypedGame<R>::ApplyMove(std::string_view text, const Given& given, Applied* applied) {
  const Color mover = position_.turn;
  if constexpr (DeterministicRules<R> && !UndoRules<R>) {
    // Most moves are replayed without a word about them, and without a copy of the position.
    if (applied == nullptr) {
      ARBITER_ASSIGN_OR_RETURN(const Move move, rules_.ParseMove(position_, text));
      agreements_.AnswerByMove(mover);
      const bool irreversible = rules_.IsIrreversible(position_, move);
      rules_.Apply(&position_, move);
      history_.Push(position_.key(), irreversible);
      Charge(mover, given, /*moved=*/true);
      return absl::OkStatus();
    }
  }
  const absl::StatusOr<PlayedMove<R>> played = moves().Play(text, given.seed, applied);
  if (!played.ok()) return played.status();
  MoveOn(*played);
  Charge(mover, given, /*moved=*/true);
  return absl::OkStatus();
}

template <Rules R>
void TypedGame<R>::MoveOn(const PlayedMove<R>& played) {
  agreements_.AnswerByMove(position_.turn);
  if constexpr (UndoRules<R>) undo_.Remember(position_, played.move, played.after);
  position_ = played.after;
  history_.Push(position_.key(), played.irreversible);
}

template <Rules R>
absl::Status TypedGame<R>::ApplyControl(ControlKind kind, Color actor, const Given& given,
                                        std::vector<Event>* events) {
  switch (kind) {
    case ControlKind::kClaimDraw:
    case ControlKind::kClaimWin:
      return ApplyClaim(kind, actor, events);
    case ControlKind::kTimeout:
      return ApplyTimeout(actor, given, events);
    case ControlKind::kOfferDraw:
    case ControlKind::kAcceptDraw:
    case ControlKind::kDeclineDraw:
      if constexpr (NoDrawOfferRules<R>) {
        return MakeError(ErrorReason::kIllegalAction,
                         StrCat(kRoles.ControlText(kind, actor, actor), ": ", R::WhyNoDrawOffer()));
      }
      break;
    case ControlKind::kResign:
      break;
  }
  return agreements_.Make(R::Info(), kind, actor, kRoles, events);
}

template <Rules R>
absl::Status TypedGame<R>::ApplyClaim(ControlKind kind, Color actor, std::vector<Event>* events) {
  const ClaimKind wanted = kind == ControlKind::kClaimDraw ? ClaimKind::kDraw : ClaimKind::kWin;
  for (const Claim& claim : FindClaims()) {
    if (claim.kind != wanted || claim.by.value_or(actor) != actor) continue;
    agreements_.Grant(claim.end, actor, events);
    return absl::OkStatus();
  }
  return MakeError(ErrorReason::kClaimRefused,
                   StrCat(kRoles.ControlText(kind, actor, position_.turn), ": ",
                          WhyNoClaim(rules_, position_, wanted, actor, history_)));
}

// --- Time.

template <Rules R>
absl::Status TypedGame<R>::ApplyTimeout(Color loser, const Given& given,
                                        std::vector<Event>* events) {
  if (std::optional<int64_t> left = Clocks::Left(position_, loser)) {
    const bool runs = loser == position_.turn;
    if (runs) *left -= std::max<int64_t>(0, given.elapsed_ms);
    if (*left > 0) {
      return MakeError(ErrorReason::kClaimRefused,
                       StrCat(kRoles.ControlText(ControlKind::kTimeout, loser, position_.turn),
                              ": ", PlayerName(R::Info(), loser, kRoles), " has ", *left,
                              " ms left on the clock (", Clocks::kRulings, ")"));
    }
    if (!runs) Charge(position_.turn, given, /*moved=*/false);
  }
  LoseTime(loser, events);
  return absl::OkStatus();
}

template <Rules R>
absl::Status TypedGame<R>::RunOutOfTime(std::string_view action, const Given& given,
                                        Applied* applied) {
  TypedGame without_clock = *this;
  Clocks::Stop(&without_clock.position_);
  Applied made;
  absl::Status status = without_clock.ApplyAction(action, Given{.seed = given.seed}, &made);
  // An action that is not made draws nothing.
  const bool undrawn = ReasonOf(status) == ErrorReason::kRandomnessRequired;
  if (!status.ok() && !undrawn) return status;
  Applied result;
  result.text = undrawn ? std::string(action) : made.text.substr(0, made.text.find('{'));
  // Unless that is what it says.
  const Roles::ActorPrefix prefix = kRoles.SplitActor(action);
  result.timed_out = ParseControlKind(prefix.rest) != ControlKind::kTimeout ||
                     prefix.actor.value_or(position_.turn) != position_.turn;
  LoseTime(position_.turn, &result.events);
  if (applied != nullptr) *applied = std::move(result);
  return absl::OkStatus();
}

template <Rules R>
void TypedGame<R>::LoseTime(Color loser, std::vector<Event>* events) {
  events->push_back({.kind = &kTimedOutEvent, .color = loser, .roles = &kRoles});
  agreements_.end = Clocks::LoseTime(rules_, loser, &position_, events);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_TYPED_GAME_H_
