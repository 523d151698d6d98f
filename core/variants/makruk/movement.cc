#include "core/variants/makruk/movement.h"

#include "core/board/attacks.h"

namespace arbiter::makruk {
namespace {

constexpr Step kKhonSteps[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {0, 1}};
constexpr Step kBiaSteps[] = {{0, 1}};
constexpr Step kBiaCaptureSteps[] = {{1, 1}, {-1, 1}};

constexpr auto kKhun = LeaperTable<Geo>(kKingSteps);
constexpr auto kMet = LeaperTable<Geo>(kDiagonalSteps);
constexpr auto kMa = LeaperTable<Geo>(kKnightSteps);
constexpr auto kKhon = LeaperTables<Geo>(kKhonSteps);
constexpr auto kBiaMoves = LeaperTables<Geo>(kBiaSteps);
constexpr auto kBiaCaptures = LeaperTables<Geo>(kBiaCaptureSteps);

}  // namespace

Squares Targets(const MakrukBoard& board, Sq from) {
  const Piece<Kind> piece = *board.At(from);
  const Squares own = board.Of(piece.color);
  const int i = from.index();
  switch (piece.kind) {
    case Kind::kKhun:
      return kKhun[i] - own;
    case Kind::kMet:
      return kMet[i] - own;
    case Kind::kKhon:
      return kKhon[Index(piece.color)][i] - own;
    case Kind::kMa:
      return kMa[i] - own;
    case Kind::kRuea:
      return RookAttacks<Geo>(from, board.Occupied()) - own;
    case Kind::kBia:
      return (kBiaMoves[Index(piece.color)][i] - board.Occupied()) |
             (kBiaCaptures[Index(piece.color)][i] & board.Of(!piece.color));
    case Kind::kCount:
      break;
  }
  return {};
}

Squares Attackers(const MakrukBoard& board, Sq square, Color by) {
  const int i = square.index();
  Squares attackers = kKhun[i] & board.Of(Kind::kKhun);
  attackers |= kMet[i] & board.Of(Kind::kMet);
  attackers |= kMa[i] & board.Of(Kind::kMa);
  // A khon or bia of `by` attacks this square from where one of the other side
  // would attack.
  attackers |= kKhon[Index(!by)][i] & board.Of(Kind::kKhon);
  attackers |= kBiaCaptures[Index(!by)][i] & board.Of(Kind::kBia);
  if (const Squares ruea = board.Of(by, Kind::kRuea) & kRookLines<Geo>[i]) {
    attackers |= RookAttacks<Geo>(square, board.Occupied()) & ruea;
  }
  return attackers & board.Of(by);
}

}  // namespace arbiter::makruk
