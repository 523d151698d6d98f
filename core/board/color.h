#ifndef ARBITER_CORE_BOARD_COLOR_H_
#define ARBITER_CORE_BOARD_COLOR_H_

#include <cstdint>

namespace arbiter {

// The colour of a side. Black moves second, whatever a variant calls it (ruling C1).
enum class Color : uint8_t { kWhite = 0, kBlack = 1 };

constexpr Color operator!(Color color) {
  return color == Color::kWhite ? Color::kBlack : Color::kWhite;
}

constexpr int Index(Color color) { return static_cast<int>(color); }

}  // namespace arbiter

#endif  // ARBITER_CORE_BOARD_COLOR_H_
