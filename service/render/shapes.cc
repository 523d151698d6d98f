#include "service/render/shapes.h"

namespace arbiter {

const Shape* FindShape(std::string_view name) {
  for (const Shape& shape : Shapes()) {
    if (shape.name == name) return &shape;
  }
  return nullptr;
}

}  // namespace arbiter
