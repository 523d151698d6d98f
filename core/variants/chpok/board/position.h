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

// Where a player's points came from, since the start that the game was made from.
struct PointSources {
  // The row that a move went to (P14).
  int rows = 0;
  // The kind that moved, with the feature `points`.
  int kinds = 0;
  // Kings captured, or removed by the other player.
  int kings = 0;
  // A king on the hill or at home with the opponent (P20).
  int goals = 0;
  // Time that ran out.
  int time = 0;
  // What the FEN that the game was made from gave.
  int before = 0;

  int total() const { return rows + kinds + kings + goals + time + before; }
  bool operator==(const PointSources&) const = default;
};

using ChpokBoard = Board<Geo, Kind>;

// The squares of a board `width` files wide, by width.
inline constexpr std::array<Squares, kMostWidth + 1> kBoardOfWidth = [] {
  std::array<Squares, kMostWidth + 1> boards;
  for (int width = 0; width <= kMostWidth; ++width) {
    boards[static_cast<size_t>(width)] =
        SquaresWhere<Geo>([width](Sq square) { return square.file() < width; });
  }
  return boards;
}();

// An end that the position does not show (F1): it came with the last move.
enum class Reached : uint8_t { kNothing, kHill, kRacing, kBlocked, kDrawClaim, kWinClaim };

// A position of the board phase without its history.
struct Position {
  using Geo = chpok::Geo;

  ChpokBoard board;
  Features features;
  Color turn = Color::kWhite;
  // Passed over by the pawn that just made a double step, whoever can use it (P12).
  std::optional<Sq> en_passant;
  // By colour: what is left.
  std::array<uint8_t, 2> castlings = {};
  std::array<uint8_t, 2> undos = {};
  std::array<bool, 2> newborn = {};
  std::array<PointSources, 2> sources = {};
  PointHistory history;
  uint32_t move_number = 1;
  // Whether the last ply was a pass that was forced (P23).
  bool forced_pass = false;
  Reached reached = Reached::kNothing;
  std::optional<TimeControl> time_control;
  Clocks clocks;
  // Which colour the Challenger of the bidding has.
  std::optional<Color> challenger;

  Squares OnBoard() const { return kBoardOfWidth[features.width]; }
  bool HasKing(Color color) const { return !board.Of(color, Kind::kKing).empty(); }
  bool BothHaveKings() const { return HasKing(Color::kWhite) && HasKing(Color::kBlack); }
  // Each player has made `moves` moves (P17).
  bool IsPastLimit() const { return move_number > features.moves; }
  int points(Color color) const { return sources[Index(color)].total(); }
  // White's points minus Black's.
  int lead() const { return points(Color::kWhite) - points(Color::kBlack); }

  uint32_t ply() const { return 2 * (move_number - 1) + (turn == Color::kBlack ? 1 : 0); }
  bool operator==(const Position&) const = default;
  // Positions that are the same by C4 have equal keys, and others practically never.
  uint64_t key() const;
};

// What a player can do.
enum class ActionKind : uint8_t { kMove, kOwnCapture, kCastling, kPlace, kRemove, kPass };

// One move. Squares that its kind does not have are a1.
struct Action {
  ActionKind kind;
  // kMove, kOwnCapture, kCastling (the king).
  Sq from;
  // All but kPass; of kCastling the rook's square.
  Sq to;
  // What a pawn becomes; kPawn: nothing.
  Kind promotion;

  bool operator==(const Action&) const = default;
  bool HasFrom() const { return kind <= ActionKind::kCastling; }
  // Whether a player who takes up the piece on `square` may mean this action.
  bool Starts(Sq square) const {
    return HasFrom() ? from == square : kind == ActionKind::kRemove && to == square;
  }
};

// The first position of a board phase: both sides set up with `row`, which is as long as the
// board of `features` is wide, and all rights (P11).
Position StartPosition(const Features& features, const HomeRow& row);

// The board phase. By player, White's first.
struct BoardDetail {
  std::array<int, 2> points = {};
  std::array<PointSources, 2> sources = {};
  std::array<int, 2> castlings_left = {};
  std::array<int, 2> undos_left = {};
  std::array<bool, 2> newborn_left = {};
  // Moves until the limit.
  std::array<int, 2> moves_left = {};
  int width = 0;
  // As in P9, without `width`; `-` for none.
  std::string features;
  // `5+3`; empty: not known.
  std::string time_control;
  Clocks clocks;
  // Which colour the Challenger of the bidding has; none: there was no bidding.
  std::optional<Color> challenger;
  // How many more moves Black has to make until a draw can be claimed if nobody scores from now
  // on, 0: now; none: never, because points are not level (P18).
  std::optional<int> draw_claim_in;
  // The same of a win, for the player who leads; none where nobody does.
  std::optional<int> win_claim_in;
  std::optional<Color> win_claim_by;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_POSITION_H_
