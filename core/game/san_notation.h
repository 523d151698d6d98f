#ifndef ARBITER_CORE_GAME_SAN_NOTATION_H_
#define ARBITER_CORE_GAME_SAN_NOTATION_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/geometry.h"
#include "core/game/position_moves.h"
#include "core/rules/event.h"
#include "core/rules/move_info.h"
#include "core/rules/move_list.h"
#include "core/rules/rules.h"
#include "core/rules/san.h"

namespace arbiter {

// Writes and reads the legal moves of one position as in chess, for rules with check, and lists
// their events. Satisfies the concept MoveNotationFor (core/rules/rules.h). The rules and the
// position must outlive the notation.
template <RulesWithCheck R>
class SanNotation {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;

  SanNotation(const R& rules, const Position& position, NotationUse use)
      : rules_(rules), position_(position), is_listed_(use == NotationUse::kAny) {
    if (is_listed_) rules_.GenerateMoves(position_, &legal_);
  }

  std::string Write(Move move, Notation notation) const {
    const Position after = After(move);
    return Write(move, rules_.FactsOf(position_, move), after, GivesCheck(after), notation);
  }

  // Returns the legal move that a text names. Requires NotationUse::kAny.
  absl::StatusOr<Move> Read(std::string_view text, Notation notation) const {
    return FindMove<Move>(
        ChessMoveIn(text), notation, {legal_.begin(), legal_.end()},
        [this](const Move& move) { return rules_.FactsOf(position_, move); }, text);
  }

  // Returns the text in the spelling that FindMove() reads.
  std::string ChessMoveIn(std::string_view text) const {
    if constexpr (SanSpellingRules<R>) {
      return R::RespellSan(text);
    } else {
      return std::string(text);
    }
  }

  MoveInfo Describe(Move move) const {
    const Position after = After(move);
    MoveInfo info = rules_.Describe(position_, move);
    info.gives_check = GivesCheck(after);
    info.san =
        Write(move, rules_.FactsOf(position_, move), after, info.gives_check, Notation::kSan);
    return info;
  }

  // Returns the SAN of a move that leads to `after`, and adds its events to `events`.
  std::string WriteWithEvents(Move move, const Position& after, std::vector<Event>* events) const {
    const MoveFacts facts = rules_.FactsOf(position_, move);
    const bool check = GivesCheck(after);
    const std::string_view from = NameOf(move.from);
    const std::string_view to = NameOf(move.to);
    const Color mover = position_.turn;
    events->push_back({&kMoveEvent, from, to, facts.piece, mover});
    if (facts.captured != 0) {
      events->push_back({&kCaptureEvent, from, to, facts.captured, !mover});
    }
    if (facts.promotion != 0) {
      events->push_back({&kPromoteEvent, from, to, facts.promotion, mover});
    }
    if (check) {
      events->push_back({&kCheckEvent, {}, NameOf(rules_.RoyalSquare(after)), 0, !mover});
    }
    if constexpr (OwnEventRules<R>) {
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
  bool GivesCheck(const Position& after) const { return static_cast<bool>(rules_.Checkers(after)); }
  bool Mates(const Position& after, bool check) const {
    const std::optional<End> end = rules_.FindEnd(after, 1);
    if (!end || WinnerOf(end->result)) return end.has_value();
    if (!check) return false;
    // Under some rules a mate can be a draw.
    typename R::Moves replies;
    rules_.GenerateMoves(after, &replies);
    return replies.size() == 0;
  }
  std::string Write(Move move, const MoveFacts& facts, const Position& after, bool check,
                    Notation notation) const {
    // The legal moves to the same square that can be confused with this one, at most one for each
    // piece.
    MoveList<MoveFacts, Position::Geo::kSquares> rivals;
    const auto add_rivals = [&](const typename R::Moves& moves) {
      for (const Move& legal : moves) {
        if (legal.to == move.to) rivals.Add(rules_.FactsOf(position_, legal));
      }
    };
    if (is_listed_) {
      add_rivals(legal_);
    } else {
      // Only Thai SAN depends on the moves of other kinds of pieces.
      const auto& board = position_.board;
      auto others = board.Of(position_.turn);
      if (notation != Notation::kThaiSan) others &= board.Of(board.KindAt(move.from));
      others.Reset(move.from);
      typename R::Moves moves;
      if (others) rules_.GenerateMovesTo(position_, others, move.to, &moves);
      add_rivals(moves);
    }
    return WriteNotation(facts, {rivals.begin(), rivals.end()},
                         Mates(after, check) ? "#"
                         : check             ? "+"
                                             : "",
                         notation);
  }

  const R& rules_;
  const Position& position_;
  const bool is_listed_;
  typename R::Moves legal_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_SAN_NOTATION_H_
