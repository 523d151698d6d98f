#ifndef ARBITER_CORE_VARIANTS_CHPOK_INFO_H_
#define ARBITER_CORE_VARIANTS_CHPOK_INFO_H_

#include "core/rules/outcome.h"
#include "core/rules/roles.h"
#include "core/rules/variant_info.h"

namespace arbiter::chpok {

// The ends that only Chpok has (P17, P18, P20), and the area that the feature `hill` marks (P20).
inline constexpr Termination kHillEnd{5};
inline constexpr Termination kRacingEnd{6};
inline constexpr Termination kPointsEnd{7};
inline constexpr Termination kDrawClaimedEnd{15};
inline constexpr Termination kWinClaimedEnd{16};
inline constexpr RegionKind kHillRegion = {4};

// Returns the description of the variant, which both phases share.
const VariantInfo& ChpokInfo();

// The names of the players until the bidding has decided who plays White (P1).
inline constexpr Roles kBidders({"challenger", "opponent"}, {"the Challenger", "the Opponent"},
                                {{{"Challenger", "挑战者", "ผู้ท้าชิง"},
                                  {"Opponent", "应战者", "คู่ต่อสู้"}}},
                                Result::kFirstPlayerWins, Result::kSecondPlayerWins);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_INFO_H_
