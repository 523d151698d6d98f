#ifndef ARBITER_SERVICE_RENDER_SHAPES_H_
#define ARBITER_SERVICE_RENDER_SHAPES_H_

#include <span>
#include <string_view>

namespace arbiter {

// The drawing of a piece or an object: SVG elements in a box of 100 by 100 units. They inherit
// `fill` (the body), `stroke` (its outline) and `color` (inner lines and marks) from the element
// around them, so that one drawing serves both sides. Objects belong to neither side and have their
// own fills.
struct Shape {
  // PieceInfo::shape.
  std::string_view name;
  std::string_view body;
};

// Returns all drawings, sorted by name. Generated at build time from pieces/*.svg (see
// pieces/README.md).
std::span<const Shape> Shapes();

// Returns nullptr if no drawing has this name; the piece or object is then shown by its letter.
inline const Shape* FindShape(std::string_view name) {
  for (const Shape& shape : Shapes()) {
    if (shape.name == name) return &shape;
  }
  return nullptr;
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SHAPES_H_
