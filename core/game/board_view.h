#ifndef ARBITER_CORE_GAME_BOARD_VIEW_H_
#define ARBITER_CORE_GAME_BOARD_VIEW_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/board/color.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// What a picture of a position shows; knows no rules and no screen.
struct BoardView {
  struct Cell {
    // Capital FEN letter, or 0 for an empty square.
    char letter = 0;
    Color color = Color::kWhite;
    // PieceInfo::shape; empty for an empty square.
    std::string_view shape;
  };
  int files = 0;
  int ranks = 0;
  // In the order a1, b1, …, a2, …; files * ranks of them.
  std::vector<Cell> cells;
  // The variant's marked areas.
  const std::vector<RegionInfo>* regions = nullptr;
  // The square of the king in check; empty: none.
  std::string check;
  // Short lines about the state beside the board (running count, …).
  std::vector<std::string> notes;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_BOARD_VIEW_H_
