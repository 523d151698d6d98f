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
#include "core/game/game.h"
#include "core/game/history.h"
#include "core/game/messages.h"
#include "core/game/snapshot.h"
#include "core/rules/control.h"
#include "core/rules/error.h"
#include "core/rules/rules.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"

namespace arbiter {

// The Game of a variant with rules R: a position, its history and what the
// players have said.
template <Rules R>
class TypedGame final : public Game {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Moves = typename R::Moves;

  TypedGame(R rules, const Position& position, History history, Agreements agreements = {})
      : rules_(std::move(rules)),
        position_(position),
        history_(std::move(history)),
        agreements_(std::move(agreements)) {
    UpdateEnd();
  }

  std::unique_ptr<Game> Clone() const override { return std::make_unique<TypedGame>(*this); }
  const VariantInfo& variant() const override { return R::Info(); }

  std::string Fen(FenStyle style) const override { return rules_.FormatFen(position_, style); }
  std::string Snapshot() const override;
  Color turn() const override { return position_.turn; }
  uint32_t ply() const override {
    return 2 * (position_.move_number - 1) + (position_.turn == Color::kBlack ? 1 : 0);
  }
  uint32_t move_number() const override { return position_.move_number; }
  StateDetail detail() const override { return rules_.DetailOf(position_); }
  BoardView View() const override;

  arbiter::Adjudication Adjudicate() const override;

  absl::StatusOr<std::vector<std::string>> LegalTexts(std::string_view from) const override;
  absl::StatusOr<std::vector<MoveInfo>> LegalMoves(std::string_view from) const override;
  std::vector<ControlInfo> Controls() const override;

  absl::Status Apply(std::string_view action, Applied* applied) override;
  bool IsControl(std::string_view text) const override {
    const std::string_view rest = SplitActor(text).rest;
    return rest.size() != text.size() || ParseControlKind(rest) || IsOwnControl(rest);
  }

  absl::StatusOr<std::string> ReadMove(std::string_view text, Notation notation) const override;
  absl::StatusOr<std::string> WriteMove(std::string_view action, Notation notation) const override;

  absl::StatusOr<uint64_t> Perft(
      int depth, Budget& budget,
      std::vector<std::pair<std::string, uint64_t>>* divided) const override;

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

  static absl::Status CheckNotation(Notation notation) {
    if (notation != Notation::kThaiSan || R::Info().has_thai_san) return absl::OkStatus();
    return MakeError(ErrorReason::kBadField, StrCat(R::Info().name.en, " has no Thai SAN"));
  }

  void UpdateEnd() {
    end_ = agreements_.end ? agreements_.end : rules_.FindEnd(position_, history_.Occurrences());
  }
  // Legal moves sorted by their texts, those from one square unless it is empty.
  absl::StatusOr<std::vector<std::pair<std::string, Move>>> SortedMoves(
      std::string_view from) const;
  std::vector<MoveFacts> AllFacts() const;
  std::string WriteMove(Move move, std::span<const MoveFacts> legal, Notation notation) const;
  std::string CheckSuffix(const Position& after) const;

  absl::Status ApplyAction(std::string_view action, Applied* applied);
  absl::Status ApplyControl(ControlKind kind, Color actor, std::vector<Event>* events);
  absl::Status ApplyMove(std::string_view text, Applied* applied);
  void DescribeMove(Move move, const Position& after, Applied* applied) const;

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
                         .keys = history_.keys(),
                         .history_complete = history_.complete(),
                         .draw_offered_by = agreements_.draw_offered_by,
                         .end = agreements_.end,
                         .end_rule = std::string(agreements_.end ? agreements_.end->rule : ""),
                         .claimed_by = agreements_.claimed_by});
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
  if (rules_.Checkers(position_)) view.check = ToString(rules_.RoyalSquare(position_));
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
  for (const auto square : rules_.Checkers(position_)) {
    adjudication.checkers.push_back(ToString(square));
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
absl::StatusOr<std::vector<std::pair<std::string, typename R::Move>>> TypedGame<R>::SortedMoves(
    std::string_view from) const {
  using G = typename Position::Geo;
  const std::optional<Square<G>> only = ParseSquare<G>(from);
  if (!from.empty() && !only) {
    return AtField(
        MakeError(ErrorReason::kBadField, StrCat(Quoted(from), " is no square from a1 to ",
                                                 ToString(Square<G>(G::kSquares - 1)))),
        "from");
  }
  Moves moves;
  rules_.GenerateMoves(position_, &moves);
  std::vector<std::pair<std::string, Move>> sorted;
  sorted.reserve(moves.size());
  for (const Move& move : moves) {
    if (!only || move.from == *only) sorted.emplace_back(rules_.FormatMove(move), move);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return sorted;
}

template <Rules R>
absl::StatusOr<std::vector<std::string>> TypedGame<R>::LegalTexts(std::string_view from) const {
  auto sorted = SortedMoves(from);
  if (!sorted.ok()) return sorted.status();
  std::vector<std::string> texts;
  texts.reserve(sorted->size());
  for (auto& [text, move] : *sorted) texts.push_back(std::move(text));
  return texts;
}

template <Rules R>
absl::StatusOr<std::vector<MoveInfo>> TypedGame<R>::LegalMoves(std::string_view from) const {
  auto sorted = SortedMoves(from);
  if (!sorted.ok()) return sorted.status();
  const std::vector<MoveFacts> facts = AllFacts();
  std::vector<MoveInfo> moves;
  moves.reserve(sorted->size());
  for (auto& [text, move] : *sorted) {
    const MoveFacts fact = rules_.FactsOf(position_, move);
    Position after = position_;
    rules_.Apply(&after, move);
    moves.push_back({.text = std::move(text),
                     .san = WriteMove(move, facts, Notation::kSan),
                     .from = ToString(move.from),
                     .to = ToString(move.to),
                     .piece = fact.piece,
                     .captured = fact.captured,
                     .promotion = fact.promotion,
                     .gives_check = static_cast<bool>(rules_.Checkers(after))});
  }
  return moves;
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
absl::Status TypedGame<R>::Apply(std::string_view action, Applied* applied) {
  if (end_) {
    return MakeError(
        ErrorReason::kGameOver,
        StrCat(Quoted(action), ": the game is over: ",
               DescribeAdjudication(R::Info(), Adjudicate(), position_.turn, Locale::kEnglish)));
  }
  if (absl::Status status = ApplyAction(action, applied); !status.ok()) return status;
  UpdateEnd();
  if (end_ && applied != nullptr) {
    applied->events.push_back({.kind = Event::Kind::kGameOver, .color = WinnerOf(end_->result)});
  }
  return absl::OkStatus();
}

template <Rules R>
absl::Status TypedGame<R>::ApplyAction(std::string_view action, Applied* applied) {
  if (action.size() > kMaxActionText) {
    return MakeError(ErrorReason::kBadActionText,
                     StrCat(Quoted(action), " is longer than ", kMaxActionText, " bytes"));
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
      absl::Status status = *rules_.ApplyControl(prefix.rest, &position_, &result.events);
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
  return ApplyMove(action, applied);
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
absl::Status TypedGame<R>::ApplyMove(std::string_view text, Applied* applied) {
  const absl::StatusOr<Move> move = rules_.ParseMove(position_, text);
  if (!move.ok()) return move.status();
  Position after = position_;
  rules_.Apply(&after, *move);
  if (applied != nullptr) DescribeMove(*move, after, applied);
  agreements_.AnswerByMove(position_.turn);
  const bool irreversible = rules_.IsIrreversible(position_, *move);
  position_ = after;
  history_.Push(position_.key(), irreversible);
  return absl::OkStatus();
}

template <Rules R>
void TypedGame<R>::DescribeMove(Move move, const Position& after, Applied* applied) const {
  const MoveFacts facts = rules_.FactsOf(position_, move);
  const std::string from = ToString(move.from);
  const std::string to = ToString(move.to);
  const Color mover = position_.turn;
  applied->text = rules_.FormatMove(move);
  applied->san = WriteMove(move, AllFacts(), Notation::kSan);
  std::vector<Event>& events = applied->events;
  events.push_back({Event::Kind::kMove, from, to, facts.piece, mover});
  if (facts.captured != 0) {
    events.push_back({Event::Kind::kCapture, from, to, facts.captured, !mover});
  }
  if (facts.promotion != 0) {
    events.push_back({Event::Kind::kPromote, from, to, facts.promotion, mover});
  }
  if (rules_.Checkers(after)) {
    events.push_back({Event::Kind::kCheck, {}, ToString(rules_.RoyalSquare(after)), 0, !mover});
  }
  if constexpr (requires { rules_.CountStatusOf(after); }) {
    const auto before_count = rules_.CountStatusOf(position_);
    const auto after_count = rules_.CountStatusOf(after);
    const bool started =
        after_count && (!before_count || before_count->count + 1 != after_count->count ||
                        before_count->limit != after_count->limit);
    if (started) {
      events.push_back({.kind = Event::Kind::kCountStarted, .color = after_count->color});
    }
  }
}

template <Rules R>
std::vector<MoveFacts> TypedGame<R>::AllFacts() const {
  Moves moves;
  rules_.GenerateMoves(position_, &moves);
  std::vector<MoveFacts> facts;
  facts.reserve(moves.size());
  for (const Move& move : moves) facts.push_back(rules_.FactsOf(position_, move));
  return facts;
}

template <Rules R>
std::string TypedGame<R>::CheckSuffix(const Position& after) const {
  const std::optional<End> end = rules_.FindEnd(after, 1);
  const bool mates =
      end &&
      (end->termination == Termination::kCheckmate || end->termination == Termination::kAltarMate ||
       end->termination == Termination::kCountingSideMated ||
       (end->termination == Termination::kStalemate && end->result != Result::kDraw));
  if (mates) return "#";
  return rules_.Checkers(after) ? "+" : "";
}

template <Rules R>
std::string TypedGame<R>::WriteMove(Move move, std::span<const MoveFacts> legal,
                                    Notation notation) const {
  Position after = position_;
  rules_.Apply(&after, move);
  return WriteNotation(rules_.FactsOf(position_, move), legal, CheckSuffix(after), notation);
}

template <Rules R>
absl::StatusOr<std::string> TypedGame<R>::WriteMove(std::string_view action,
                                                    Notation notation) const {
  const absl::StatusOr<Move> move = rules_.ParseMove(position_, action);
  if (!move.ok()) return move.status();
  if (notation == Notation::kAction) return rules_.FormatMove(*move);
  if (absl::Status status = CheckNotation(notation); !status.ok()) return status;
  return WriteMove(*move, AllFacts(), notation);
}

template <Rules R>
absl::StatusOr<std::string> TypedGame<R>::ReadMove(std::string_view text, Notation notation) const {
  if (notation == Notation::kAction) {
    const absl::StatusOr<Move> move = rules_.ParseMove(position_, text);
    if (!move.ok()) return move.status();
    return rules_.FormatMove(*move);
  }
  if (absl::Status status = CheckNotation(notation); !status.ok()) return status;
  Moves moves;
  rules_.GenerateMoves(position_, &moves);
  const absl::StatusOr<size_t> index = FindMove(text, notation, AllFacts());
  if (!index.ok()) return index.status();
  return rules_.FormatMove(moves[static_cast<int>(*index)]);
}

template <Rules R>
absl::StatusOr<uint64_t> TypedGame<R>::Perft(
    int depth, Budget& budget, std::vector<std::pair<std::string, uint64_t>>* divided) const {
  if (divided == nullptr || depth == 0) return CountLeaves(rules_, position_, depth, budget);
  const auto sorted = SortedMoves("");
  if (!sorted.ok()) return sorted.status();
  uint64_t leaves = 0;
  for (const auto& [text, move] : *sorted) {
    Position child = position_;
    rules_.Apply(&child, move);
    const absl::StatusOr<uint64_t> below = CountLeaves(rules_, child, depth - 1, budget);
    if (!below.ok()) return below;
    divided->emplace_back(text, *below);
    leaves += *below;
  }
  return leaves;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_TYPED_GAME_H_
