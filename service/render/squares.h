#ifndef ARBITER_SERVICE_RENDER_SQUARES_H_
#define ARBITER_SERVICE_RENDER_SQUARES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/board_view.h"

namespace arbiter {

// File and rank from 0.
struct BoardPoint {
  int file;
  int rank;
};

// None for a text that is no square of the board.
std::optional<BoardPoint> FindSquare(const BoardView& view, std::string_view square);

// By index into view.cells: whether the square is in the list.
std::vector<bool> MarkSquares(const BoardView& view, const std::vector<std::string>& squares);

// The same for all regions of a kind.
std::vector<bool> MarkRegion(const BoardView& view, RegionInfo::Kind kind);

inline int CellIndex(const BoardView& view, BoardPoint point) {
  return point.rank * view.files + point.file;
}

inline const BoardView::Cell& CellAt(const BoardView& view, BoardPoint point) {
  return view.cells[CellIndex(view, point)];
}

// What the square shows: a piece's letter, upper case for White and lower case
// for Black, an object's letter, or `?`; 0 for nothing.
char FenLetter(const BoardView::Cell& cell);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SQUARES_H_
