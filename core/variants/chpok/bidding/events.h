#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_EVENTS_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_EVENTS_H_

#include "core/rules/event.h"

namespace arbiter::chpok {

// The events that only Chpok's bidding has.
inline constexpr EventKind kBidEvent = {
    39, {"{player} bids on {target}{outcome}.", "{player}对{target}出价{outcome}。"}};
inline constexpr EventKind kDrawnEvent = {
    40, {"Random draw for {target}{outcome}.", "抽签决定{target}{outcome}。"}};
inline constexpr EventKind kBiddingOverEvent = {41, {"The bidding is over.", "竞价结束。"}};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_EVENTS_H_
