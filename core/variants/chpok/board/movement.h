#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_MOVEMENT_H_

#include <array>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/attacks.h"
#include "core/rules/move_list.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// No piece reaches more than 41 squares, and at most 79 stand beside an enemy king; then
// castlings, placed pawns and removed pieces.
inline constexpr int kMostActions = 41 * 79 + 25 + 20 + 80;
using Actions = MoveList<Action, kMostActions>;

// What a pawn can become (P15), in the order of the moves.
inline constexpr Kind kPromotions[] = {Kind::kQueen,  Kind::kRook,   Kind::kBishop,
                                       Kind::kDragon, Kind::kKnight, Kind::kKing};
constexpr bool MayPromoteTo(const Features& features, Kind kind) {
  return kind != Kind::kKing || !features.Has(Switch::kNopromoteking);
}

// Where a king and a rook of one side stand after castling (P16).
struct Castled {
  Sq king;
  Sq rook;
};
Castled CastledSquares(Sq king, Sq rook);

// The squares that the piece on `from` could move to, as its kind and the features let it:
// captures of the other side included, en passant among them, of its own side not (P12, P22).
Squares TargetsOf(const Position& position, Sq from);

// From where the pieces of one kind of the player to move could move to `to`, in the same way.
Squares OriginsOf(const Position& position, Kind kind, Sq to);

// The squares of its own side's pieces that a king can take (P21).
Squares OwnTargetsOf(const Position& position, Sq king);

// The rooks that a king can castle with (P16), whatever castlings are left.
Squares CastlingRooks(const Position& position, Sq king);

// Where a new pawn can be placed (P22), whatever right is left.
Squares NewbornSquares(const Position& position);

// The cells of the opponent's centre (P20).
Squares HillOf(Color player, int width);

// All legal moves by the position alone (P12–P16, P20–P23, C12).
void GenerateActions(const Position& position, Actions* actions);
// How many they are.
int CountActions(const Position& position);
// Whether `action` is one of them, where both sides have kings and the limit is not passed.
bool IsLegal(const Position& position, const Action& action);
// Whether one of them is no pass; what P23 asks.
bool CanAct(const Position& position);

// The legal action that `text` names. BAD_ACTION_TEXT, NOT_YOUR_TURN, or ILLEGAL_ACTION with the
// ruling and the square (C9).
absl::StatusOr<Action> ParseAction(const Position& position, std::string_view text);

// --- What the pieces attack (P12, P22), inline: generation and search spend most of their time
// here.

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

// What ends lines: beyond the edge of a narrow board nothing can be passed.
inline Squares Blockers(const Position& position) {
  return position.board.Occupied() | (kBoardOfWidth[kMostWidth] - position.OnBoard());
}

// What a piece attacks, whoever stands there; also squares beyond the edge of a narrow board.
// `blockers` are those of the position.
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

// The pieces of `by` that attack `square`, en passant left out.
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

// A king's square and those around it.
inline Squares KingZone(Sq king) { return kKingMoves[king.index()] | Squares(king); }

// The rows from `row` (0 to 7) on, as `color` counts them.
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
