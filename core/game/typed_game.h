#ifndef ARBITER_CORE_GAME_TYPED_GAME_H_
#define ARBITER_CORE_GAME_TYPED_GAME_H_

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/board/geometry.h"
#include "core/game/agreements.h"
#include "core/game/deterministic_moves.h"
#include "core/game/game.h"
#include "core/game/history.h"
#include "core/game/messages.h"
#include "core/game/notes.h"
#include "core/game/position_moves.h"
#include "core/game/snapshot.h"
#include "core/game/stochastic_moves.h"
#include "core/game/typed_analysis.h"
#include "core/rules/control.h"
#include "core/rules/error.h"
#include "core/rules/rules.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"

namespace arbiter {

template <Rules R>
struct MovesOf {
  using Type = DeterministicMoves<R>;
};
template <StochasticRules R>
struct MovesOf<R> {
  using Type = StochasticMoves<R>;
};

// What rules remember beside a position, for those that do not (ruling P19).
struct NoMemory {
  void Clear() {}
};
template <typename R>
struct MemoryOf {
  using Type = NoMemory;
};
template <typename R>
requires requires { typename R::Memory; }
struct MemoryOf<R> {
  using Type = typename R::Memory;
};

// What the players of R are called.
template <typename R>
constexpr Roles RolesOf() {
  if constexpr (requires { R::kRoles; }) {
    return R::kRoles;
  } else {
    return Roles::kColors;
  }
}

// The Game of a variant with rules R: a position, its history and what the
// players have said.
template <Rules R>
class TypedGame final : public Game {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Memory = typename MemoryOf<R>::Type;

  TypedGame(const R& rules, const Position& position, History history,
            const Agreements& agreements = {}, const Memory& memory = {})
      : rules_(rules),
        position_(position),
        history_(std::move(history)),
        agreements_(agreements),
        memory_(memory) {
    UpdateEnd();
  }

  const R& rules() const { return rules_; }
  const Position& position() const { return position_; }

  std::unique_ptr<Game> Clone() const override { return std::make_unique<TypedGame>(*this); }
  const VariantInfo& variant() const override { return R::Info(); }

  std::string Fen(FenStyle style) const override { return rules_.FormatFen(position_, style); }
  using Game::Snapshot;
  std::string Snapshot(std::string_view fen) const override;
  Phase phase() const override {
    return kRoles == Roles::kBidders ? Phase::kBidding : Phase::kBoard;
  }
  Color turn() const override { return position_.turn; }
  uint32_t ply() const override { return position_.ply(); }
  std::vector<PendingChoice> pending() const override {
    if constexpr (requires { rules_.PendingOf(position_); }) {
      return rules_.PendingOf(position_);
    } else {
      return {};
    }
  }
  StateDetail detail() const override { return rules_.DetailOf(position_); }
  BoardView View() const override;

  arbiter::Adjudication Adjudicate() const override;

  absl::Status VisitLegalTexts(std::string_view from, TextsVisitor visit) const override {
    return moves().VisitTexts(from, visit);
  }
  absl::StatusOr<std::vector<MoveInfo>> LegalMoves(std::string_view from) const override {
    return moves().Infos(from);
  }
  std::vector<ControlInfo> Controls() const override;
  std::vector<BidTemplate> Bids() const override {
    if constexpr (requires { rules_.BidsIn(position_); }) {
      if (!end_) return rules_.BidsIn(position_);
    }
    return {};
  }
  std::vector<std::string> Notes(Locale locale) const override {
    return DescribeState(R::Info(), detail(), Adjudicate(), locale);
  }

  void TrackClocks() override {
    if constexpr (kHasClocks) {
      if (!end_) rules_.StartClocks(&position_);
    }
  }

  std::unique_ptr<Game> SeenBy(Viewer viewer) const override;
  using Game::Apply;
  absl::Status Apply(std::string_view action, const Given& given, Applied* applied) override;
  absl::StatusOr<OutcomeSummary> Outcomes(std::string_view action, const EnumerationLimits& limits,
                                          Budget& budget,
                                          const OutcomeVisitor& visit) const override;
  bool IsControl(std::string_view text) const override {
    const std::string_view rest = SplitActor(text, kRoles).rest;
    return rest.size() != text.size() || ParseControlKind(rest) || IsOwnControl(rest);
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

 private:
  static constexpr Roles kRoles = RolesOf<R>();
  // Whether R has controls of its own beside those of every variant.
  static constexpr bool kHasOwnControls = requires { R::IsOwnControl(std::string_view()); };
  // Whether R knows clocks, which are in the position where they are tracked.
  static constexpr bool kHasClocks = requires(const R& rules, Position* position) {
    rules.StartClocks(position);
  };
  // Whether R knows claims of a win.
  static constexpr bool kHasWinClaims = requires(const R& rules, const Position& position) {
    rules.FindWinClaim(position, Color::kWhite);
  };
  // Whether R keeps plies that can be taken back.
  static constexpr bool kHasMemory = !std::is_same_v<Memory, NoMemory>;

  static bool IsOwnControl(std::string_view text) {
    if constexpr (kHasOwnControls) {
      return R::IsOwnControl(text);
    } else {
      return false;
    }
  }

  // What a snapshot needs beside the FEN.
  std::string Extra() const {
    if constexpr (kHasMemory) {
      return rules_.FormatExtra(position_, memory_);
    } else if constexpr (requires { rules_.FormatExtra(position_); }) {
      return rules_.FormatExtra(position_);
    } else {
      return "";
    }
  }

  void UpdateEnd() {
    end_ = agreements_.end ? agreements_.end : rules_.FindEnd(position_, history_.Occurrences());
    // Nothing is taken back after the end.
    if (end_) memory_.Clear();
  }
  // Whether every earlier position that has a say is known (ruling C10).
  bool KnowsHistory() const {
    if constexpr (requires { rules_.KnowsHistory(position_); }) {
      return rules_.KnowsHistory(position_);
    } else {
      return history_.complete();
    }
  }
  // The claims that the rules grant now, each with the player who may make it.
  std::vector<Claim> FindClaims() const;
  typename MovesOf<R>::Type moves() const { return {&rules_, &position_}; }

  absl::Status CheckOngoing(std::string_view action) const;
  // The end as the last of an action's events.
  void TellEnd(Applied* applied) const;
  absl::Status ApplyAction(std::string_view action, const Given& given, Applied* applied);
  absl::Status ApplyControl(ControlKind kind, Color actor, const Given& given,
                            std::vector<Event>* events);
  absl::Status ApplyOwnControl(std::string_view text, std::vector<Event>* events);
  absl::Status ApplyClaim(ControlKind kind, Color actor, std::vector<Event>* events);
  absl::Status ApplyTimeout(Color loser, const Given& given, std::vector<Event>* events);
  absl::Status ApplyMove(std::string_view text, std::string_view seed, Applied* applied);
  // The player to move has moved so.
  void MoveOn(const PlayedMove<R>& played);

  // Milliseconds left where clocks are tracked.
  static auto& ClockOf(auto& position, Color player) {
    return (*position.clocks)[static_cast<size_t>(Index(player))];
  }
  // Whether the clock does not say that there is time left.
  bool MayBeOutOfTime(Color player) const {
    if constexpr (kHasClocks) {
      return !position_.clocks || ClockOf(position_, player) <= 0;
    } else {
      return true;
    }
  }
  // Whether the time given is more than the player to move has.
  bool Overspends(const Given& given) const;
  // The action is not made, because its time was up; an error where it could not be made anyway.
  absl::Status RunOutOfTime(std::string_view action, const Given& given, Applied* applied);
  void LoseTime(Color loser, std::vector<Event>* events);
  // Takes the time given from a player's clock, and adds what a move earns.
  void Charge(Color player, const Given& given, bool moved);

  R rules_;
  Position position_;
  History history_;
  Agreements agreements_;
  [[no_unique_address]] Memory memory_;
  // The end of the game, however it came.
  std::optional<End> end_;
};

template <Rules R>
std::string TypedGame<R>::Snapshot(std::string_view fen) const {
  return EncodeSnapshot({.variant = std::string(R::Info().id),
                         .options = rules_.options(),
                         .fen = std::string(fen),
                         .extra = Extra(),
                         .keys = history_.keys(),
                         .history_complete = history_.complete(),
                         .agreements = agreements_});
}

template <Rules R>
BoardView TypedGame<R>::View() const {
  const VariantInfo& info = R::Info();
  BoardView view;
  view.files = info.files;
  view.ranks = info.ranks;
  view.regions = &info.regions;
  view.cells.resize(static_cast<size_t>(info.files) * info.ranks);
  if constexpr (requires { rules_.DrawBoard(position_, &view); }) {
    rules_.DrawBoard(position_, &view);
  } else {
    for (const auto square : position_.board.Occupied()) {
      const auto piece = *position_.board.At(square);
      const PieceInfo& kind = info.pieces[static_cast<size_t>(piece.kind)];
      view.cells[square.index()] = {kind.letter, piece.color, kind.shape};
    }
  }
  if constexpr (CheckingRules<R>) {
    if (rules_.Checkers(position_)) view.check = ToString(rules_.RoyalSquare(position_));
  }
  if constexpr (requires { rules_.Decorate(position_, &view); }) {
    rules_.Decorate(position_, &view);
  }
  return view;
}

template <Rules R>
arbiter::Adjudication TypedGame<R>::Adjudicate() const {
  arbiter::Adjudication adjudication;
  adjudication.end = end_;
  adjudication.history_known = KnowsHistory();
  adjudication.occurrences = history_.Occurrences();
  adjudication.claimed_by = agreements_.claimed_by;
  adjudication.draw_offered_by = agreements_.draw_offered_by;
  if constexpr (CheckingRules<R>) {
    for (const auto square : rules_.Checkers(position_)) {
      adjudication.checkers.push_back(ToString(square));
    }
  }
  adjudication.check = !adjudication.checkers.empty();
  if constexpr (requires { rules_.CountStatusOf(position_); }) {
    adjudication.counting = rules_.CountStatusOf(position_);
  }
  if (!end_) adjudication.claims = FindClaims();
  if constexpr (requires { position_.points(Color::kWhite); }) {
    adjudication.points = {position_.points(Color::kWhite), position_.points(Color::kBlack)};
  }
  return adjudication;
}

template <Rules R>
std::vector<Claim> TypedGame<R>::FindClaims() const {
  std::vector<Claim> claims;
  if (const auto draw = rules_.FindDrawClaim(position_, history_.Occurrences())) {
    claims.push_back({.kind = ClaimKind::kDraw, .by = {}, .end = *draw});
  }
  if constexpr (kHasWinClaims) {
    for (const Color player : {Color::kWhite, Color::kBlack}) {
      const std::optional<End> win = rules_.FindWinClaim(position_, player);
      if (win) claims.push_back({.kind = ClaimKind::kWin, .by = player, .end = *win});
    }
  }
  return claims;
}

template <Rules R>
std::vector<ControlInfo> TypedGame<R>::Controls() const {
  std::vector<ControlInfo> controls;
  if (end_) return controls;
  controls.reserve(8);
  const auto add = [&](ControlKind kind, Color actor) {
    controls.push_back({ControlText(kind, actor, position_.turn, kRoles), actor});
  };
  constexpr Color kBoth[] = {Color::kWhite, Color::kBlack};
  for (const Color actor : kBoth) add(ControlKind::kResign, actor);
  constexpr bool kHasOffers = !requires { R::WhyNoDrawOffer(); };
  for (const Color actor : kBoth) {
    if (!kHasOffers) break;
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
  if constexpr (kHasOwnControls) {
    const auto open = [this] {
      if constexpr (kHasMemory) {
        return rules_.OpenControls(position_, memory_);
      } else {
        return rules_.OpenControls(position_);
      }
    }();
    for (const std::string_view text : open) {
      controls.push_back({text, position_.turn});
    }
  }
  for (const Color actor : kBoth) {
    if (MayBeOutOfTime(actor)) add(ControlKind::kTimeout, actor);
  }
  return controls;
}

template <Rules R>
std::unique_ptr<Game> TypedGame<R>::SeenBy(Viewer viewer) const {
  if constexpr (requires { rules_.Hides(position_, viewer); }) {
    if (rules_.Hides(position_, viewer)) {
      Position seen = position_;
      rules_.Redact(&seen);
      return std::make_unique<TypedGame>(rules_, seen, History(seen.key(), history_.complete()),
                                         agreements_);
    }
  }
  return nullptr;
}

}  // namespace arbiter

#include "core/game/typed_game_actions.h"  // IWYU pragma: export

#endif  // ARBITER_CORE_GAME_TYPED_GAME_H_
