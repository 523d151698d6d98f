#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_MOVEMENT_H_

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/attacks.h"
#include "core/rules/move_list.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// A piece has at most 41 targets, and a side has at most 79 pieces, because the enemy has a king.
// The other numbers are for castlings, placed pawns and removed pieces.
inline constexpr int kMaxActions = 41 * 79 + 25 + 20 + 80;
using Actions = MoveList<Action, kMaxActions>;

// The kinds that a pawn can become (P15), in the order of the moves.
inline constexpr Kind kPromotions[] = {Kind::kQueen,  Kind::kRook,   Kind::kBishop,
                                       Kind::kDragon, Kind::kKnight, Kind::kKing};
constexpr bool CanPromoteTo(const Features& features, Kind kind) {
  return kind != Kind::kKing || !features.Has(Switch::kNopromoteking);
}

// The squares of a king and a rook after castling (P16).
struct Castled {
  Sq king;
  Sq rook;
};
Castled CastledSquares(Sq king, Sq rook);

// Returns the squares to which the piece on `from` can move, by its kind and the features (P12,
// P22). Captures of enemy pieces are included, en passant too; captures of one's own pieces are
// not.
Squares TargetsOf(const Position& position, Sq from);

// Returns the squares from which pieces of one kind of the player to move can move to `to`, which
// is among their TargetsOf().
Squares OriginsOf(const Position& position, Kind kind, Sq to);

// Returns the squares of the pieces of its own side that a king can capture (P21).
Squares OwnTargetsOf(const Position& position, Sq king);

// Returns the rooks with which a king can castle, even if no castling is left (P16).
Squares CastlingRooks(const Position& position, Sq king);

// Returns the squares on which a new pawn can be placed, even if no new pawn is left (P22).
Squares NewbornSquares(const Position& position);

// Returns the squares that are the hill for a player's kings: the opponent's centre (P20).
Squares HillOf(Color player, int width);

// Lists the actions that are legal by the position alone (P12–P16, P20–P23, C12).
void GenerateActions(const Position& position, Actions* actions);
// Returns the position after the player to move has passed. A capture en passant is no longer
// possible.
Position AfterPass(Position position);
// Returns the actions that the player to move can choose in advance
// (core/rules/moves_in_advance.h).
std::vector<Action> MovesInAdvance(const Position& position);
// Returns whether GenerateActions() lists `action`. Both sides must have kings, and the move limit
// must not have been reached.
bool IsLegal(const Position& position, const Action& action);
// Returns whether the player to move has an action other than a pass (P23).
bool CanAct(const Position& position);

// Parses a legal action. If `text` is not a legal action, returns BAD_ACTION_TEXT, NOT_YOUR_TURN or
// ILLEGAL_ACTION with an explanation (C9).
absl::StatusOr<Action> ParseAction(const Position& position, std::string_view text);

// --- The attacks of the pieces (P12, P22). They are inline because move generation and search
// spend most of their time here.

inline constexpr std::array<Step, 8> kDragonSteps = {
    {{0, 2}, {2, 0}, {0, -2}, {-2, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};
inline constexpr std::array<Step, 2> kPawnCaptures = {{{1, 1}, {-1, 1}}};

inline constexpr SquareTable<Geo> kKingMoves = LeaperTable<Geo>(kKingSteps);
inline constexpr SquareTable<Geo> kKnightMoves = LeaperTable<Geo>(kKnightSteps);
inline constexpr SquareTable<Geo> kDragonMoves = LeaperTable<Geo>(kDragonSteps);
inline constexpr SquareTable<Geo> kStraightMoves = LeaperTable<Geo>(kStraightSteps);
inline constexpr auto kPawnTakes = LeaperTables<Geo>(kPawnCaptures);

inline bool IsCorner(const Position& position, Sq square) {
  const bool edge_rank = square.rank() == 0 || square.rank() == Geo::kRanks - 1;
  return edge_rank && (square.file() == 0 || square.file() == position.features.width - 1);
}

// Returns the squares that end lines of attack: the pieces, and everything beyond the edge of a
// narrow board.
inline Squares Blockers(const Position& position) {
  return position.board.Occupied() | (kBoardOfWidth[kMaxWidth] - position.OnBoard());
}

// Returns the squares that a piece attacks, including those of its own side's pieces and squares
// beyond the edge of a narrow board. `blockers` must be Blockers(position).
inline Squares AttacksFrom(const Position& position, Piece<Kind> piece, Sq from,
                           const Squares& blockers) {
  const int i = from.index();
  switch (piece.kind) {
    case Kind::kKing:
      return kKingMoves[i];
    case Kind::kQueen: {
      const Squares lines = RookAttacks<Geo>(from, blockers) | BishopAttacks<Geo>(from, blockers);
      return position.features.Has(Switch::kSuperqueen) ? lines | kKnightMoves[i] : lines;
    }
    case Kind::kRook:
      return RookAttacks<Geo>(from, blockers);
    case Kind::kBishop: {
      const Squares lines = BishopAttacks<Geo>(from, blockers);
      const bool steps = position.features.Has(Switch::kCornerbishop) && IsCorner(position, from);
      return steps ? lines | kStraightMoves[i] : lines;
    }
    case Kind::kDragon:
      return kDragonMoves[i];
    case Kind::kKnight:
      return kKnightMoves[i];
    case Kind::kPawn:
      return kPawnTakes[Index(piece.color)][i];
    case Kind::kCount:
      break;
  }
  return {};
}
inline Squares AttacksFrom(const Position& position, Piece<Kind> piece, Sq from) {
  return AttacksFrom(position, piece, from, Blockers(position));
}

// Returns the pieces of `by` that attack `square`, apart from captures en passant.
inline Squares Attackers(const Position& position, Sq square, Color by) {
  const ChpokBoard& board = position.board;
  const int i = square.index();
  Squares attackers = kKingMoves[i] & board.Of(Kind::kKing);
  attackers |= kKnightMoves[i] & board.Of(Kind::kKnight);
  attackers |= kDragonMoves[i] & board.Of(Kind::kDragon);
  attackers |= kPawnTakes[Index(!by)][i] & board.Of(Kind::kPawn);
  const Squares queens = board.Of(Kind::kQueen);
  const Squares straight = board.Of(by) & (board.Of(Kind::kRook) | queens);
  const Squares diagonal = board.Of(by) & (board.Of(Kind::kBishop) | queens);
  const Squares blockers = Blockers(position);
  if (straight) attackers |= RookAttacks<Geo>(square, blockers) & straight;
  if (diagonal) attackers |= BishopAttacks<Geo>(square, blockers) & diagonal;
  if (position.features.Has(Switch::kSuperqueen)) attackers |= kKnightMoves[i] & queens;
  if (position.features.Has(Switch::kCornerbishop)) {
    for (const Sq bishop : kStraightMoves[i] & board.Of(Kind::kBishop)) {
      if (IsCorner(position, bishop)) attackers.Set(bishop);
    }
  }
  return attackers & board.Of(by);
}

// Returns a king's square and the squares around it.
inline Squares KingZone(Sq king) { return kKingMoves[king.index()] | Squares(king); }

// For each colour and row from 0 to 7, the squares of this row and of the rows beyond it, as seen
// from this colour.
inline constexpr std::array<std::array<Squares, Geo::kRanks>, 2> kRowsFrom = [] {
  std::array<std::array<Squares, Geo::kRanks>, 2> rows;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (int row = 0; row < Geo::kRanks; ++row) {
      rows[Index(color)][row] =
          SquaresWhere<Geo>([color, row](Sq square) { return square.rank_for(color) >= row; });
    }
  }
  return rows;
}();
inline const Squares& RowsFrom(Color color, int row) { return kRowsFrom[Index(color)][row]; }

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_MOVEMENT_H_
