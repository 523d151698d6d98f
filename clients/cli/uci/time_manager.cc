#include "clients/cli/uci/time_manager.h"

#include <algorithm>
#include <numeric>

namespace arbiter::cli {
namespace {

using std::chrono::milliseconds;

// The number of moves for which the time on the clock is budgeted; `movestogo` can only lower it.
constexpr int64_t kMaxMovesToGo = 25;
// The fraction of the increment that is spent on the move before it.
constexpr double kIncrementFraction = 0.9;
// The largest fraction of the clock that one move may take.
constexpr double kMaxClockFraction = 0.8;
// The fraction by which the maximum exceeds the optimum for each move that is budgeted. The fewer
// moves share the clock, the less one of them may take from the others.
constexpr double kMaxExcessPerMove = 0.1;
// The longest search of a server with default limits.
constexpr milliseconds kMaxThinkingTime(600'000);

// The scale of the optimum for a best move that is new, how much less it is for each depth that
// confirms the move, and the least it can be.
constexpr double kNewMoveScale = 1.75;
constexpr double kConfirmedDepthScale = 0.2;
constexpr double kStableMoveScale = 0.75;
// The number of depths whose mean expectation the latest one is compared with.
constexpr size_t kComparedDepths = 3;
// The fall of the expectation that deserves the most additional time, and that time as a fraction.
constexpr double kLargeFall = 0.04;
constexpr double kLargeFallTime = 0.7;
// Each depth takes nearly half as long as all before it together (docs/engine.md), so that the next
// one is unlikely to be completed in time once this fraction is used up.
constexpr double kLastDepthFraction = 0.7;

}  // namespace

ThinkingTime AllotTime(milliseconds clock, milliseconds increment,
                       std::optional<int64_t> moves_to_go, milliseconds overhead) {
  const double usable = std::max(static_cast<double>((clock - overhead).count()), 1.0);
  const auto moves = static_cast<double>(
      std::clamp<int64_t>(moves_to_go.value_or(kMaxMovesToGo), 1, kMaxMovesToGo));
  const double bonus = std::max(static_cast<double>(increment.count()), 0.0) * kIncrementFraction;
  const double optimum = usable / moves + bonus;
  const double maximum =
      std::min({optimum * (1 + moves * kMaxExcessPerMove), usable * kMaxClockFraction,
                static_cast<double>(kMaxThinkingTime.count())});
  const auto rounded = [](double time) {
    return std::max(milliseconds(static_cast<int64_t>(time)), milliseconds(1));
  };
  return {.optimum = rounded(std::min(optimum, maximum)), .maximum = rounded(maximum)};
}

bool TimeManager::EndsSearch(uint32_t depth, const std::string& best_move, const v1::Score& score,
                             milliseconds elapsed) {
  if (!has_choice_) return depth > 1;
  // A depth is reported again when its result is proven, and the first one also before it is
  // complete.
  if (depth <= depth_) return false;
  stable_depths_ = best_move == best_move_ ? stable_depths_ + 1 : 0;
  depth_ = depth;
  best_move_ = best_move;
  const double expectation = score.win_probability() + score.draw_probability() / 2;
  const double deserved = static_cast<double>(time_.optimum.count()) * Scale(expectation);
  expectations_.push_back(expectation);
  if (expectations_.size() > kComparedDepths) expectations_.pop_front();
  return depth > 1 && static_cast<double>(elapsed.count()) >= deserved * kLastDepthFraction;
}

double TimeManager::Scale(double expectation) const {
  const double stability =
      std::max(kNewMoveScale - stable_depths_ * kConfirmedDepthScale, kStableMoveScale);
  if (expectations_.empty()) return stability;
  const double mean = std::accumulate(expectations_.begin(), expectations_.end(), 0.0) /
                      static_cast<double>(expectations_.size());
  const double fall = std::clamp(mean - expectation, 0.0, kLargeFall);
  return stability * (1 + fall / kLargeFall * kLargeFallTime);
}

}  // namespace arbiter::cli
