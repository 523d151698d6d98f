#ifndef ARBITER_TESTS_PLAIN_CHPOK_PERFT_H_
#define ARBITER_TESTS_PLAIN_CHPOK_PERFT_H_

#include <cstdint>

#include "tests/plain_chpok/position.h"

namespace arbiter::testing::plain_chpok {

// How many sequences of `depth` actions there are from a position, `undo` and claims not among
// them (C12).
uint64_t Perft(const Position& position, int depth);

}  // namespace arbiter::testing::plain_chpok

#endif  // ARBITER_TESTS_PLAIN_CHPOK_PERFT_H_
