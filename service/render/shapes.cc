#include "service/render/shapes.h"

namespace arbiter {

const Shape* FindShape(std::string_view name) {
  for (const std::span<const Shape> shapes :
       {MakrukShapes(), ChakShapes(), ChessShapes(), ChpokShapes(), ObjectShapes()}) {
    for (const Shape& shape : shapes) {
      if (shape.name == name) return &shape;
    }
  }
  return nullptr;
}

}  // namespace arbiter
