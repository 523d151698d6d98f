#ifndef ARBITER_CORE_VARIANTS_CHAK_DETAIL_H_
#define ARBITER_CORE_VARIANTS_CHAK_DETAIL_H_

#include <cstdint>

namespace arbiter::chak {

// What a Chak state has beside the board (K16).
struct Detail {
  uint32_t plies_since_capture = 0;
  // Plies without a capture until a draw may be claimed; 0: now.
  uint32_t plies_until_claim = 0;
};

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_DETAIL_H_
