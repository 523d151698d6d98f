#include "service/render/squares.h"

#include "absl/strings/ascii.h"

namespace arbiter {

std::optional<BoardPoint> FindSquare(const BoardView& view, std::string_view square) {
  if (square.size() != 2) return std::nullopt;
  const int file = square[0] - 'a';
  const int rank = square[1] - '1';
  if (file < 0 || file >= view.files || rank < 0 || rank >= view.ranks) return std::nullopt;
  return BoardPoint{file, rank};
}

std::vector<bool> MarkSquares(const BoardView& view, const std::vector<std::string>& squares) {
  std::vector<bool> marked(view.cells.size());
  for (const std::string& square : squares) {
    if (const auto point = FindSquare(view, square)) marked[CellIndex(view, *point)] = true;
  }
  return marked;
}

std::vector<bool> MarkRegion(const BoardView& view, std::string_view shape) {
  std::vector<std::string> squares;
  if (view.regions != nullptr) {
    for (const RegionInfo& region : *view.regions) {
      if (region.kind.shape == shape) {
        squares.insert(squares.end(), region.squares.begin(), region.squares.end());
      }
    }
  }
  return MarkSquares(view, squares);
}

char FenLetter(const BoardView::Cell& cell) {
  if (cell.letter == 0) return cell.unknown ? '?' : cell.object;
  return cell.color == Color::kWhite ? cell.letter : absl::ascii_tolower(cell.letter);
}

}  // namespace arbiter
