// How many legal moves there are, without listing them.
#include <bit>
#include <cstdint>

#include "core/variants/chpok/attacks.h"
#include "core/variants/chpok/movement.h"

namespace arbiter::chpok {
namespace {

// The squares of a board as one number, so that all pawns step at once. Those of one row are
// kMostWidth bits.
__extension__ using Bits = unsigned __int128;

constexpr Bits BitsOf(const Squares& squares) {
  return Bits{squares.words()[1]} << 64 | squares.words()[0];
}
constexpr int Count(Bits bits) {
  return std::popcount(static_cast<uint64_t>(bits)) +
         std::popcount(static_cast<uint64_t>(bits >> 64));
}
// Every pawn `by` squares on; a negative number is back.
constexpr Bits Stepped(Bits bits, int by) { return by > 0 ? bits << by : bits >> -by; }

constexpr Bits FileBits(int file) {
  return BitsOf(SquaresWhere<Geo>([file](Sq square) { return square.file() == file; }));
}
constexpr Bits kNotFirstFile = ~FileBits(0);
constexpr Bits kNotLastFile = ~FileBits(kMostWidth - 1);

int CountPawnMoves(const Position& position) {
  const Color mover = position.turn;
  const Features& features = position.features;
  const Bits pawns = BitsOf(position.board.Of(mover, Kind::kPawn));
  if (pawns == 0) return 0;
  const Bits empty = BitsOf(position.OnBoard() - position.board.Occupied());
  Bits prey = BitsOf(position.board.Of(!mover));
  if (position.en_passant) prey |= Bits{1} << position.en_passant->index();
  const int forward = mover == Color::kWhite ? kMostWidth : -kMostWidth;

  const Bits ahead = Stepped(pawns, forward) & empty;
  const Bits left = Stepped(pawns & kNotFirstFile, forward - 1) & prey;
  const Bits right = Stepped(pawns & kNotLastFile, forward + 1) & prey;
  // From its second row, so by way of the third.
  const Bits third = BitsOf(RowsFrom(mover, 2) - RowsFrom(mover, 3));
  int count = Count(ahead) + Count(left) + Count(right);
  count += Count(Stepped(ahead & third, forward) & empty);
  const Bits last = BitsOf(RowsFrom(mover, Geo::kRanks - 1));
  if ((ahead | left | right) & last) {
    const int others = features.Has(Switch::kNopromoteking) ? 4 : 5;
    count += others * (Count(ahead & last) + Count(left & last) + Count(right & last));
  }
  if (features.Has(Switch::kBackpawn)) count += Count(Stepped(pawns, -forward) & empty);
  return count;
}

int CountPieceMoves(const Position& position) {
  const Color mover = position.turn;
  const ChpokBoard& board = position.board;
  const Squares open = position.OnBoard() - board.Of(mover);
  const Squares blockers = Blockers(position);
  int count = 0;
  const auto add = [&]<typename Attacks>(Kind kind, Attacks attacks) {
    for (const Sq from : board.Of(mover, kind)) count += (attacks(from) & open).size();
  };
  add(Kind::kKing, [](Sq from) { return kKingMoves[from.index()]; });
  add(Kind::kDragon, [](Sq from) { return kDragonMoves[from.index()]; });
  add(Kind::kKnight, [](Sq from) { return kKnightMoves[from.index()]; });
  add(Kind::kRook, [&](Sq from) { return RookAttacks<Geo>(from, blockers); });
  for (const Kind kind : {Kind::kQueen, Kind::kBishop}) {
    add(kind, [&](Sq from) { return AttacksFrom(position, {kind, mover}, from, blockers); });
  }
  return count;
}

// What the features let kings and others do beside moving.
int CountOtherActions(const Position& position) {
  const Color mover = position.turn;
  const Features& features = position.features;
  const bool castles = position.castlings[Index(mover)] > 0;
  const bool cruel = features.Has(Switch::kCruel);
  int count = 0;
  if (castles || cruel) {
    for (const Sq king : position.board.Of(mover, Kind::kKing)) {
      if (castles) count += CastlingRooks(position, king).size();
      if (cruel) count += OwnTargetsOf(position, king).size();
    }
  }
  if (features.Has(Switch::kRemove)) count += position.board.Of(mover).size();
  if (position.newborn[Index(mover)]) count += NewbornSquares(position).size();
  return count;
}

}  // namespace

int CountActions(const Position& position) {
  if (!position.BothHaveKings() || position.IsPastLimit()) return 0;
  const int count =
      CountPieceMoves(position) + CountPawnMoves(position) + CountOtherActions(position);
  return count == 0 || position.features.Has(Switch::kSkip) ? count + 1 : count;
}

}  // namespace arbiter::chpok
