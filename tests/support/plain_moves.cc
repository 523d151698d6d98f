#include "tests/support/plain_moves.h"

#include <initializer_list>

namespace arbiter::testing {
namespace {

struct Way {
  int file;
  int rank;
};
using Ways = std::initializer_list<Way>;

constexpr Ways kStraight = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
constexpr Ways kDiagonal = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
constexpr Ways kKnight = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
constexpr Ways kForward = {{0, 1}};
constexpr Ways kForwardAndBack = {{0, 1}, {0, -1}};
constexpr Ways kForwardAndAside = {{0, 1}, {1, 0}, {-1, 0}};
constexpr Ways kDiagonallyForward = {{1, 1}, {-1, 1}};
constexpr int kAnyNumber = 9;

// One piece on its walks, which end on the first piece met after `hops` others.
template <typename G, typename Kind>
class Walker {
 public:
  using Sq = Square<G>;

  Walker(const Board<G, Kind>& board, Sq from)
      : board_(board), from_(from), forward_(Color() == Color::kWhite ? 1 : -1) {}

  // At most `steps` steps each way.
  void Walk(Ways ways, int steps = 1, int hops = 0) {
    for (const Way way : ways) {
      int left = hops;
      for (int i = 1; i <= steps; ++i) {
        const int file = from_.file() + i * way.file;
        const int rank = from_.rank() + i * forward_ * way.rank;
        if (!G::Contains(file, rank)) break;
        const Sq square(file, rank);
        if (left == 0) reached_.Set(square);
        if (!board_.IsEmpty(square) && left-- == 0) break;
      }
    }
  }
  const Bitboard<G>& reached() const { return reached_; }

 private:
  arbiter::Color Color() const { return board_.At(from_)->color; }

  const Board<G, Kind>& board_;
  Sq from_;
  int forward_;
  Bitboard<G> reached_;
};

// A pawn takes where it attacks and goes `ways` where nobody stands; others do both alike.
template <typename Board, typename Sq>
auto TargetsOf(const Board& board, Sq from, bool pawn, Ways ways) {
  const Color color = board.At(from)->color;
  const auto attacks = PlainAttacks(board, from);
  if (!pawn) return attacks - board.Of(color);
  Walker walker(board, from);
  walker.Walk(ways);
  return (walker.reached() - board.Occupied()) | (attacks & board.Of(!color));
}

template <typename Board, typename Move>
Board BoardAfter(Board board, Move move) {
  auto piece = *board.At(move.from);
  if (move.promotes) piece.kind = Promoted(piece.kind);
  board.Remove(move.from);
  if (!board.IsEmpty(move.to)) board.Remove(move.to);
  board.Put(move.to, piece);
  return board;
}

}  // namespace

makruk::Squares PlainAttacks(const makruk::MakrukBoard& board, makruk::Sq from) {
  using makruk::Kind;
  Walker walker(board, from);
  switch (board.KindAt(from)) {
    case Kind::kKhun:
      walker.Walk(kStraight);
      walker.Walk(kDiagonal);
      break;
    case Kind::kMet:
      walker.Walk(kDiagonal);
      break;
    case Kind::kKhon:
      walker.Walk(kDiagonal);
      walker.Walk(kForward);
      break;
    case Kind::kMa:
      walker.Walk(kKnight);
      break;
    case Kind::kRuea:
      walker.Walk(kStraight, kAnyNumber);
      break;
    case Kind::kBia:
      walker.Walk(kDiagonallyForward);
      break;
    case Kind::kCount:
      break;
  }
  return walker.reached();
}

chak::Squares PlainAttacks(const chak::ChakBoard& board, chak::Sq from) {
  using chak::Kind;
  const chak::Squares& far_side = chak::kFarSide[Index(board.At(from)->color)];
  Walker walker(board, from);
  switch (board.KindAt(from)) {
    case Kind::kKing:
      walker.Walk(kStraight);
      walker.Walk(kDiagonal);
      break;
    case Kind::kDivineKing:
      walker.Walk(kStraight, 2);
      walker.Walk(kDiagonal, 2);
      return walker.reached() & far_side;
    case Kind::kJaguar:
      walker.Walk(kStraight);
      walker.Walk(kDiagonal);
      walker.Walk(kKnight);
      break;
    case Kind::kQuetzal:
      walker.Walk(kStraight, kAnyNumber, 1);
      walker.Walk(kDiagonal, kAnyNumber, 1);
      break;
    case Kind::kShaman:
      walker.Walk(kDiagonal);
      walker.Walk(kForwardAndBack);
      break;
    case Kind::kVulture:
      walker.Walk(kKnight);
      break;
    case Kind::kSerpent:
      walker.Walk(kStraight, kAnyNumber);
      break;
    case Kind::kPawn:
      walker.Walk(kDiagonallyForward);
      break;
    case Kind::kWarrior:
      walker.Walk(kDiagonal);
      walker.Walk(kForwardAndBack);
      return walker.reached() & far_side;
    case Kind::kOffering:
    case Kind::kCount:
      break;
  }
  return walker.reached();
}

makruk::Squares PlainTargets(const makruk::MakrukBoard& board, makruk::Sq from) {
  return TargetsOf(board, from, board.KindAt(from) == makruk::Kind::kBia, kForward);
}
chak::Squares PlainTargets(const chak::ChakBoard& board, chak::Sq from) {
  return TargetsOf(board, from, board.KindAt(from) == chak::Kind::kPawn, kForwardAndAside);
}

makruk::MakrukBoard PlainBoardAfter(makruk::MakrukBoard board, makruk::Move move) {
  return BoardAfter(board, move);
}
chak::ChakBoard PlainBoardAfter(chak::ChakBoard board, chak::Move move) {
  return BoardAfter(board, move);
}

makruk::Sq PlainRoyal(const makruk::MakrukBoard& board, Color color) {
  return board.Of(color, makruk::Kind::kKhun).First();
}
chak::Sq PlainRoyal(const chak::ChakBoard& board, Color color) {
  const chak::Squares kings = board.Of(color, chak::Kind::kKing);
  return (kings ? kings : board.Of(color, chak::Kind::kDivineKing)).First();
}

}  // namespace arbiter::testing
