#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_DETAIL_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_DETAIL_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/board/color.h"
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

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_DETAIL_H_
