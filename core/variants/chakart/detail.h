#ifndef ARBITER_CORE_VARIANTS_CHAKART_DETAIL_H_
#define ARBITER_CORE_VARIANTS_CHAKART_DETAIL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/board/color.h"

namespace arbiter::chakart {

// What a Chakart state has beside the pieces.
struct Detail {
  // Rights that are unused, by colour (H6, H7).
  bool shell[2] = {};
  bool stealth[2] = {};
  // Forced passes in a row (H18).
  uint32_t passes = 0;
  // Actions made in this turn (H22).
  uint32_t action = 0;
  // Squares and FEN letters of the objects, in the order a1, b1, ….
  std::vector<std::pair<std::string, char>> objects;
  // Squares of the immobilised pieces, in the same order.
  std::vector<std::string> immobilised;
  // Whose queen is hidden (H23).
  std::optional<Color> hidden;
  // Where she stands; empty for those who may not know.
  std::string hidden_square;
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_DETAIL_H_
