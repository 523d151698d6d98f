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

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/abilities.h"
#include "core/game/analyze_position.h"
#include "core/game/any_notation.h"
#include "core/game/clocks.h"
#include "core/game/control_state.h"
#include "core/game/deterministic_moves.h"
#include "core/game/game.h"
#include "core/game/history.h"
#include "core/game/messages.h"
#include "core/game/position_moves.h"
#include "core/game/snapshot.h"
#include "core/game/stochastic_moves.h"
#include "core/rules/clock.h"
#include "core/rules/control.h"
#include "core/rules/perft.h"
#include "core/rules/roles.h"
#include "core/rules/rules.h"

namespace arbiter {

// The rules with the default of every option, and these options in encoded form.
template <Rules R>
const R& DefaultRules() {
  static const R rules = *R::Create({});
  return rules;
}
template <Rules R>
std::string_view DefaultOptions() {
  static const auto& options = *new std::string(EncodeOptions(DefaultRules<R>().options()));
  return options;
}

// The game of a variant, or of one phase of it, with the rules R: a position, its history and the
// effects of control actions. The code that depends on the abilities of the rules is in
// core/game/abilities.h.
template <Rules R>
class TypedGame final : public Game {
  static_assert(AbilitiesHold<R>());

 public:
  using Position = typename R::Position;
  using Move = typename R::Move;

  TypedGame(const R& rules, const Position& position, History history,
            const ClocksOf<R>& clocks = {}, const ControlState& controls = {},
            const UndoStack<R>& undo = {})
      : rules_(rules),
        position_(position),
        clocks_(clocks),
        history_(std::move(history)),
        control_state_(controls),
        undo_(undo) {
    UpdateEnd();
  }

  const R& rules() const { return rules_; }
  const Position& position() const { return position_; }

  // --- The state.

  std::unique_ptr<Game> Clone() const override { return std::make_unique<TypedGame>(*this); }
  const VariantInfo& variant() const override { return R::Info(); }
  std::string Fen(FenStyle style) const override { return rules_.FormatFen(position_, style); }
  void AppendSnapshot(std::string_view fen, StringWriter* bytes) const override {
    std::string extra = SnapshotExtra(rules_, position_, undo_);
    const GameClocks* const clocks = clocks_.own();
    if (clocks != nullptr) extra.insert(0, clocks->FormatExtra());
    std::string own;
    std::string_view options = DefaultOptions<R>();
    // Encoding the options takes longer than writing the snapshot.
    if (clocks != nullptr || rules_ != DefaultRules<R>()) {
      OptionMap map = rules_.options();
      if (clocks != nullptr) map.emplace(kClockOption, FormatTimeControl(clocks->control()));
      options = own = EncodeOptions(map);
    }
    arbiter::AppendSnapshot({.variant = R::Info().id,
                             .options = options,
                             .fen = fen,
                             .extra = extra,
                             .keys = history_.keys(),
                             .history_complete = history_.complete(),
                             .controls = control_state_},
                            bytes);
  }
  Phase phase() const override { return BiddingRules<R> ? Phase::kBidding : Phase::kBoard; }
  const Roles& roles() const override { return kRoles; }
  Color turn() const override { return position_.turn; }
  uint32_t ply() const override { return position_.ply(); }
  std::vector<PendingChoice> pending() const override { return PendingOf(rules_, position_); }
  std::any detail() const override { return DetailOf(rules_, position_, !end_); }
  BoardView View() const override { return ViewOf(rules_, position_); }
  std::optional<ClockTimes> clocks() const override { return clocks_.Left(position_); }
  bool clocks_corrected() const override { return clocks_corrected_; }
  std::vector<Note> Notes(Locale locale) const override {
    Position without_clocks = position_;
    ClocksOf<R>(clocks_).Stop(&without_clocks);
    return NotesOf(rules_, without_clocks, !end_, locale);
  }
  std::vector<std::string> Captions(Locale locale) const override {
    std::vector<std::string> captions;
    for (Note& note : NotesOf(rules_, position_, !end_, locale)) {
      if (note.in_picture) captions.push_back(std::move(note.text));
    }
    if (const GameClocks* const clocks = clocks_.own()) {
      captions.push_back(DescribeClocks(R::Info(), clocks->left_ms(), locale));
    }
    if (end_) captions.push_back(DescribeEnd(R::Info(), *end_, locale));
    return captions;
  }
  bool Hides(Viewer viewer) const override {
    if constexpr (HidingRules<R>) return rules_.Hides(position_, viewer);
    return false;
  }
  std::unique_ptr<Game> ViewFor(Viewer viewer) const override;

  // --- Rules, notation and analysis.

  arbiter::Adjudication Adjudicate() const override;
  absl::Status VisitLegalTexts(std::string_view from, TextsVisitor visit) const override {
    return VisitTexts(rules_, position_, from, visit);
  }
  absl::StatusOr<std::vector<MoveInfo>> LegalMoves(std::string_view from) const override {
    return DescribeMoves(rules_, position_, from, NotationOf(rules_, position_, NotationUse::kAny));
  }
  absl::StatusOr<std::vector<MoveInfo>> MovesInAdvance(std::string_view from) const override {
    if constexpr (BiddingRules<R>) {
      return AtField(MakeError(ErrorReason::kWrongPhase,
                               "during the bidding, nobody has moves to choose in advance"),
                     "side");
    } else {
      return DescribeMovesInAdvance(rules_, position_, from);
    }
  }
  std::vector<ControlInfo> Controls() const override;
  bool IsControl(std::string_view text) const override {
    const Roles::ActorPrefix prefix = kRoles.SplitActor(text);
    return prefix.actor || ParseControlKind(prefix.rest) || IsOwnControl<R>(prefix.rest);
  }
  using Game::ReadMove;
  absl::StatusOr<std::string> ReadMove(std::string_view text, Notation notation,
                                       Explain explain) const override {
    if (notation == Notation::kAny) return WithResembledControl(text, ReadAnyMove(*this, text));
    return arbiter::ReadMove(rules_, position_, text, notation, explain);
  }
  absl::StatusOr<std::string> WriteMove(std::string_view action, Notation notation) const override {
    return arbiter::WriteMove(rules_, position_, action, notation);
  }
  absl::StatusOr<uint64_t> Perft(
      int depth, Budget& budget,
      std::vector<std::pair<std::string, uint64_t>>* divided) const override {
    if constexpr (BiddingRules<R>) {
      return AtField(MakeError(ErrorReason::kWrongPhase, R::PerftRefusal()), "position");
    } else {
      return CountLeavesDivided(rules_, position_, depth, budget, divided);
    }
  }
  absl::StatusOr<AnalysisResult> Analyze(const AnalysisQuery& query, const StopToken& stop,
                                         TranspositionTable* table,
                                         const ProgressSink& report) const override {
    if (end_) return AnalysisResult();
    return AnalyzePosition(rules_, position_, history_, query, stop, table, report);
  }

  // --- Changes.

  void TrackClocks() override {
    if (!end_) clocks_.Start(rules_, &position_);
  }
  absl::Status CorrectClock(Color player, int64_t ms) override;
  // Sets what clocks_corrected() returns.
  void SetClocksCorrected(bool corrected) { clocks_corrected_ = corrected; }
  void PlayOn() override {
    plays_on_ = true;
    UpdateEnd();
  }
  using Game::Apply;
  absl::Status Apply(std::string_view action, const ActionInput& input,
                     ActionResult* applied) override;
  std::unique_ptr<Game> NextPhase() const override;
  absl::StatusOr<OutcomeSummary> Outcomes(std::string_view action, const EnumerationLimits& limits,
                                          Budget& budget,
                                          const OutcomeVisitor& visit) const override;

 private:
  static constexpr const Roles& kRoles = RolesOf<R>();

  void UpdateEnd() {
    end_ =
        control_state_.end ? control_state_.end : rules_.FindEnd(position_, history_.Occurrences());
    const bool is_drawn_by_rules = end_ && end_->result == Result::kDraw && !control_state_.end;
    if (is_drawn_by_rules && plays_on_ && HasMoves()) end_.reset();
    // Nothing can be taken back after the end.
    if (end_) undo_.Clear();
  }
  bool HasMoves() const {
    if constexpr (BiddingRules<R>) {
      return false;
    } else {
      typename R::Moves moves;
      rules_.GenerateMoves(position_, &moves);
      return moves.size() > 0;
    }
  }
  std::vector<Claim> FindClaims() const {
    return ClaimsOf(rules_, position_, history_.Occurrences());
  }
  // Returns the time left on the player's clock; std::nullopt if clocks are not tracked.
  std::optional<int64_t> TimeLeft(Color player) const {
    const std::optional<ClockTimes> left = clocks_.Left(position_);
    if (!left) return std::nullopt;
    return (*left)[static_cast<size_t>(Index(player))];
  }
  // Returns whether the player can have run out of time; true if clocks are not tracked.
  bool CanBeOutOfTime(Color player) const { return TimeLeft(player).value_or(0) <= 0; }

  // Returns GAME_OVER if the game has ended.
  absl::Status CheckOngoing(std::string_view action) const;
  // If the game has ended, adds a kGameOverEvent to the events of the action.
  void AddEndEvent(ActionResult* applied) const;

  absl::Status ApplyAction(std::string_view action, const ActionInput& input,
                           ActionResult* applied);
  absl::Status ApplyMove(std::string_view text, const ActionInput& input, ActionResult* applied);
  // Updates the state after a move of the side to move, except for `end_`.
  void Advance(const PlayedMove<R>& played, const ActionInput& input);
  absl::Status ApplyControl(ControlKind kind, Color actor, const ActionInput& input,
                            std::vector<Event>* events);
  absl::Status ApplyClaim(ControlKind kind, Color actor, std::vector<Event>* events);
  absl::Status ApplyTimeout(Color loser, const ActionInput& input, std::vector<Event>* events);

  // Returns whether the elapsed time is more than the side to move has left.
  bool ExceedsClock(const ActionInput& input) const {
    if (input.elapsed_ms < 0) return false;
    const std::optional<int64_t> left = TimeLeft(position_.turn);
    return left && input.elapsed_ms > *left;
  }
  // Ends the game by timeout instead of making the action. If the action would also have been
  // refused in time, returns its error.
  absl::Status RunOutOfTime(std::string_view action, const ActionInput& input,
                            ActionResult* applied);
  void LoseTime(Color loser, std::vector<Event>* events);
  // If clocks are tracked, takes the elapsed time from the player's clock and, if the player's turn
  // is over, adds the time that it earns.
  void Charge(Color player, const ActionInput& input, bool turn_is_over) {
    if (!clocks_.AreTracked(position_)) return;
    clocks_.Charge(rules_, player, input.elapsed_ms, turn_is_over, &position_);
  }

  R rules_;
  Position position_;
  [[no_unique_address]] ClocksOf<R> clocks_;
  History history_;
  ControlState control_state_;
  [[no_unique_address]] UndoStack<R> undo_;
  // Whether draws by the rules are ignored; see PlayOn().
  bool plays_on_ = false;
  bool clocks_corrected_ = false;
  // The end of the game by the rules or by a control action; std::nullopt if the game is ongoing.
  std::optional<End> end_;
};

template <Rules R>
using TypedGamePtr = std::unique_ptr<TypedGame<R>>;

// Returns a game that starts with this position.
template <Rules R>
TypedGamePtr<R> GameAtStart(const R& rules, const typename R::Position& position,
                            const ClocksOf<R>& clocks = {}) {
  return std::make_unique<TypedGame<R>>(rules, position, History(position.key(), true), clocks);
}

template <Rules R>
std::unique_ptr<Game> TypedGame<R>::ViewFor(Viewer viewer) const {
  if constexpr (HidingRules<R>) {
    if (Hides(viewer)) {
      Position redacted = position_;
      rules_.Redact(&redacted);
      auto view = std::make_unique<TypedGame>(
          rules_, redacted, History(redacted.key(), history_.complete()), clocks_, control_state_);
      if (plays_on_) view->PlayOn();
      view->SetClocksCorrected(clocks_corrected_);
      return view;
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
  adjudication.claimed_by = control_state_.claimed_by;
  adjudication.draw_offered_by = control_state_.draw_offered_by;
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
    if (!control_state_.draw_offered_by) add(ControlKind::kOfferDraw, actor);
    if (control_state_.draw_offered_by == !actor) add(ControlKind::kAcceptDraw, actor);
    if (control_state_.draw_offered_by) add(ControlKind::kDeclineDraw, actor);
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
    if (CanBeOutOfTime(actor)) add(ControlKind::kTimeout, actor);
  }
  return controls;
}

// --- Actions.

template <Rules R>
absl::Status TypedGame<R>::CheckOngoing(std::string_view action) const {
  if (!end_) return absl::OkStatus();
  return MakeError(ErrorReason::kGameOver, StrCat(Quoted(action), ": the game is over. ",
                                                  DescribeEnd(R::Info(), *end_, Locale::kEnglish)));
}

template <Rules R>
void TypedGame<R>::AddEndEvent(ActionResult* applied) const {
  if (!end_ || applied == nullptr) return;
  applied->events.push_back(
      {.kind = &kGameOverEvent, .color = kRoles.WinnerOf(end_->result), .roles = &kRoles});
}

template <Rules R>
absl::Status TypedGame<R>::Apply(std::string_view action, const ActionInput& input,
                                 ActionResult* applied) {
  ARBITER_RETURN_IF_ERROR(CheckOngoing(action));
  // Enough for most actions.
  if (applied != nullptr) applied->events.reserve(6);
  absl::Status status = ExceedsClock(input) ? RunOutOfTime(action, input, applied)
                                            : ApplyAction(action, input, applied);
  if (!status.ok()) return WithResembledControl(action, std::move(status));
  UpdateEnd();
  AddEndEvent(applied);
  return absl::OkStatus();
}

template <Rules R>
std::unique_ptr<Game> TypedGame<R>::NextPhase() const {
  if constexpr (PhasedRules<R>) {
    const auto position = rules_.NextPosition(position_);
    if (position) {
      auto next = GameAtStart(rules_.NextRules(), *position);
      if (plays_on_) next->PlayOn();
      next->SetClocksCorrected(clocks_corrected_);
      return next;
    }
  }
  return nullptr;
}

template <Rules R>
absl::StatusOr<OutcomeSummary> TypedGame<R>::Outcomes(std::string_view action,
                                                      const EnumerationLimits& limits,
                                                      Budget& budget,
                                                      const OutcomeVisitor& visit) const {
  ARBITER_RETURN_IF_ERROR(CheckOngoing(action));
  if (IsControl(action)) {
    TypedGame after = *this;
    ActionResult applied;
    ARBITER_RETURN_IF_ERROR(after.Apply(action, ActionInput(), &applied));
    visit(applied, Fraction(1), after);
    return OutcomeSummary{};
  }
  return VisitOutcomes(
      rules_, position_, action, limits, budget,
      [&](const PlayedMove<R>& played, Fraction probability, ActionResult& applied) {
        TypedGame after = *this;
        after.Advance(played, ActionInput());
        after.UpdateEnd();
        after.AddEndEvent(&applied);
        return visit(applied, probability, after);
      });
}

template <Rules R>
absl::Status TypedGame<R>::ApplyAction(std::string_view action, const ActionInput& input,
                                       ActionResult* applied) {
  ARBITER_RETURN_IF_ERROR(CheckTextLength(action, ErrorReason::kBadActionText));
  if (!MayBeControl(action)) return ApplyMove(action, input, applied);
  const Color turn = position_.turn;
  ActionResult scratch;
  ActionResult& result = applied != nullptr ? *applied : scratch;
  const Roles::ActorPrefix prefix = kRoles.SplitActor(action);
  const Color actor = prefix.actor.value_or(turn);
  if (const std::optional<ControlKind> kind = ParseControlKind(prefix.rest)) {
    ARBITER_RETURN_IF_ERROR(ApplyControl(*kind, actor, input, &result.events));
    // During bidding the canonical text keeps the prefix that names the player.
    const bool named = BiddingRules<R> && prefix.actor;
    result.text = named ? action : kRoles.ControlText(*kind, actor, turn);
    if (*kind != ControlKind::kTimeout) Charge(turn, input, /*turn_is_over=*/false);
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
    Charge(turn, input, /*turn_is_over=*/false);
    return absl::OkStatus();
  }
  if (prefix.actor) {
    return MakeError(ErrorReason::kBadActionText,
                     StrCat(Quoted(action),
                            ": only control actions (resign, draw?, draw!, "
                            "draw-, claim draw, claim win, timeout) can begin "
                            "with a player's name"));
  }
  return ApplyMove(action, input, applied);
}

template <Rules R>
absl::Status TypedGame<R>::ApplyMove(std::string_view text, const ActionInput& input,
                                     ActionResult* applied) {
  ARBITER_ASSIGN_OR_RETURN(const PlayedMove<R>& played,
                           PlayMove(rules_, position_, text, input.seed, applied));
  Advance(played, input);
  return absl::OkStatus();
}

template <Rules R>
void TypedGame<R>::Advance(const PlayedMove<R>& played, const ActionInput& input) {
  const Color mover = position_.turn;
  // Only the clocks need to know.
  const bool turn_is_over = clocks_.AreTracked(position_) && played.after.ply() != position_.ply();
  control_state_.DeclineByMove(mover);
  if constexpr (UndoRules<R>) undo_.Remember(position_, played.move);
  position_ = played.after;
  history_.Push(position_.key(), played.irreversible);
  Charge(mover, input, turn_is_over);
}

template <Rules R>
absl::Status TypedGame<R>::ApplyControl(ControlKind kind, Color actor, const ActionInput& input,
                                        std::vector<Event>* events) {
  switch (kind) {
    case ControlKind::kClaimDraw:
    case ControlKind::kClaimWin:
      return ApplyClaim(kind, actor, events);
    case ControlKind::kTimeout:
      return ApplyTimeout(actor, input, events);
    case ControlKind::kOfferDraw:
    case ControlKind::kAcceptDraw:
    case ControlKind::kDeclineDraw:
      if constexpr (NoDrawOfferRules<R>) {
        return MakeError(ErrorReason::kIllegalAction, StrCat(kRoles.ControlText(kind, actor, actor),
                                                             ": ", R::DrawOfferRefusal()));
      }
      break;
    case ControlKind::kResign:
      break;
  }
  return control_state_.Apply(R::Info(), kind, actor, kRoles, events);
}

template <Rules R>
absl::Status TypedGame<R>::ApplyClaim(ControlKind kind, Color actor, std::vector<Event>* events) {
  const ClaimKind wanted = kind == ControlKind::kClaimDraw ? ClaimKind::kDraw : ClaimKind::kWin;
  for (const Claim& claim : FindClaims()) {
    if (claim.kind != wanted || claim.by.value_or(actor) != actor) continue;
    control_state_.GrantClaim(claim.end, actor, events);
    return absl::OkStatus();
  }
  return MakeError(ErrorReason::kClaimRefused,
                   StrCat(kRoles.ControlText(kind, actor, position_.turn), ": ",
                          ClaimRefusal(rules_, position_, wanted, actor, history_)));
}

// --- Time.

template <Rules R>
absl::Status TypedGame<R>::CorrectClock(Color player, int64_t ms) {
  const auto refuse = [](const auto&... why) {
    return MakeError(ErrorReason::kBadField, StrCat("a clock cannot be corrected: ", why...));
  };
  if (!clocks_.AreTracked(position_)) return refuse("the game has no clocks (C17)");
  if (end_) return refuse("the game is over");
  if (ms < 0 || ms > kMaxClock) {
    return refuse(ms, " is not a number of milliseconds from 0 to ", kMaxClock);
  }
  if constexpr (ClockRules<R>) {
    // FENs of these rules contain the clocks, so their reader knows which times are possible.
    Position corrected = position_;
    clocks_.Set(player, ms, &corrected);
    const auto read = rules_.ParseFen(rules_.FormatFen(corrected, FenStyle::kStandard));
    if (!read.ok()) return refuse(std::string(read.status().message()));
  }
  clocks_.Set(player, ms, &position_);
  clocks_corrected_ = true;
  return absl::OkStatus();
}

template <Rules R>
absl::Status TypedGame<R>::ApplyTimeout(Color loser, const ActionInput& input,
                                        std::vector<Event>* events) {
  if (std::optional<int64_t> left = TimeLeft(loser)) {
    const bool is_running = loser == position_.turn;
    if (is_running) *left -= std::max<int64_t>(0, input.elapsed_ms);
    if (*left > 0) {
      return MakeError(ErrorReason::kClaimRefused,
                       StrCat(kRoles.ControlText(ControlKind::kTimeout, loser, position_.turn),
                              ": ", PlayerName(R::Info(), loser, kRoles), " has ", *left,
                              " ms left on the clock (", ClocksOf<R>::kRulings, ")"));
    }
    if (!is_running) Charge(position_.turn, input, /*turn_is_over=*/false);
  }
  LoseTime(loser, events);
  return absl::OkStatus();
}

template <Rules R>
absl::Status TypedGame<R>::RunOutOfTime(std::string_view action, const ActionInput& input,
                                        ActionResult* applied) {
  TypedGame without_clock = *this;
  without_clock.clocks_.Stop(&without_clock.position_);
  ActionResult made;
  absl::Status status = without_clock.ApplyAction(action, ActionInput{.seed = input.seed}, &made);
  // An action that is not made draws nothing, so it needs no seed.
  const bool lacks_seed = ReasonOf(status) == ErrorReason::kRandomnessRequired;
  if (!status.ok() && !lacks_seed) return status;
  ActionResult result;
  result.text = lacks_seed ? std::string(action) : made.text.substr(0, made.text.find('{'));
  // The action itself can be the player's `timeout`.
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
  if (clocks_.AreTracked(position_)) clocks_.Set(loser, 0, &position_);
  control_state_.end = ClocksOf<R>::LoseTime(rules_, loser, &position_, events);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_TYPED_GAME_H_
