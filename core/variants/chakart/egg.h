#ifndef ARBITER_CORE_VARIANTS_CHAKART_EGG_H_
#define ARBITER_CORE_VARIANTS_CHAKART_EGG_H_

#include <cstdint>
#include <string_view>

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

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_EGG_H_
