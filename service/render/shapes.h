#ifndef ARBITER_SERVICE_RENDER_SHAPES_H_
#define ARBITER_SERVICE_RENDER_SHAPES_H_

#include <span>
#include <string_view>

namespace arbiter {

// The drawing of a piece: SVG elements in a box of 100 by 100 units. They
// inherit `fill` (the body), `stroke` (its outline) and `color` (inner lines and
// marks) from where they are placed, so one drawing serves both sides.
struct Shape {
  // PieceInfo::shape.
  std::string_view name;
  std::string_view body;
};

// khun, met, khon, ma, ruea, bia: turned wooden figures and a cowrie shell.
std::span<const Shape> MakrukShapes();

// king, divine-king, jaguar, quetzal, shaman, vulture, serpent, pawn, warrior,
// offering: carved Mayan figures.
std::span<const Shape> ChakShapes();

// Null for a name that has no drawing; such a piece is shown by its letter.
const Shape* FindShape(std::string_view name);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_SHAPES_H_
