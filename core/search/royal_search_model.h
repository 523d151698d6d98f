#ifndef ARBITER_CORE_SEARCH_ROYAL_SEARCH_MODEL_H_
#define ARBITER_CORE_SEARCH_ROYAL_SEARCH_MODEL_H_

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/board/attacks.h"
#include "core/board/bitboard.h"
#include "core/board/board.h"
#include "core/board/color.h"
#include "core/board/geometry.h"
#include "core/rules/outcome.h"
#include "core/rules/royal_moves.h"
#include "core/search/model.h"
#include "core/search/parameters.h"

namespace arbiter {

// The functions that a search needs from a royal game in addition to those of RoyalGame.
// Argument-dependent lookup finds them, too.
template <typename P>
concept RoyalSearchGame = RoyalGame<P> &&
    requires(typename P::Kind kind, Piece<typename P::Kind> piece, Square<typename P::Geo> square,
             const Bitboard<typename P::Geo>& occupied) {
  // The value of a piece in exchanges, in centipawns.
  { PieceValue(kind) } -> std::same_as<int>;
  // The squares that a piece on a square attacks, whatever stands on them.
  { AttacksFrom(piece, square, occupied) } -> std::same_as<Bitboard<typename P::Geo>>;
};

// The common part of the search models of royal games (see core/search/model.h for the meaning of
// the members). The model of a game derives from it and adds AllowsNullMove, Evaluate, FindEnd and
// kWinScale. It redefines TableKey if the value of a position also depends on a clock, and
// NoMovesResult if a side without legal moves has not always lost.
template <typename R>
class RoyalSearchModel {
 public:
  using Rules = R;
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Geo = typename Position::Geo;
  using Sq = Square<Geo>;
  using Squares = Bitboard<Geo>;
  using Moves = typename R::Moves;
  static_assert(RoyalSearchGame<Position>);

  static constexpr int kSquares = Geo::kSquares;
  static constexpr int kKinds = Position::Board::kKinds;
  static constexpr int kPieceSquares = kSquares * kKinds;
  static constexpr bool kRepeats = true;
  static constexpr bool kPrunesOnPv = true;
  static constexpr const SearchParameters& parameters() { return kDefaultParameters; }
  static void Observe(SearchEvent /*event*/) {}

  explicit RoyalSearchModel(const R& rules) : rules_(rules) {}

  static uint64_t TableKey(const Position& position) { return position.key(); }
  // Neither counts nor claims are considered.
  static uint64_t LikelyKeyAfter(const Position& position, Move move) {
    const auto kind = position.board.KindAt(move.from);
    const uint64_t key =
        position.board.KeyAfterMove(move.from, move.to, move.promotes ? Promoted(kind) : kind);
    return position.turn == Color::kWhite ? key ^ kBlackToMoveKey : key;
  }
  static uint64_t PawnKey(const Position& position) {
    return PlacementKey(position.board, kLowestValuedKind);
  }
  static uint64_t MaterialKey(const Position& position) {
    return arbiter::MaterialKey(position.board);
  }
  static Verdict NoMovesResult(const Position& /*position*/, bool /*in_check*/) {
    return Verdict::kLoss;
  }

  bool InCheck(const Position& position) const {
    return static_cast<bool>(
        Attackers(position.board, RoyalOf(position.board, position.turn), !position.turn));
  }

  template <typename Visitor>
  void VisitNoisy(const Position& position, Visitor visit) const {
    const Squares enemies = position.board.Of(!position.turn);
    for (const Sq from : position.board.Of(position.turn)) {
      for (const Sq to : Targets(position.board, from) & enemies) visit(MoveTo(position, from, to));
    }
  }
  template <typename Visitor>
  void VisitQuiet(const Position& position, Visitor visit) const {
    const Squares enemies = position.board.Of(!position.turn);
    for (const Sq from : position.board.Of(position.turn)) {
      for (const Sq to : Targets(position.board, from) - enemies) visit(MoveTo(position, from, to));
    }
  }
  static bool IsNoisy(const Position& position, Move move) {
    return !position.board.IsEmpty(move.to);
  }

  // By kind of piece, the squares that enemy pieces of a lower value attack.
  using Threats = std::array<Squares, kKinds>;
  static Threats ThreatsTo(const Position& position) {
    const auto& board = position.board;
    const Squares occupied = board.Occupied();
    Threats threats;
    Squares attacked;
    for (size_t i = 0; i < kKinds; ++i) {
      const auto kind = kKindsByValue[i];
      const bool equal = i > 0 && PieceValue(kKindsByValue[i - 1]) == PieceValue(kind);
      threats[static_cast<size_t>(kind)] =
          equal ? threats[static_cast<size_t>(kKindsByValue[i - 1])] : attacked;
      for (const Sq square : board.Of(!position.turn, kind)) {
        attacked |=
            AttacksFrom(Piece<typename Position::Kind>{kind, !position.turn}, square, occupied);
      }
    }
    return threats;
  }
  // A royal's value in exchanges is not what an attack on it is worth.
  static constexpr int kMaxThreatened = 1000;
  static int ThreatsEscaped(const Threats& threats, const Position& position, Move move) {
    const auto kind = position.board.KindAt(move.from);
    const Squares& threatened = threats[static_cast<size_t>(kind)];
    const int value = std::min(PieceValue(kind), kMaxThreatened);
    return (threatened.Has(move.from) ? value : 0) - (threatened.Has(move.to) ? value : 0);
  }

  static bool GivesCheck(const Position& position, Move move) {
    const auto& board = position.board;
    auto piece = *board.At(move.from);
    if (move.promotes) piece.kind = Promoted(piece.kind);
    Squares occupied = board.Occupied();
    occupied.Reset(move.from);
    occupied.Set(move.to);
    return AttacksFrom(piece, move.to, occupied).Has(RoyalOf(board, !position.turn));
  }

  bool Play(const Position& before, bool in_check, Move move, Position* after) const {
    const Sq royal = RoyalOf(before.board, before.turn);
    const Squares& lines = kQueenLines<Geo>[royal.index()];
    const bool may_be_unsafe =
        in_check || royal == move.from || lines.Has(move.from) || lines.Has(move.to);
    if (may_be_unsafe && !IsSafe(before, move)) return false;
    *after = before;
    rules_.Apply(after, move);
    return true;
  }

  bool IsIrreversible(const Position& before, Move move) const {
    return rules_.IsIrreversible(before, move);
  }

  // Also advances the clock, because its parity can be significant.
  static void MakeNullMove(Position* position) {
    PassTurn(position);
    ++position->clock;
  }

  static uint32_t Code(Move move) {
    return static_cast<uint32_t>(1 + move.from.index() * kSquares + move.to.index());
  }
  static std::optional<Move> Decode(const Position& position, uint32_t code) {
    if (code == 0 || code > kSquares * kSquares) return std::nullopt;
    const Sq from(static_cast<int>(code - 1) / kSquares);
    const Sq to(static_cast<int>(code - 1) % kSquares);
    const auto& board = position.board;
    if (!board.Of(position.turn).Has(from) || !Targets(board, from).Has(to)) return std::nullopt;
    return MoveTo(position, from, to);
  }
  static int FromIndex(Move move) { return move.from.index(); }
  static int ToIndex(Move move) { return move.to.index(); }
  static int PieceSquare(const Position& position, Move move) {
    return static_cast<int>(position.board.KindAt(move.from)) * kSquares + move.to.index();
  }
  static int CapturedKind(const Position& position, Move move) {
    const auto& board = position.board;
    return board.IsEmpty(move.to) ? kKinds : static_cast<int>(board.KindAt(move.to));
  }

  static int CaptureValue(const Position& position, Move move) {
    const auto& board = position.board;
    int gain = board.IsEmpty(move.to) ? 0 : PieceValue(board.KindAt(move.to));
    if (move.promotes) {
      const auto kind = board.KindAt(move.from);
      gain += PieceValue(Promoted(kind)) - PieceValue(kind);
    }
    return gain;
  }
  static int MoverValue(const Position& position, Move move) {
    return PieceValue(position.board.KindAt(move.from));
  }

  // Plays out the captures on the target square, always with the least valuable attacker, as long
  // as they gain material. Considers lines that open when a piece captures, but not pins.
  static bool SeeAtLeast(const Position& position, Move move, int threshold) {
    int balance = CaptureValue(position, move) - threshold;
    if (balance < 0) return false;
    auto board = position.board;
    const auto mover = board.KindAt(move.from);
    balance -= PieceValue(move.promotes ? Promoted(mover) : mover);
    if (balance >= 0) return true;
    MovePiece(&board, move);
    Color side = !position.turn;
    bool gains = true;
    for (;;) {
      const Squares attackers = Attackers(board, move.to, side);
      if (!attackers) return gains;
      Sq attacker = attackers.First();
      for (const Sq square : attackers) {
        if (ExchangeValue(board, square) < ExchangeValue(board, attacker)) attacker = square;
      }
      // A royal cannot capture a defended piece.
      if (attacker == RoyalOf(board, side)) {
        auto after = board;
        MovePiece(&after, Move{attacker, move.to, false});
        return Attackers(after, move.to, !side) ? gains : !gains;
      }
      gains = !gains;
      balance = -balance - 1 - PieceValue(board.KindAt(attacker));
      if (balance >= 0) return gains;
      MovePiece(&board, Move{attacker, move.to, false});
      side = !side;
    }
  }

 protected:
  const R& rules() const { return rules_; }

 private:
  // The kind of piece with the lowest value; the first one if there are several.
  static constexpr auto kLowestValuedKind = [] {
    using Kind = typename Position::Kind;
    auto lowest = static_cast<Kind>(0);
    for (int i = 1; i < kKinds; ++i) {
      const auto kind = static_cast<Kind>(i);
      if (PieceValue(kind) < PieceValue(lowest)) lowest = kind;
    }
    return lowest;
  }();

  static constexpr auto kKindsByValue = [] {
    using Kind = typename Position::Kind;
    std::array<Kind, kKinds> kinds;
    for (int i = 0; i < kKinds; ++i) kinds[static_cast<size_t>(i)] = static_cast<Kind>(i);
    std::sort(kinds.begin(), kinds.end(),
              [](Kind a, Kind b) { return PieceValue(a) < PieceValue(b); });
    return kinds;
  }();

  // The value of a piece in an exchange. A royal has the highest value, so
  // that it captures last.
  template <typename Board>
  static int ExchangeValue(const Board& board, Sq square) {
    const bool royal = square == RoyalOf(board, board.At(square)->color);
    return royal ? 1'000'000 : PieceValue(board.KindAt(square));
  }

  R rules_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_ROYAL_SEARCH_MODEL_H_
