// Written by `arbiter_bid_values --games 6000 --nodes 80 --seed 1`.
#include "core/variants/chpok/bid_values.h"

namespace arbiter::chpok {

// clang-format off
const std::array<int, BidTerms::kCount> kBidWeights = {
    -1, -11, 0, -9, -3,  // width 6 to 10
    -7, 8, 1,  // moves 10, 20, 40
    -10, -21, -22, -1, 6, -5, -35,  // points for P, R, N, B, D, Q, K
    0,  // castlings
    5, -17, -3, 5, -10, 14, -20, -2, 2, 14, 5,  // hill to noenpassant
    -6, 26, 10, -10, -18, -6, 4,  // row: K, Q, R, B, D, N, P
};

constexpr KnownFeatures kKnown[] = {
    {"moves=10,points=0000090", 34},  // 0.5925 in 600 games
    {"points=0000090,superqueen", -12},  // 0.468333 in 600 games
    {"moves=10,newborn", -18},  // 0.456667 in 600 games
    {"moves=40,points=0000090", 29},  // 0.5775 in 600 games
    {"points=0000009,racing", -56},  // 0.361667 in 600 games
    {"points=0000009,backpawn", -75},  // 0.311667 in 600 games
    {"points=0000009,hill", -57},  // 0.356667 in 600 games
    {"width=9,points=0000009", -110},  // 0.2375 in 600 games
    {"width=6", 21},  // 0.556667 in 600 games
    {"width=7", -6},  // 0.485 in 600 games
    {"-", 19},  // 0.551667 in 600 games
    {"width=9", -27},  // 0.430833 in 600 games
    {"width=10", -8},  // 0.478333 in 600 games
};
// clang-format on

const std::span<const KnownFeatures> kKnownFeatures = kKnown;

}  // namespace arbiter::chpok
