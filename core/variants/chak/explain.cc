#include "core/board/attacks.h"
#include "core/rules/strings.h"
#include "core/variants/chak/rules.h"

namespace arbiter::chak {
namespace {

// Why the pawn can't go there.
std::string ExplainPawn(const ChakBoard& board, Sq from, Sq to, Color color) {
  const int forward = to.rank_for(color) - from.rank_for(color);
  const int sideways = to.file() > from.file() ? to.file() - from.file() : from.file() - to.file();
  const bool occupied = !board.IsEmpty(to);
  if (forward + sideways == 1 && forward >= 0 && occupied) {
    return StrCat("a pawn captures only diagonally forward, and ", ToString(to),
                  " is occupied (K9)");
  }
  if (forward == 1 && sideways == 1 && !occupied) {
    return "a pawn moves diagonally only to capture (K9)";
  }
  return "a pawn moves one square forward, left or right, and captures one square diagonally "
         "forward (K9)";
}

std::string ExplainQuetzal(const ChakBoard& board, Sq from, Sq to) {
  const int direction = DirectionBetween<Geo>(from, to);
  if (direction < 0) return "a quetzal moves along a straight or diagonal line (K7)";
  const Squares mounts = Between<Geo>(from, to) & board.Occupied();
  return StrCat("a quetzal hops exactly one piece, and between ", ToString(from), " and ",
                ToString(to), " stand ", mounts.empty() ? "none" : "more", " (K7)");
}

// Why a piece that moves along lines, `reaches` says whether so far, can't go there.
std::string ExplainLine(const ChakBoard& board, Sq from, Sq to, bool reaches,
                        std::string_view rule) {
  const std::optional<Sq> blocker = FirstBlocker<Geo>(from, to, board.Occupied());
  if (!reaches || !blocker) return std::string(rule);
  return StrCat("the way is blocked on ", ToString(*blocker), "; ", rule);
}

}  // namespace

std::string ChakRules::ExplainMovement(const ChakBoard& board, Sq from, Sq to, Piece<Kind> piece) {
  const bool leaves_far_side = !IsFarSide(to, piece.color);
  switch (piece.kind) {
    case Kind::kKing:
      return "a king moves one square in any direction (K2)";
    case Kind::kDivineKing:
      if (leaves_far_side) return "a divine king never leaves its far side (K11)";
      return ExplainLine(board, from, to, Between<Geo>(from, to).size() == 1,
                         "a divine king moves one or two squares in a straight line (K3)");
    case Kind::kJaguar:
      return "a jaguar moves one square in any direction or leaps as a knight (K4)";
    case Kind::kQuetzal:
      return ExplainQuetzal(board, from, to);
    case Kind::kShaman:
      return "a shaman moves one square diagonally, or straight forward or backward (K8)";
    case Kind::kVulture:
      return "a vulture leaps as a knight (K5)";
    case Kind::kSerpent:
      return ExplainLine(board, from, to, from.file() == to.file() || from.rank() == to.rank(),
                         "a serpent moves along ranks and files (K6)");
    case Kind::kPawn:
      return ExplainPawn(board, from, to, piece.color);
    case Kind::kWarrior:
      if (leaves_far_side) return "a warrior never leaves its far side (K11)";
      return "a warrior moves one square diagonally, or straight forward or backward (K8)";
    case Kind::kOffering:
    case Kind::kCount:
      break;
  }
  return "an offering never moves (K10)";
}

}  // namespace arbiter::chak
