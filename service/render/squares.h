#ifndef ARBITER_SERVICE_RENDER_SQUARES_H_
#define ARBITER_SERVICE_RENDER_SQUARES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/board_view.h"

namespace arbiter {

// A square by its file and rank, counted from 0.
struct BoardPoint {
  int file;
  int rank;
};

// Returns std::nullopt if the text is not a square of the board.
std::optional<BoardPoint> FindSquare(const BoardView& view, std::string_view square);

// Returns, for each index into view.cells, whether the square is in the list.
std::vector<bool> MarkSquares(const BoardView& view, const std::vector<std::string>& squares);

// Returns, for each index into view.cells, whether the square is in a region with this shape.
std::vector<bool> MarkRegion(const BoardView& view, std::string_view shape);

inline int CellIndex(const BoardView& view, BoardPoint point) {
  return point.rank * view.files + point.file;
}

inline const BoardView::Cell& CellAt(const BoardView& view, BoardPoint point) {
  return view.cells[CellIndex(view, point)];
}

// Returns the letter of the piece, in upper case for White and in lower case for Black, or that of
// the object, or `?`; 0 if the square is empty.
char FenLetter(const BoardView::Cell& cell);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SQUARES_H_
