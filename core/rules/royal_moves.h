#ifndef ARBITER_CORE_RULES_ROYAL_MOVES_H_
#define ARBITER_CORE_RULES_ROYAL_MOVES_H_

#include <concepts>
#include <cstdint>
#include <vector>

#include "core/board/bitboard.h"
#include "core/board/board.h"
#include "core/board/color.h"
#include "core/board/geometry.h"
#include "core/rules/fen.h"
#include "core/rules/moves_in_advance.h"
#include "core/rules/threats.h"

// Move generation for royal games: games in which moves go from one square to another, promote
// without a choice and must not leave the mover's only royal piece attacked.
namespace arbiter {

template <typename G>
struct FromToMove {
  Square<G> from;
  Square<G> to;
  bool promotes;
  bool operator==(const FromToMove&) const = default;
  // Returns whether this is a move of the piece on `square`.
  bool StartsOn(Square<G> square) const { return from == square; }
  // Returns whether the action text consists of the two squares.
  bool IsFromTo() const { return !promotes; }
};

// Returns the number of plies before a turn, counted from the beginning of move 1.
constexpr uint32_t PliesBefore(uint32_t move_number, Color turn) {
  return 2 * (move_number - 1) + (turn == Color::kBlack ? 1 : 0);
}

// A position of a royal game without its history. A game whose positions contain more derives its
// own type from it.
template <typename G, typename K>
struct RoyalPosition {
  using Geo = G;
  using Kind = K;
  using Board = arbiter::Board<G, K>;
  using Move = FromToMove<G>;

  Board board;
  Color turn = Color::kWhite;
  // The number of plies that count towards a draw (FEN field 5). Each game defines which plies
  // count.
  uint32_t clock = 0;
  uint32_t move_number = 1;

  uint32_t ply() const { return PliesBefore(move_number, turn); }

  // Equality and key() follow the rule of repetition (ruling C4): only the board and the side to
  // move matter.
  bool operator==(const RoyalPosition& other) const {
    return board == other.board && turn == other.turn;
  }
  uint64_t key() const { return board.key() ^ (turn == Color::kBlack ? kBlackToMoveKey : 0); }
};

// The functions that a royal game defines for its pieces, in the namespace of its kinds of pieces
// so that argument-dependent lookup finds them. `P` is the game's position type.
template <typename P>
concept RoyalGame = std::derived_from<P, RoyalPosition<typename P::Geo, typename P::Kind>> &&
    requires(const typename P::Board& board, Square<typename P::Geo> square, typename P::Kind kind,
             Color color) {
  // The pseudo-legal targets of the piece on an occupied square, including those that leave its
  // royal attacked.
  { Targets(board, square) } -> std::same_as<Bitboard<typename P::Geo>>;
  // The pieces of a colour that could attack a square (core/rules/threats.h).
  { ThreatsTo(board, square, color) } -> std::same_as<Threats<typename P::Geo>>;
  // The square of the only royal piece of a colour.
  { RoyalOf(board, color) } -> std::same_as<Square<typename P::Geo>>;
  // Whether a piece of a kind and colour promotes on a square.
  { PromotesAt(kind, square, color) } -> std::same_as<bool>;
  // The kind that a piece of this kind becomes when it promotes.
  { Promoted(kind) } -> std::same_as<typename P::Kind>;
};

// Returns the pieces of `by` that attack `square`.
template <typename G, typename K>
Bitboard<G> Attackers(const Board<G, K>& board, Square<G> square, Color by) {
  return AttackersAmong(ThreatsTo(board, square, by), square, board.Occupied());
}

// Returns the move of the side to move from one square to another, including its promotion if any.
template <RoyalGame Position, typename Sq>
auto MoveTo(const Position& position, Sq from, Sq to) {
  using Move = typename Position::Move;
  return Move{from, to, PromotesAt(position.board.KindAt(from), to, position.turn)};
}

// Makes a move on the board. `inline` makes the compiler inline this into Apply, where perft spends
// its time.
template <typename Board, typename Move>
inline void MovePiece(Board* board, Move move) {
  const auto kind = board->KindAt(move.from);
  board->Move(move.from, move.to, move.promotes ? Promoted(kind) : kind);
}

// Returns whether a pseudo-legal move leaves the mover's royal unattacked.
template <RoyalGame Position, typename Move>
bool IsSafe(const Position& position, Move move) {
  const auto& board = position.board;
  auto occupied = board.Occupied();
  occupied.Reset(move.from);
  occupied.Set(move.to);
  const auto start = RoyalOf(board, position.turn);
  const auto royal = start == move.from ? move.to : start;
  auto attackers = AttackersAmong(ThreatsTo(board, royal, !position.turn), royal, occupied);
  attackers.Reset(move.to);  // The move captures the attacker on its target.
  return attackers.empty();
}

// The legal targets of each piece of the side to move.
template <RoyalGame Position>
class LegalTargets {
 public:
  using Sq = Square<typename Position::Geo>;
  using Squares = Bitboard<typename Position::Geo>;

  // `position` must outlive this object.
  explicit LegalTargets(const Position& position)
      : position_(position),
        royal_(RoyalOf(position.board, position.turn)),
        safe_(ThreatsTo(position.board, royal_, !position.turn), royal_,
              position.board.Occupied()) {}

  // Returns the legal targets of the piece on `from`, which belongs to the side to move.
  Squares From(Sq from) const {
    if (from == royal_) return RoyalTargets();
    return Targets(position_.board, from) & safe_.From(from);
  }

  // Returns whether there is a legal move.
  bool Any() const {
    for (const Sq from : position_.board.Of(position_.turn)) {
      if (From(from)) return true;
    }
    return false;
  }

  // Returns the number of legal moves.
  int Count() const {
    int count = 0;
    for (const Sq from : position_.board.Of(position_.turn)) count += From(from).size();
    return count;
  }

 private:
  Squares RoyalTargets() const {
    const auto& board = position_.board;
    Squares occupied = board.Occupied();
    occupied.Reset(royal_);
    Squares targets = Targets(board, royal_);
    for (const Sq to : targets) {
      if (AttackersAmong(ThreatsTo(board, to, !position_.turn), to, occupied)) targets.Reset(to);
    }
    return targets;
  }

  const Position& position_;
  Sq royal_;
  SafeTargets<typename Position::Geo> safe_;
};

// Adds the legal moves in the order of their start squares and then of their target squares.
template <RoyalGame Position, typename Moves>
void AddMoves(const Position& position, Moves* moves) {
  const LegalTargets<Position> legal(position);
  const Color turn = position.turn;
  for (const auto from : position.board.Of(turn)) {
    const auto kind = position.board.KindAt(from);
    for (const auto to : legal.From(from)) moves->Add({from, to, PromotesAt(kind, to, turn)});
  }
}

// Adds the legal moves to the square `to` of `pieces`, which belong to the side to move, in the
// order of their start squares.
template <RoyalGame Position, typename Sq, typename Moves>
void AddMovesTo(const Position& position, const Bitboard<typename Position::Geo>& pieces, Sq to,
                Moves* moves) {
  const LegalTargets<Position> legal(position);
  for (const auto from : pieces) {
    if (!legal.From(from).Has(to)) continue;
    moves->Add({from, to, PromotesAt(position.board.KindAt(from), to, position.turn)});
  }
}

// Returns the moves that the side to move can choose in advance (core/rules/moves_in_advance.h),
// even if they leave its royal attacked. Royals are never captured.
template <RoyalGame Position>
auto MovesInAdvance(const Position& position) {
  const auto& board = position.board;
  const Color side = position.turn;
  const auto royal = RoyalOf(board, side);
  std::vector<typename Position::Move> moves;
  for (const auto from : board.Of(side)) {
    Bitboard<typename Position::Geo> kept(from);
    kept.Set(royal);
    auto targets = Targets(WithPiecesCaptured(board, side, kept), from);
    targets.Reset(RoyalOf(board, !side));
    for (const auto to : targets) {
      moves.push_back({from, to, PromotesAt(board.KindAt(from), to, side)});
    }
  }
  return moves;
}

template <RoyalGame Position>
bool HasLegalMove(const Position& position) {
  return LegalTargets<Position>(position).Any();
}

// Passes the turn to the other side and updates the move number.
template <typename Position>
void PassTurn(Position* position) {
  if (position->turn == Color::kBlack) Advance(&position->move_number);
  position->turn = !position->turn;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_ROYAL_MOVES_H_
