#ifndef ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_
#define ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/geometry.h"
#include "core/game/game.h"
#include "core/game/position_moves.h"
#include "core/rules/enumeration.h"
#include "core/rules/error.h"
#include "core/rules/perft.h"
#include "core/rules/rules.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"

namespace arbiter {

// The legal moves of one position in words: listed, described, written, read and
// played. What each member answers is said in Game, whose work it is.
template <DeterministicRules R>
struct DeterministicMoves {
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Moves = typename R::Moves;

  absl::StatusOr<std::vector<std::string>> Texts(std::string_view from) const;
  absl::StatusOr<std::vector<MoveInfo>> Infos(std::string_view from) const;

  absl::StatusOr<std::string> Read(std::string_view text, Notation notation) const;
  absl::StatusOr<std::string> Write(std::string_view action, Notation notation) const;

  absl::StatusOr<PlayedMove<Position>> Play(std::string_view text, std::string_view /*seed*/,
                                            Applied* applied) const;
  // `visit(played, probability, applied)` sees the one outcome.
  template <typename Visitor>
  absl::StatusOr<OutcomeSummary> Enumerate(std::string_view text,
                                           const EnumerationLimits& /*limits*/, Budget& budget,
                                           Visitor visit) const {
    if (absl::Status status = budget.Spend(); !status.ok()) return status;
    Applied applied;
    const auto played = Play(text, "", &applied);
    if (!played.ok()) return played.status();
    visit(*played, Fraction(1), applied);
    return OutcomeSummary{};
  }

  absl::StatusOr<uint64_t> Perft(int depth, Budget& budget,
                                 std::vector<std::pair<std::string, uint64_t>>* divided) const;

  const R* rules;
  const Position* position;

 private:
  // What a legal move that leads to `after` does.
  void Describe(Move move, const Position& after, Applied* applied) const;

  using NamedMoves = std::vector<std::pair<std::string, Move>>;

  Moves Generate() const {
    Moves moves;
    rules->GenerateMoves(*position, &moves);
    return moves;
  }
  // Sorted by their texts, those from one square unless it is empty.
  absl::StatusOr<NamedMoves> Sorted(const Moves& moves, std::string_view from) const;
  std::vector<MoveFacts> FactsOf(const Moves& moves) const;
  // A move that leads to `after`, where it gives `check`.
  std::string Write(const MoveFacts& move, const Position& after, bool check,
                    std::span<const MoveFacts> legal, Notation notation) const;
  bool Mates(const Position& after) const;
  bool HasCheck(const Position& after) const { return static_cast<bool>(rules->Checkers(after)); }
};

template <DeterministicRules R>
auto DeterministicMoves<R>::Sorted(const Moves& moves, std::string_view from) const
    -> absl::StatusOr<NamedMoves> {
  const auto only = ReadFromFilter<typename Position::Geo>(from);
  if (!only.ok()) return only.status();
  NamedMoves sorted;
  sorted.reserve(moves.size());
  for (const Move& move : moves) {
    if (!*only || move.from == **only) sorted.emplace_back(rules->FormatMove(move), move);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return sorted;
}

template <DeterministicRules R>
absl::StatusOr<std::vector<std::string>> DeterministicMoves<R>::Texts(std::string_view from) const {
  auto sorted = Sorted(Generate(), from);
  if (!sorted.ok()) return sorted.status();
  std::vector<std::string> texts;
  texts.reserve(sorted->size());
  for (auto& [text, move] : *sorted) texts.push_back(std::move(text));
  return texts;
}

template <DeterministicRules R>
absl::StatusOr<std::vector<MoveInfo>> DeterministicMoves<R>::Infos(std::string_view from) const {
  const Moves legal = Generate();
  auto sorted = Sorted(legal, from);
  if (!sorted.ok()) return sorted.status();
  const std::vector<MoveFacts> facts = FactsOf(legal);
  std::vector<MoveInfo> moves;
  moves.reserve(sorted->size());
  for (auto& [text, move] : *sorted) {
    const MoveFacts fact = rules->FactsOf(*position, move);
    Position after = *position;
    rules->Apply(&after, move);
    const bool check = HasCheck(after);
    moves.push_back({.text = std::move(text),
                     .san = Write(fact, after, check, facts, Notation::kSan),
                     .from = ToString(move.from),
                     .to = ToString(move.to),
                     .piece = fact.piece,
                     .captured = fact.captured,
                     .promotion = fact.promotion,
                     .kind = fact.captured != 0 ? MoveKind::kCapture : MoveKind::kQuiet,
                     .gives_check = check});
  }
  return moves;
}

template <DeterministicRules R>
auto DeterministicMoves<R>::Play(std::string_view text, std::string_view /*seed*/,
                                 Applied* applied) const -> absl::StatusOr<PlayedMove<Position>> {
  const absl::StatusOr<Move> move = rules->ParseMove(*position, text);
  if (!move.ok()) return move.status();
  PlayedMove<Position> played{*position, rules->IsIrreversible(*position, *move)};
  rules->Apply(&played.after, *move);
  if (applied != nullptr) Describe(*move, played.after, applied);
  return played;
}

template <DeterministicRules R>
void DeterministicMoves<R>::Describe(Move move, const Position& after, Applied* applied) const {
  const MoveFacts facts = rules->FactsOf(*position, move);
  const std::string from = ToString(move.from);
  const std::string to = ToString(move.to);
  const Color mover = position->turn;
  const bool check = HasCheck(after);
  applied->text = rules->FormatMove(move);
  applied->san = Write(facts, after, check, FactsOf(Generate()), Notation::kSan);
  std::vector<Event>& events = applied->events;
  events.push_back({Event::Kind::kMove, from, to, facts.piece, mover});
  if (facts.captured != 0) {
    events.push_back({Event::Kind::kCapture, from, to, facts.captured, !mover});
  }
  if (facts.promotion != 0) {
    events.push_back({Event::Kind::kPromote, from, to, facts.promotion, mover});
  }
  if (check) {
    events.push_back({Event::Kind::kCheck, {}, ToString(rules->RoyalSquare(after)), 0, !mover});
  }
  if constexpr (requires { rules->AddEvents(*position, move, &events); }) {
    rules->AddEvents(*position, move, &events);
  }
}

template <DeterministicRules R>
std::vector<MoveFacts> DeterministicMoves<R>::FactsOf(const Moves& moves) const {
  std::vector<MoveFacts> facts;
  facts.reserve(moves.size());
  for (const Move& move : moves) facts.push_back(rules->FactsOf(*position, move));
  return facts;
}

template <DeterministicRules R>
bool DeterministicMoves<R>::Mates(const Position& after) const {
  const std::optional<End> end = rules->FindEnd(after, 1);
  return end && (end->termination == Termination::kCheckmate ||
                 end->termination == Termination::kAltarMate ||
                 end->termination == Termination::kCountingSideMated ||
                 (end->termination == Termination::kStalemate && end->result != Result::kDraw));
}

template <DeterministicRules R>
std::string DeterministicMoves<R>::Write(const MoveFacts& move, const Position& after, bool check,
                                         std::span<const MoveFacts> legal,
                                         Notation notation) const {
  return WriteNotation(move, legal, Mates(after) ? "#" : check ? "+" : "", notation);
}

template <DeterministicRules R>
absl::StatusOr<std::string> DeterministicMoves<R>::Write(std::string_view action,
                                                         Notation notation) const {
  const absl::StatusOr<Move> move = rules->ParseMove(*position, action);
  if (!move.ok()) return move.status();
  if (notation == Notation::kAction) return rules->FormatMove(*move);
  if (absl::Status status = CheckNotation(R::Info(), notation); !status.ok()) return status;
  Position after = *position;
  rules->Apply(&after, *move);
  return Write(rules->FactsOf(*position, *move), after, HasCheck(after), FactsOf(Generate()),
               notation);
}

template <DeterministicRules R>
absl::StatusOr<std::string> DeterministicMoves<R>::Read(std::string_view text,
                                                        Notation notation) const {
  if (notation == Notation::kAction) {
    const absl::StatusOr<Move> move = rules->ParseMove(*position, text);
    if (!move.ok()) return move.status();
    return rules->FormatMove(*move);
  }
  if (absl::Status status = CheckNotation(R::Info(), notation); !status.ok()) return status;
  if (absl::Status status = CheckTextLength(text, ErrorReason::kBadNotation); !status.ok()) {
    return status;
  }
  const Moves moves = Generate();
  const absl::StatusOr<size_t> index = FindMove(text, notation, FactsOf(moves));
  if (!index.ok()) return index.status();
  return rules->FormatMove(moves[static_cast<int>(*index)]);
}

template <DeterministicRules R>
absl::StatusOr<uint64_t> DeterministicMoves<R>::Perft(
    int depth, Budget& budget, std::vector<std::pair<std::string, uint64_t>>* divided) const {
  if (divided == nullptr || depth == 0) return CountLeaves(*rules, *position, depth, budget);
  return CountLeavesDivided(*rules, *position, depth, budget, divided);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_DETERMINISTIC_MOVES_H_
