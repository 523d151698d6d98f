#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_POSITION_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_POSITION_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/board/bitboard.h"
#include "core/board/board.h"
#include "core/board/color.h"
#include "core/board/geometry.h"
#include "core/variants/chpok/board/point_history.h"
#include "core/variants/chpok/features.h"
#include "core/variants/chpok/home_row.h"
#include "core/variants/chpok/time_control.h"

namespace arbiter::chpok {

// The points of a player by source, since the position from which the game was created.
struct PointSources {
  // The rows of the destinations of moves (P14).
  int rows = 0;
  // The kinds that moved, with the feature `points`.
  int kinds = 0;
  // The enemy kings that were captured, or that the other player removed.
  int kings = 0;
  // A king that reached the hill or the opponent's home row (P20).
  int goals = 0;
  // The points lost by running out of time (P14).
  int time = 0;
  // The points in the FEN from which the game was created.
  int before = 0;

  int total() const { return rows + kinds + kings + goals + time + before; }
  bool operator==(const PointSources&) const = default;
};

using ChpokBoard = Board<Geo, Kind>;

// The squares of a board, by its width.
inline constexpr std::array<Squares, kMaxWidth + 1> kBoardOfWidth = [] {
  std::array<Squares, kMaxWidth + 1> boards;
  for (int width = 0; width <= kMaxWidth; ++width) {
    boards[static_cast<size_t>(width)] =
        SquaresWhere<Geo>([width](Sq square) { return square.file() < width; });
  }
  return boards;
}();

// An end that came with the last move and that the FEN does not show (F1).
enum class ImmediateEnd : uint8_t { kNothing, kHill, kRacing, kBlocked, kDrawClaim, kWinClaim };

// A position of the board phase.
struct Position {
  using Geo = chpok::Geo;

  ChpokBoard board;
  Features features;
  Color turn = Color::kWhite;
  // The square that the last move, a double step, passed over, even if no pawn can capture there
  // (P12).
  std::optional<Sq> en_passant;
  // The castlings, undos and new pawns left, by colour.
  std::array<uint8_t, 2> castlings = {};
  std::array<uint8_t, 2> undos = {};
  std::array<bool, 2> newborn = {};
  std::array<PointSources, 2> sources = {};
  PointHistory history;
  uint32_t move_number = 1;
  // Whether the last ply was a forced pass (P23).
  bool forced_pass = false;
  ImmediateEnd immediate_end = ImmediateEnd::kNothing;
  std::optional<TimeControl> time_control;
  Clocks clocks;
  // The colour of the Challenger of the bidding; std::nullopt if it is unknown.
  std::optional<Color> challenger;

  Squares OnBoard() const { return kBoardOfWidth[features.width]; }
  bool HasKing(Color color) const { return !board.Of(color, Kind::kKing).empty(); }
  bool BothHaveKings() const { return HasKing(Color::kWhite) && HasKing(Color::kBlack); }
  // Returns whether each player has made as many moves as the limit allows (P17).
  bool IsPastLimit() const { return move_number > features.moves; }
  int points(Color color) const { return sources[Index(color)].total(); }
  // Returns White's points minus Black's.
  int lead() const { return points(Color::kWhite) - points(Color::kBlack); }

  uint32_t ply() const { return 2 * (move_number - 1) + (turn == Color::kBlack ? 1 : 0); }
  bool operator==(const Position&) const = default;
  // Returns a hash. Positions that are the same by C4 have equal keys, and other positions almost
  // never do.
  uint64_t key() const;
};

// The kinds of actions on the board.
enum class ActionKind : uint8_t { kMove, kOwnCapture, kCastling, kPlace, kRemove, kPass };

// An action on the board. A square that its kind does not have is a1.
struct Action {
  ActionKind kind;
  // The origin of a kMove or kOwnCapture, and the king's square of a kCastling.
  Sq from;
  // The target of every kind except kPass. For kCastling it is the rook's square.
  Sq to;
  // The kind that a pawn becomes; kPawn if it does not promote.
  Kind promotion;

  bool operator==(const Action&) const = default;
  bool HasFrom() const { return kind <= ActionKind::kCastling; }
  // Returns whether a player who picks up the piece on `square` can intend this action.
  bool StartsOn(Sq square) const {
    return HasFrom() ? from == square : kind == ActionKind::kRemove && to == square;
  }
  // Returns whether the action text consists of the two squares.
  bool IsFromTo() const {
    return (kind == ActionKind::kMove || kind == ActionKind::kCastling) && promotion == Kind::kPawn;
  }
};

// Returns the first position of a board phase, in which both sides are set up with `row` and have
// all their rights (P11). `row` must be as long as the board is wide.
Position StartPosition(const Features& features, const HomeRow& row);

// The state of a board phase. Arrays are by player, White first.
struct BoardDetail {
  std::array<int, 2> points = {};
  std::array<PointSources, 2> sources = {};
  std::array<int, 2> castlings_left = {};
  std::array<int, 2> undos_left = {};
  std::array<bool, 2> newborn_left = {};
  // The moves until the limit.
  std::array<int, 2> moves_left = {};
  int width = 0;
  // The features that differ from their defaults, without `width`; `-` if there are none (P9).
  std::string features;
  // The time control, such as `5+3`; empty if it is unknown.
  std::string time_control;
  Clocks clocks;
  // The colour of the Challenger of the bidding; std::nullopt if it is unknown.
  std::optional<Color> challenger;
  // The number of moves that Black has to make until a draw can be claimed if nobody scores any
  // more; std::nullopt if points are not level (P18).
  std::optional<int> draw_claim_in;
  // The number of moves that Black has to make until a win can be claimed if nobody scores any
  // more, and the player who can claim it; std::nullopt if nobody leads (P18).
  std::optional<int> win_claim_in;
  std::optional<Color> win_claim_by;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_POSITION_H_
