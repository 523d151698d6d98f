#ifndef ARBITER_CORE_VARIANTS_CHAKART_EGG_H_
#define ARBITER_CORE_VARIANTS_CHAKART_EGG_H_

#include <cstdint>
#include <string_view>

#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// What an egg can hold, in the order of the candidates (H13).
enum class Egg : uint8_t {
  kKingBoo,
  kKoopa,
  kToadette,
  kChomp,
  kDaisy,
  kBowser,
  kLuigi,
  kWaluigi,
};
inline constexpr int kEggs = 8;

// By the numbers of Egg.
inline constexpr std::string_view kEggNames[kEggs] = {"kingboo", "koopa",  "toadette", "chomp",
                                                      "daisy",   "bowser", "luigi",    "waluigi"};

// What Toadette brings, in the order of the candidates (H13).
inline constexpr int kGiftCount = 5;
inline constexpr Kind kGifts[kGiftCount] = {Kind::kQueen, Kind::kRook, Kind::kKnight, Kind::kBishop,
                                            Kind::kKing};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_EGG_H_
