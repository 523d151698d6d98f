#include "core/search/expectation.h"

#include <cmath>

namespace arbiter {

ExpectationScale::ExpectationScale(const WinScale& scale) : scale_(scale) {
  for (int lead = 0; lead <= kMaxCentipawns; ++lead) {
    const double chance = 1 / (1 + std::exp(-static_cast<double>(lead) / scale.slope));
    values_[lead] = static_cast<int16_t>(std::lround(kMaxEval * (2 * chance - 1)));
  }
}

int ExpectationScale::CentipawnsOf(Value value) const {
  const Value size = value < 0 ? -value : value;
  const auto* place = std::lower_bound(values_.begin(), values_.end(), size);
  const auto lead = std::min(static_cast<int>(place - values_.begin()), kMaxCentipawns);
  return value < 0 ? -lead : lead;
}

Score ExpectationScale::ScoreOf(Value value) const {
  if (!IsProven(value)) return arbiter::ScoreOf(CentipawnsOf(value), scale_);
  // The winner makes every other turn and the last one.
  const int turns = kWin - (value > 0 ? value : -value);
  return ProvenScore(value > 0, std::max((turns + 1) / 2, 1));
}

}  // namespace arbiter
