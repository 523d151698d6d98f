#ifndef ARBITER_SERVICE_RENDER_SHAPES_H_
#define ARBITER_SERVICE_RENDER_SHAPES_H_

#include <span>
#include <string_view>

namespace arbiter {

// The drawing of a piece or an object: SVG elements in a box of 100 by 100 units. They
// inherit `fill` (the body), `stroke` (its outline) and `color` (inner lines and
// marks) from where they are placed, so one drawing serves both sides;
// objects belong to no side and bring their own fills.
struct Shape {
  // PieceInfo::shape.
  std::string_view name;
  std::string_view body;
};

// All drawings by name, made at build time from pieces/*.svg (see pieces/README.md).
std::span<const Shape> Shapes();

// Null for a name that has no drawing; what it stands for is shown by its letter.
inline const Shape* FindShape(std::string_view name) {
  for (const Shape& shape : Shapes()) {
    if (shape.name == name) return &shape;
  }
  return nullptr;
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SHAPES_H_
