#ifndef ARBITER_CORE_GAME_CHECKING_SCRIBE_H_
#define ARBITER_CORE_GAME_CHECKING_SCRIBE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/geometry.h"
#include "core/rules/event.h"
#include "core/rules/move_info.h"
#include "core/rules/move_list.h"
#include "core/rules/rules.h"
#include "core/rules/san.h"
#include "core/rules/status_macros.h"

namespace arbiter {

// The legal moves of one position of rules with check, written as in chess: fulfils the Scribes
// concept (core/rules/rules.h), and tells what a move did. Refers to rules and position.
template <CheckingRules R>
class CheckingScribe {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;

  // What is prepared: for reading texts and for many moves kAll, for one move kNone.
  enum class List { kNone, kAll };

  CheckingScribe(const R& rules, const Position& position, List list)
      : rules_(rules), position_(position), list_(list) {
    if (list == List::kAll) rules_.GenerateMoves(position_, &legal_);
  }

  std::string Write(Move move, Notation notation) const {
    const Position after = After(move);
    return Write(move, rules_.FactsOf(position_, move), after, HasCheck(after), notation);
  }

  // With a list.
  absl::StatusOr<Move> Read(std::string_view text, Notation notation) const {
    std::vector<MoveFacts> facts;
    facts.reserve(static_cast<size_t>(legal_.size()));
    for (const Move& move : legal_) facts.push_back(rules_.FactsOf(position_, move));
    ARBITER_ASSIGN_OR_RETURN(const size_t index, FindMove(ChessMoveIn(text), notation, facts));
    return legal_[static_cast<int>(index)];
  }

  // The text as FindMove() reads it.
  std::string ChessMoveIn(std::string_view text) const {
    if constexpr (RespellingRules<R>) {
      return R::RespellSan(text);
    } else {
      return std::string(text);
    }
  }

  MoveInfo Describe(Move move) const {
    const MoveFacts facts = rules_.FactsOf(position_, move);
    const Position after = After(move);
    const bool check = HasCheck(after);
    return {.text = rules_.FormatMove(move),
            .san = Write(move, facts, after, check, Notation::kSan),
            .from = ToString(move.from),
            .to = ToString(move.to),
            .piece = facts.piece,
            .captured = facts.captured,
            .promotion = facts.promotion,
            .kind = facts.captured != 0 ? MoveKind::kCapture : MoveKind::kQuiet,
            .gives_check = check};
  }

  // The SAN of a move that leads to `after`; what it did comes into `events`.
  std::string Tell(Move move, const Position& after, std::vector<Event>* events) const {
    const MoveFacts facts = rules_.FactsOf(position_, move);
    const bool check = HasCheck(after);
    const std::string from = ToString(move.from);
    const std::string to = ToString(move.to);
    const Color mover = position_.turn;
    events->push_back({&kMoveEvent, from, to, facts.piece, mover});
    if (facts.captured != 0) {
      events->push_back({&kCaptureEvent, from, to, facts.captured, !mover});
    }
    if (facts.promotion != 0) {
      events->push_back({&kPromoteEvent, from, to, facts.promotion, mover});
    }
    if (check) {
      events->push_back({&kCheckEvent, {}, ToString(rules_.RoyalSquare(after)), 0, !mover});
    }
    if constexpr (EventfulRules<R>) {
      rules_.AddEvents(position_, move, events);
    }
    return Write(move, facts, after, check, Notation::kSan);
  }

 private:
  Position After(Move move) const {
    Position after = position_;
    rules_.Apply(&after, move);
    return after;
  }
  bool HasCheck(const Position& after) const { return static_cast<bool>(rules_.Checkers(after)); }
  bool Mates(const Position& after, bool check) const {
    const std::optional<End> end = rules_.FindEnd(after, 1);
    if (!end || WinnerOf(end->result)) return end.has_value();
    if (!check) return false;
    // Rules can count a mate as a draw.
    typename R::Moves replies;
    rules_.GenerateMoves(after, &replies);
    return replies.size() == 0;
  }
  std::string Write(Move move, const MoveFacts& facts, const Position& after, bool check,
                    Notation notation) const {
    // At most one a piece.
    MoveList<MoveFacts, Position::Geo::kSquares> rivals;
    const auto add_rivals = [&](const typename R::Moves& moves) {
      for (const Move& legal : moves) {
        if (legal.to == move.to) rivals.Add(rules_.FactsOf(position_, legal));
      }
    };
    if (list_ == List::kAll) {
      add_rivals(legal_);
    } else {
      typename R::Moves moves;
      rules_.GenerateMovesTo(position_, move.to, &moves);
      add_rivals(moves);
    }
    return WriteNotation(facts, {rivals.begin(), rivals.end()},
                         Mates(after, check) ? "#"
                         : check      ? "+"
                                      : "",
                         notation);
  }

  const R& rules_;
  const Position& position_;
  const List list_;
  typename R::Moves legal_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_CHECKING_SCRIBE_H_
