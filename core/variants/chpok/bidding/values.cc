// Written by `arbiter_bid_values --games 6000 --nodes 100 --seed 1`.
#include "core/variants/chpok/bidding/values.h"

namespace arbiter::chpok {

// clang-format off
const std::array<int, BidTerms::kCount> kBidWeights = {
    10, 10, 17, -12, 0,  // width 6 to 10
    -17, -1, 6,  // moves 10, 20, 40
    5, -19, -15, -15, -16, -5, -44,  // points for P, R, N, B, D, Q, K
    -1,  // castlings
    10, -19, 1, 12, -9, -8, -17, -1, 3, 7, 7,  // hill to noenpassant
    3, 29, 0, -23, -18, 7, 2,  // row: K, Q, R, B, D, N, P
};

constexpr KnownFeatures kKnown[] = {
    {"moves=10,points=0000090", 18},  // 0.54875 in 800 games
    {"moves=10,points=0000009", 8},  // 0.528125 in 800 games
    {"width=6,backpawn", 26},  // 0.568125 in 800 games
    {"width=6,newborn", 18},  // 0.5475 in 800 games
    {"width=7,cruel", 12},  // 0.53 in 800 games
    {"points=0000009,racing", -66},  // 0.3375 in 800 games
    {"points=0000009,hill", -67},  // 0.3325 in 800 games
    {"points=0000009,castlings=0", -66},  // 0.33625 in 800 games
    {"width=9,points=0000009", -102},  // 0.258125 in 800 games
    {"width=10,points=0000009", -102},  // 0.25625 in 800 games
};
// clang-format on

const std::span<const KnownFeatures> kKnownFeatures = kKnown;

}  // namespace arbiter::chpok
