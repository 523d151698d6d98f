#ifndef ARBITER_CORE_RULES_ROYAL_MOVES_H_
#define ARBITER_CORE_RULES_ROYAL_MOVES_H_

#include <concepts>
#include <cstdint>

#include "core/board/bitboard.h"
#include "core/board/board.h"
#include "core/board/color.h"
#include "core/board/geometry.h"
#include "core/rules/fen.h"
#include "core/rules/threats.h"

// For royal games: moves go from one square to another, promote without a choice and may not leave
// the mover's one royal piece attacked.
namespace arbiter {

template <typename G>
struct FromToMove {
  Square<G> from;
  Square<G> to;
  bool promotes;
  bool operator==(const FromToMove&) const = default;
  // Whether a player who takes up the piece on `square` may mean this move.
  bool Starts(Square<G> square) const { return from == square; }
};

// The number of plies before a turn, counted from the beginning of move 1.
constexpr uint32_t PliesBefore(uint32_t move_number, Color turn) {
  return 2 * (move_number - 1) + (turn == Color::kBlack ? 1 : 0);
}

// A position of a royal game without its history. A game that needs more derives its own from it.
template <typename G, typename K>
struct RoyalPosition {
  using Geo = G;
  using Kind = K;
  using Board = arbiter::Board<G, K>;
  using Move = FromToMove<G>;

  Board board;
  Color turn = Color::kWhite;
  // FEN field 5: the plies that count towards a draw. The game says which do.
  uint32_t clock = 0;
  uint32_t move_number = 1;

  uint32_t ply() const { return PliesBefore(move_number, turn); }

  // Equality is that of repetition (ruling C4), so that nothing but board and side to move counts.
  // So is equality of keys.
  bool operator==(const RoyalPosition& other) const {
    return board == other.board && turn == other.turn;
  }
  uint64_t key() const { return board.key() ^ (turn == Color::kBlack ? kBlackToMoveKey : 0); }
};

// What a royal game says about its pieces, in functions beside its kinds of pieces that are found
// by argument-dependent lookup. `P` is its position.
template <typename P>
concept RoyalGame = std::derived_from<P, RoyalPosition<typename P::Geo, typename P::Kind>> &&
    requires(const typename P::Board& board, Square<typename P::Geo> square, typename P::Kind kind,
             Color color) {
  // Where the piece on an occupied square may go, whether or not that leaves its royal attacked.
  { Targets(board, square) } -> std::same_as<Bitboard<typename P::Geo>>;
  // The pieces of a colour that could attack a square (core/rules/threats.h).
  { ThreatsTo(board, square, color) } -> std::same_as<Threats<typename P::Geo>>;
  // The square of the royal piece of a colour, which has exactly one.
  { RoyalOf(board, color) } -> std::same_as<Square<typename P::Geo>>;
  // Whether a piece of a kind and colour promotes on a square, and what such a piece becomes.
  { PromotesAt(kind, square, color) } -> std::same_as<bool>;
  { Promoted(kind) } -> std::same_as<typename P::Kind>;
};

// The pieces of `by` that attack `square`.
template <typename G, typename K>
Bitboard<G> Attackers(const Board<G, K>& board, Square<G> square, Color by) {
  return AttackersAmong(ThreatsTo(board, square, by), square, board.Occupied());
}

// The number of pairs of a piece on `movers`, all of `color` and none of them royal, and an
// `allowed` target of it. A game may have a faster one of its own.
template <typename G, typename K>
int CountTargets(const Board<G, K>& board, Color /*color*/, const Bitboard<G>& movers,
                 const Bitboard<G>& allowed) {
  int count = 0;
  for (const Square<G> from : movers) count += (Targets(board, from) & allowed).size();
  return count;
}

// The move of the player to move between two squares, with its promotion.
template <RoyalGame Position, typename Sq>
auto MoveTo(const Position& position, Sq from, Sq to) {
  using Move = typename Position::Move;
  return Move{from, to, PromotesAt(position.board.KindAt(from), to, position.turn)};
}

// `inline` makes the compiler inline this into Apply, where perft spends its time.
template <typename Board, typename Move>
inline void MovePiece(Board* board, Move move) {
  const auto kind = board->KindAt(move.from);
  board->Move(move.from, move.to, move.promotes ? Promoted(kind) : kind);
}

// Whether the move leaves the mover's royal unattacked; it must be one of Targets.
template <RoyalGame Position, typename Move>
bool IsSafe(const Position& position, Move move) {
  const auto& board = position.board;
  auto occupied = board.Occupied();
  occupied.Reset(move.from);
  occupied.Set(move.to);
  const auto start = RoyalOf(board, position.turn);
  const auto royal = start == move.from ? move.to : start;
  auto attackers = AttackersAmong(ThreatsTo(board, royal, !position.turn), royal, occupied);
  attackers.Reset(move.to);  // taken
  return attackers.empty();
}

// The legal targets of each piece of a position's player to move.
template <RoyalGame Position>
class LegalTargets {
 public:
  using Sq = Square<typename Position::Geo>;
  using Squares = Bitboard<typename Position::Geo>;

  // Refers to `position`.
  explicit LegalTargets(const Position& position)
      : position_(position),
        royal_(RoyalOf(position.board, position.turn)),
        safe_(ThreatsTo(position.board, royal_, !position.turn), royal_,
              position.board.Occupied()) {}

  Squares From(Sq from) const {
    if (from == royal_) return OfRoyal();
    return Targets(position_.board, from) & safe_.From(from);
  }

  bool Any() const {
    for (const Sq from : position_.board.Of(position_.turn)) {
      if (From(from)) return true;
    }
    return false;
  }

  int Count() const {
    const auto& board = position_.board;
    int count = OfRoyal().size();
    Squares movers = board.Of(position_.turn);
    movers.Reset(royal_);
    const Squares on_lines = movers & safe_.lines();
    for (const Sq from : on_lines) count += From(from).size();
    return count + CountTargets(board, position_.turn, movers - on_lines, safe_.off_lines());
  }

 private:
  Squares OfRoyal() const {
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

// Adds the legal moves, by start and then target square.
template <RoyalGame Position, typename Moves>
void AddMoves(const Position& position, Moves* moves) {
  const LegalTargets<Position> legal(position);
  const Color turn = position.turn;
  for (const auto from : position.board.Of(turn)) {
    const auto kind = position.board.KindAt(from);
    for (const auto to : legal.From(from)) moves->Add({from, to, PromotesAt(kind, to, turn)});
  }
}

// The same of those to one square.
template <RoyalGame Position, typename Sq, typename Moves>
void AddMovesTo(const Position& position, Sq to, Moves* moves) {
  const LegalTargets<Position> legal(position);
  for (const auto from : position.board.Of(position.turn)) {
    if (!legal.From(from).Has(to)) continue;
    moves->Add({from, to, PromotesAt(position.board.KindAt(from), to, position.turn)});
  }
}

template <RoyalGame Position>
bool AnyMove(const Position& position) {
  return LegalTargets<Position>(position).Any();
}

// Turn and move number after a move.
template <typename Position>
void PassTurn(Position* position) {
  if (position->turn == Color::kBlack) Advance(&position->move_number);
  position->turn = !position->turn;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_ROYAL_MOVES_H_
