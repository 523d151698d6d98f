#ifndef ARBITER_CORE_RULES_BOARD_VIEW_H_
#define ARBITER_CORE_RULES_BOARD_VIEW_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/color.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// A short text about a state for people: a sentence, or a line such as `Time control: 5+3`.
struct Note {
  std::string text;
  // Whether the note also stands below pictures of the board.
  bool in_picture = false;
};

// The contents of a picture of a position, independent of the variant and of the output format.
struct BoardView {
  // A square with a piece, an object or neither; never with both.
  struct Cell {
    // The capital letter of the piece; 0 if there is none.
    char letter = 0;
    Color color = Color::kWhite;
    // The name of the drawing of the piece (PieceInfo::shape) or of the object (ObjectInfo::shape);
    // empty if there is neither.
    std::string_view shape;
    // The lower-case FEN letter of the object; 0 if there is none.
    char object = 0;
    // Whether the piece is a promoted one and is shown as such.
    bool promoted = false;
    // Whether the piece cannot move now. Its letter is still that of its kind.
    bool immobilised = false;
    // Whether the piece is hidden from the other side. Its letter is the FEN letter of a hidden
    // piece.
    bool hidden = false;
    // Whether a piece left this square for an unknown square. The cell then shows nothing else.
    bool unknown = false;
    // The piece as VariantInfo lists it, in PieceInfo::letter or MarkedPieceInfo::letters. This can
    // differ from `letter`. Empty if there is no piece.
    std::string_view piece = {};
  };
  int files = 0;
  int ranks = 0;
  // One cell for each of the files * ranks squares, in the order a1, b1, …, a2, ….
  std::vector<Cell> cells;
  // The marked areas, including those that the game's options add. They have static storage
  // duration.
  const std::vector<RegionInfo>* regions = nullptr;
  // The square of the king in check; empty if there is none.
  std::string check;
  // The lines below the board, as returned by Game::Captions().
  std::vector<std::string> captions;
};

// Adds the pieces of `board` to `view`, which must be at least as wide. The board's enum of piece
// kinds must be in the order of VariantInfo::pieces.
template <typename Board>
void DrawPieces(const VariantInfo& info, const Board& board, BoardView* view) {
  for (const auto square : board.Occupied()) {
    const auto piece = *board.At(square);
    const PieceInfo& kind = info.pieces[static_cast<size_t>(piece.kind)];
    const int index = square.rank() * view->files + square.file();
    BoardView::Cell& cell = view->cells[static_cast<size_t>(index)];
    cell.letter = kind.letter;
    cell.piece = std::string_view(&kind.letter, 1);
    cell.color = piece.color;
    cell.shape = kind.shape;
  }
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_BOARD_VIEW_H_
