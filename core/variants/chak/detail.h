#ifndef ARBITER_CORE_VARIANTS_CHAK_DETAIL_H_
#define ARBITER_CORE_VARIANTS_CHAK_DETAIL_H_

#include <cstdint>

namespace arbiter::chak {

// What a Chak state has beside the board (K16).
struct Detail {
  // Since the last capture or promotion.
  uint32_t quiet_plies = 0;
  // Quiet plies until a draw may be claimed; 0: now.
  uint32_t plies_until_claim = 0;
};

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_DETAIL_H_
