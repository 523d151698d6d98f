#ifndef ARBITER_CORE_VARIANTS_MAKRUK_DETAIL_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_DETAIL_H_

#include <cstdint>
#include <optional>

#include "core/rules/outcome.h"

namespace arbiter::makruk {

// Option `counting` (M5). Same numbers as `arbiter.v1.Counting`.
enum class CountingMode : uint8_t { kAuto = 1, kManual = 2, kNone = 3 };

// What a Makruk state has beside the board.
struct Detail {
  CountingMode mode = CountingMode::kAuto;
  // The running count.
  std::optional<CountStatus> counting;
};

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_DETAIL_H_
