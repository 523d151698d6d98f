#include "core/board/attacks.h"
#include "core/rules/strings.h"
#include "core/variants/makruk/rules.h"

namespace arbiter::makruk {
namespace {

std::string ExplainBia(const MakrukBoard& board, Sq from, Sq to, Color color) {
  const int forward = to.rank_for(color) - from.rank_for(color);
  const int sideways = to.file() > from.file() ? to.file() - from.file() : from.file() - to.file();
  const bool occupied = !board.IsEmpty(to);
  if (forward == 1 && sideways == 0) {
    return StrCat("a pawn captures only diagonally forward, and ", ToString(to),
                  " is occupied (M1)");
  }
  if (forward == 1 && sideways == 1 && !occupied) {
    return "a pawn moves diagonally only to capture (M1)";
  }
  if (forward == 2 && sideways == 0) return "a pawn moves one square, never two (M1)";
  return "a pawn moves one square forward and captures one square diagonally forward (M1)";
}

}  // namespace

std::string MakrukRules::ExplainMovement(const MakrukBoard& board, Sq from, Sq to,
                                         Piece<Kind> piece) {
  switch (piece.kind) {
    case Kind::kKhun:
      return "a king moves one square in any direction; there is no castling (M1)";
    case Kind::kMet:
      return "a queen (met) moves one square diagonally (M1)";
    case Kind::kKhon:
      return "a bishop (khon) moves one square diagonally or one square forward (M1)";
    case Kind::kMa:
      return "a knight leaps two squares one way and one square across (M1)";
    case Kind::kRuea: {
      const std::optional<Sq> blocker = FirstBlocker<Geo>(from, to, board.Occupied());
      const bool on_line = from.file() == to.file() || from.rank() == to.rank();
      if (!blocker || !on_line) return "a rook moves along ranks and files (M1)";
      return StrCat("the rook's way is blocked on ", ToString(*blocker), " (M1)");
    }
    case Kind::kBia:
    case Kind::kCount:
      break;
  }
  return ExplainBia(board, from, to, piece.color);
}

}  // namespace arbiter::makruk
