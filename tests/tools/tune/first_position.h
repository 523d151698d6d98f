#ifndef ARBITER_TESTS_TOOLS_TUNE_FIRST_POSITION_H_
#define ARBITER_TESTS_TOOLS_TUNE_FIRST_POSITION_H_

#include "core/variants/chpok/board/rules.h"
#include "core/variants/chpok/home_row.h"

namespace arbiter::tune {

// Returns the first position of a game without special options, in which self-play begins.
template <typename R>
typename R::Position FirstPosition(const R& rules) {
  return *rules.ParseFen(R::Info().start_fen);
}
inline chpok::Position FirstPosition(const chpok::BoardRules& /*rules*/) {
  const chpok::Features features;
  return chpok::StartPosition(features, chpok::HomeRow::DefaultFor(features.width));
}

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TOOLS_TUNE_FIRST_POSITION_H_
