#include "tests/support/reference_moves.h"

#include <initializer_list>

namespace arbiter::testing {
namespace {

struct Direction {
  int file;
  int rank;
};
using Directions = std::initializer_list<Direction>;

constexpr Directions kStraight = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
constexpr Directions kDiagonal = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
constexpr Directions kKnight = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
constexpr Directions kForward = {{0, 1}};
constexpr Directions kForwardAndBack = {{0, 1}, {0, -1}};
constexpr Directions kForwardAndSideways = {{0, 1}, {1, 0}, {-1, 0}};
constexpr Directions kDiagonallyForward = {{1, 1}, {-1, 1}};
constexpr int kAnyNumber = 9;

// Collects the squares that one piece reaches.
template <typename G, typename Kind>
class Walker {
 public:
  using Sq = Square<G>;

  Walker(const Board<G, Kind>& board, Sq from)
      : board_(board), from_(from), forward_(Color() == Color::kWhite ? 1 : -1) {}

  // Adds the squares within `steps` steps in each direction. The first `hops` pieces in the way are
  // jumped over, and only the squares beyond them are added. The walk ends at the square of the
  // next piece, which is added too.
  void Walk(Directions directions, int steps = 1, int hops = 0) {
    for (const Direction direction : directions) {
      int left = hops;
      for (int i = 1; i <= steps; ++i) {
        const int file = from_.file() + i * direction.file;
        const int rank = from_.rank() + i * forward_ * direction.rank;
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

// Returns the targets of a piece. A pawn captures on the squares that it attacks and moves to empty
// squares in the `quiet` directions; any other piece moves as it captures.
template <typename Board, typename Sq>
auto TargetsOf(const Board& board, Sq from, bool is_pawn, Directions quiet) {
  const Color color = board.At(from)->color;
  const auto attacks = ReferenceAttacks(board, from);
  if (!is_pawn) return attacks - board.Of(color);
  Walker walker(board, from);
  walker.Walk(quiet);
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

makruk::Squares ReferenceAttacks(const makruk::MakrukBoard& board, makruk::Sq from) {
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

chak::Squares ReferenceAttacks(const chak::ChakBoard& board, chak::Sq from) {
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

makruk::Squares ReferenceTargets(const makruk::MakrukBoard& board, makruk::Sq from) {
  return TargetsOf(board, from, board.KindAt(from) == makruk::Kind::kBia, kForward);
}
chak::Squares ReferenceTargets(const chak::ChakBoard& board, chak::Sq from) {
  return TargetsOf(board, from, board.KindAt(from) == chak::Kind::kPawn, kForwardAndSideways);
}

makruk::MakrukBoard ReferenceBoardAfter(makruk::MakrukBoard board, makruk::Move move) {
  return BoardAfter(board, move);
}
chak::ChakBoard ReferenceBoardAfter(chak::ChakBoard board, chak::Move move) {
  return BoardAfter(board, move);
}

makruk::Sq ReferenceRoyal(const makruk::MakrukBoard& board, Color color) {
  return board.Of(color, makruk::Kind::kKhun).First();
}
chak::Sq ReferenceRoyal(const chak::ChakBoard& board, Color color) {
  const chak::Squares kings = board.Of(color, chak::Kind::kKing);
  return (kings ? kings : board.Of(color, chak::Kind::kDivineKing)).First();
}

}  // namespace arbiter::testing
