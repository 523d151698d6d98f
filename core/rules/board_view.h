#ifndef ARBITER_CORE_RULES_BOARD_VIEW_H_
#define ARBITER_CORE_RULES_BOARD_VIEW_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/color.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// What a picture of a position shows; knows no rules and no screen.
struct BoardView {
  // A piece, an object or neither; never both.
  struct Cell {
    // Capital letter of the piece, or 0 for none.
    char letter = 0;
    Color color = Color::kWhite;
    // Drawing of the piece (PieceInfo::shape) or of the object, whose name it also is; empty
    // without either.
    std::string_view shape;
    // Lower-case FEN letter of the object, or 0 for none.
    char object = 0;
    // The piece was promoted, and is shown as such.
    bool promoted = false;
    // The piece cannot move now. Its letter is that of its kind all the same.
    bool immobilised = false;
    // The other side cannot see the piece. Its letter is the one that a FEN has for a piece in
    // hiding.
    bool hidden = false;
    // Nothing is shown but that a piece left from here, to where is not known.
    bool unknown = false;
    // The piece as the variant lists it, whatever its letter: PieceInfo::letter or
    // MarkedPieceInfo::letters; empty for none.
    std::string_view piece = {};
  };
  int files = 0;
  int ranks = 0;
  // In the order a1, b1, …, a2, …; files * ranks of them.
  std::vector<Cell> cells;
  // The marked areas, with those that come with the game's options. They have static storage
  // duration.
  const std::vector<RegionInfo>* regions = nullptr;
  // The square of the king in check; empty: none.
  std::string check;
  // Short lines about the state beside the board (running count, …).
  std::vector<std::string> notes;
};

// Draws the pieces of `board`, whose kinds are in the order of VariantInfo::pieces, on a view that
// has at most as many files.
template <typename Board>
void DrawPieces(const VariantInfo& info, const Board& board, BoardView* view) {
  for (const auto square : board.Occupied()) {
    const auto piece = *board.At(square);
    const PieceInfo& kind = info.pieces[static_cast<size_t>(piece.kind)];
    BoardView::Cell& cell =
        view->cells[static_cast<size_t>(square.rank() * view->files + square.file())];
    cell.letter = kind.letter;
    cell.piece = std::string_view(&kind.letter, 1);
    cell.color = piece.color;
    cell.shape = kind.shape;
  }
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_BOARD_VIEW_H_
