#ifndef ARBITER_TESTS_TOOLS_TUNE_BID_VALUES_GAMES_H_
#define ARBITER_TESTS_TOOLS_TUNE_BID_VALUES_GAMES_H_

#include <cstdint>

#include "core/variants/chpok/features.h"
#include "core/variants/chpok/home_row.h"

namespace arbiter::tune {

// The features and the home row of a game.
struct BidSetting {
  chpok::Features features;
  chpok::HomeRow row;
};

// Returns the features with the default row of their width.
BidSetting DefaultSetting(const chpok::Features& features);
// Chooses the width, the row and every feature independently at random. Half of the rows and most
// features keep their defaults, so that about two features differ from them.
BidSetting RandomSetting(uint64_t seed);

// Lets Chpok's search play against itself with about `nodes` nodes per move, after one random move
// of each side, and returns White's score: 1, 1/2 or 0. Claims are made automatically, and points
// decide after 150 moves.
double PlayForWhite(const BidSetting& setting, uint64_t nodes, uint64_t seed);

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TOOLS_TUNE_BID_VALUES_GAMES_H_
