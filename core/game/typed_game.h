#ifndef ARBITER_CORE_GAME_TYPED_GAME_H_
#define ARBITER_CORE_GAME_TYPED_GAME_H_

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/board/geometry.h"
#include "core/game/agreements.h"
#include "core/game/deterministic_moves.h"
#include "core/game/game.h"
#include "core/game/history.h"
#include "core/game/messages.h"
#include "core/game/position_moves.h"
#include "core/game/snapshot.h"
#include "core/game/stochastic_moves.h"
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

// The Game of a variant with rules R: a position, its history and what the
// players have said.
template <Rules R>
class TypedGame final : public Game {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Moves = typename R::Moves;

  TypedGame(const R& rules, const Position& position, History history,
            const Agreements& agreements = {})
      : rules_(rules), position_(position), history_(std::move(history)), agreements_(agreements) {
    UpdateEnd();
  }

  std::unique_ptr<Game> Clone() const override { return std::make_unique<TypedGame>(*this); }
  const VariantInfo& variant() const override { return R::Info(); }

  std::string Fen(FenStyle style) const override { return rules_.FormatFen(position_, style); }
  std::string Snapshot() const override;
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

  absl::StatusOr<std::vector<std::string>> LegalTexts(std::string_view from) const override {
    return moves().Texts(from);
  }
  absl::StatusOr<std::vector<MoveInfo>> LegalMoves(std::string_view from) const override {
    return moves().Infos(from);
  }
  std::vector<ControlInfo> Controls() const override;

  std::unique_ptr<Game> SeenBy(Viewer viewer) const override;
  using Game::Apply;
  absl::Status Apply(std::string_view action, std::string_view seed, Applied* applied) override;
  absl::StatusOr<OutcomeSummary> Outcomes(std::string_view action, const EnumerationLimits& limits,
                                          Budget& budget,
                                          const OutcomeVisitor& visit) const override;
  bool IsControl(std::string_view text) const override {
    const std::string_view rest = SplitActor(text).rest;
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

 private:
  // Whether R has controls of its own beside those of every variant.
  static constexpr bool kHasOwnControls = requires(const R& rules, const Position& position) {
    rules.OpenControls(position);
  };

  static bool IsOwnControl(std::string_view text) {
    if constexpr (kHasOwnControls) {
      return R::IsOwnControl(text);
    } else {
      return false;
    }
  }

  // What a snapshot needs beside the FEN.
  std::string Extra() const {
    if constexpr (requires { rules_.FormatExtra(position_); }) {
      return rules_.FormatExtra(position_);
    } else {
      return "";
    }
  }

  void UpdateEnd() {
    end_ = agreements_.end ? agreements_.end : rules_.FindEnd(position_, history_.Occurrences());
  }
  typename MovesOf<R>::Type moves() const { return {&rules_, &position_}; }

  absl::Status CheckOngoing(std::string_view action) const;
  // The end as the last of an action's events.
  void TellEnd(Applied* applied) const;
  absl::Status ApplyAction(std::string_view action, std::string_view seed, Applied* applied);
  absl::Status ApplyControl(ControlKind kind, Color actor, std::vector<Event>* events);
  absl::Status ApplyMove(std::string_view text, std::string_view seed, Applied* applied);
  // The player to move has moved so.
  void MoveOn(const PlayedMove<Position>& played);

  R rules_;
  Position position_;
  History history_;
  Agreements agreements_;
  // The end of the game, however it came.
  std::optional<End> end_;
};

template <Rules R>
std::string TypedGame<R>::Snapshot() const {
  return EncodeSnapshot({.variant = std::string(R::Info().id),
                         .options = rules_.options(),
                         .fen = Fen(FenStyle::kStandard),
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
  for (const auto square : position_.board.Occupied()) {
    const auto piece = *position_.board.At(square);
    const PieceInfo& kind = info.pieces[static_cast<size_t>(piece.kind)];
    view.cells[square.index()] = {kind.letter, piece.color, kind.shape};
  }
  if constexpr (DeterministicRules<R>) {
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
  adjudication.history_known = history_.complete();
  adjudication.occurrences = history_.Occurrences();
  adjudication.claimed_by = agreements_.claimed_by;
  adjudication.draw_offered_by = agreements_.draw_offered_by;
  if constexpr (DeterministicRules<R>) {
    for (const auto square : rules_.Checkers(position_)) {
      adjudication.checkers.push_back(ToString(square));
    }
  }
  adjudication.check = !adjudication.checkers.empty();
  if constexpr (requires { rules_.CountStatusOf(position_); }) {
    adjudication.counting = rules_.CountStatusOf(position_);
  }
  if (!end_) {
    if (const std::optional<End> draw = rules_.FindDrawClaim(position_, adjudication.occurrences)) {
      adjudication.claims.push_back({.kind = ClaimKind::kDraw, .by = {}, .end = *draw});
    }
  }
  return adjudication;
}

template <Rules R>
std::vector<ControlInfo> TypedGame<R>::Controls() const {
  std::vector<ControlInfo> controls;
  if (end_) return controls;
  const auto add = [&](ControlKind kind, Color actor) {
    controls.push_back({ControlText(kind, actor, position_.turn), actor});
  };
  constexpr Color kBoth[] = {Color::kWhite, Color::kBlack};
  for (const Color actor : kBoth) add(ControlKind::kResign, actor);
  for (const Color actor : kBoth) {
    if (!agreements_.draw_offered_by) add(ControlKind::kOfferDraw, actor);
    if (agreements_.draw_offered_by == !actor) add(ControlKind::kAcceptDraw, actor);
    if (agreements_.draw_offered_by) add(ControlKind::kDeclineDraw, actor);
  }
  if (rules_.FindDrawClaim(position_, history_.Occurrences())) {
    for (const Color actor : kBoth) add(ControlKind::kClaimDraw, actor);
  }
  if constexpr (kHasOwnControls) {
    for (const std::string_view text : rules_.OpenControls(position_)) {
      controls.push_back({std::string(text), position_.turn});
    }
  }
  for (const Color actor : kBoth) add(ControlKind::kTimeout, actor);
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

template <Rules R>
absl::Status TypedGame<R>::CheckOngoing(std::string_view action) const {
  if (!end_) return absl::OkStatus();
  return MakeError(ErrorReason::kGameOver, StrCat(Quoted(action), ": the game is over: ",
                                                  DescribeEnd(R::Info(), *end_, Locale::kEnglish)));
}

template <Rules R>
void TypedGame<R>::TellEnd(Applied* applied) const {
  if (!end_ || applied == nullptr) return;
  applied->events.push_back({.kind = Event::Kind::kGameOver, .color = WinnerOf(end_->result)});
}

template <Rules R>
absl::Status TypedGame<R>::Apply(std::string_view action, std::string_view seed, Applied* applied) {
  if (absl::Status status = CheckOngoing(action); !status.ok()) return status;
  if (absl::Status status = ApplyAction(action, seed, applied); !status.ok()) return status;
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
    if (absl::Status status = after.Apply(action, &applied); !status.ok()) return status;
    visit(applied, Fraction(1), after);
    return OutcomeSummary{};
  }
  return moves().Enumerate(
      action, limits, budget,
      [&](const PlayedMove<Position>& played, Fraction probability, Applied& applied) {
        TypedGame after = *this;
        after.MoveOn(played);
        after.UpdateEnd();
        after.TellEnd(&applied);
        return visit(applied, probability, after);
      });
}

template <Rules R>
absl::Status TypedGame<R>::ApplyAction(std::string_view action, std::string_view seed,
                                       Applied* applied) {
  if (absl::Status status = CheckTextLength(action, ErrorReason::kBadActionText); !status.ok()) {
    return status;
  }
  Applied scratch;
  Applied& result = applied != nullptr ? *applied : scratch;
  const ActorPrefix prefix = SplitActor(action);
  const Color actor = prefix.actor.value_or(position_.turn);
  if (const std::optional<ControlKind> kind = ParseControlKind(prefix.rest)) {
    if (absl::Status status = ApplyControl(*kind, actor, &result.events); !status.ok()) {
      return status;
    }
    result.text = ControlText(*kind, actor, position_.turn);
    return absl::OkStatus();
  }
  if constexpr (kHasOwnControls) {
    if (R::IsOwnControl(prefix.rest)) {
      if (actor != position_.turn) {
        return MakeError(ErrorReason::kNotYourTurn,
                         StrCat(action, ": it is ", ColorName(position_.turn), "'s turn"));
      }
      absl::Status status = rules_.ApplyControl(prefix.rest, &position_, &result.events);
      if (status.ok()) result.text = std::string(prefix.rest);
      return status;
    }
  }
  if (prefix.actor) {
    return MakeError(ErrorReason::kBadActionText,
                     StrCat(Quoted(action),
                            ": only control actions (resign, draw?, draw!, "
                            "draw-, claim draw, claim win, timeout) take a "
                            "player's name in front"));
  }
  return ApplyMove(action, seed, applied);
}

template <Rules R>
absl::Status TypedGame<R>::ApplyControl(ControlKind kind, Color actor, std::vector<Event>* events) {
  if (kind == ControlKind::kClaimWin) {
    return MakeError(ErrorReason::kClaimRefused, StrCat("claim win: no rule of ", R::Info().name.en,
                                                        " grants a win by claim (C7)"));
  }
  if (kind == ControlKind::kClaimDraw) {
    const int occurrences = history_.Occurrences();
    const std::optional<End> draw = rules_.FindDrawClaim(position_, occurrences);
    if (!draw) {
      return MakeError(
          ErrorReason::kClaimRefused,
          StrCat("claim draw: ", rules_.WhyNoDrawClaim(position_, occurrences),
                 history_.complete() ? "" : "; what came before the given FEN is unknown (C10)"));
    }
    agreements_.Grant(*draw, actor, events);
    return absl::OkStatus();
  }
  return agreements_.Make(kind, actor, events);
}

template <Rules R>
absl::Status TypedGame<R>::ApplyMove(std::string_view text, std::string_view seed,
                                     Applied* applied) {
  const absl::StatusOr<PlayedMove<Position>> played = moves().Play(text, seed, applied);
  if (!played.ok()) return played.status();
  MoveOn(*played);
  return absl::OkStatus();
}

template <Rules R>
void TypedGame<R>::MoveOn(const PlayedMove<Position>& played) {
  agreements_.AnswerByMove(position_.turn);
  position_ = played.after;
  history_.Push(position_.key(), played.irreversible);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_TYPED_GAME_H_
