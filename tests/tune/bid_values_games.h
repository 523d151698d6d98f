#ifndef ARBITER_TESTS_TUNE_BID_VALUES_GAMES_H_
#define ARBITER_TESTS_TUNE_BID_VALUES_GAMES_H_

#include <cstdint>

#include "core/variants/chpok/features.h"
#include "core/variants/chpok/home_row.h"

namespace arbiter::tune {

// What a game is played with.
struct BidSetting {
  chpok::Features features;
  chpok::HomeRow row;
};

// The features on their width's default row.
BidSetting DefaultSetting(const chpok::Features& features);
// Width, row and every feature are drawn by themselves; half of the rows and most features are the
// default ones, so that about two differ from it.
BidSetting RandomSetting(uint64_t seed);

// White's score, 1, 1/2 or 0, in a game of Chpok's search against itself with about `nodes` nodes
// a move, from one random move of each side on. Whoever may claim does; after 150 moves the points
// decide.
double PlayForWhite(const BidSetting& setting, uint64_t nodes, uint64_t seed);

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TUNE_BID_VALUES_GAMES_H_
