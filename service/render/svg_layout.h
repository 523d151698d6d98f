#ifndef ARBITER_SERVICE_RENDER_SVG_LAYOUT_H_
#define ARBITER_SERVICE_RENDER_SVG_LAYOUT_H_

#include "core/board/color.h"
#include "service/render/squares.h"

namespace arbiter {

// A square's side in SVG units. Everything is placed on whole units, so no
// number in the document depends on floating point or on a locale.
inline constexpr int kCell = 100;

// Where the squares lie in the SVG.
struct SvgLayout {
  int files;
  int ranks;
  Color orientation;
  // Of the top left corner of the board.
  int left;
  int top;

  int Width() const { return files * kCell; }
  int Height() const { return ranks * kCell; }
  // Of the top left corner of a square.
  int X(int file) const {
    return left + kCell * (orientation == Color::kWhite ? file : files - 1 - file);
  }
  int Y(int rank) const {
    return top + kCell * (orientation == Color::kWhite ? ranks - 1 - rank : rank);
  }
  int CenterX(BoardPoint point) const { return X(point.file) + kCell / 2; }
  int CenterY(BoardPoint point) const { return Y(point.rank) + kCell / 2; }
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SVG_LAYOUT_H_
