#ifndef ARBITER_CORE_VARIANTS_CHPOK_POINT_HISTORY_H_
#define ARBITER_CORE_VARIANTS_CHPOK_POINT_HISTORY_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/board/color.h"

namespace arbiter::chpok {

// Moves that a claim looks back (P18).
inline constexpr int kClaimMoves = 20;

// The last known d(k): White's points minus Black's after Black's k-th move (P18).
class PointHistory {
 public:
  static constexpr int kCapacity = kClaimMoves + 1;

  // After one more move of Black.
  void Push(int lead) {
    if (size_ == kCapacity) {
      std::copy(leads_.begin() + 1, leads_.end(), leads_.begin());
      --size_;
    }
    leads_[static_cast<size_t>(size_++)] = lead;
  }

  int size() const { return size_; }
  // The newest is 0 steps back; fewer than size() steps.
  int Back(int steps) const { return leads_[static_cast<size_t>(size_ - 1 - steps)]; }

  // For how many of the newest d(k), at most kClaimMoves, points were level.
  int LevelRun() const {
    int run = 0;
    while (run < std::min(size_, kClaimMoves) && Back(run) == 0) ++run;
    return run;
  }
  // For how many of the newest steps the lead has not fallen from this player's view.
  int SteadyRun(Color player) const {
    int run = 0;
    while (run + 1 < size_ && StepFor(player, run) >= 0) ++run;
    return run;
  }
  // What the lead gained for a player in the step that ended `steps` back.
  int StepFor(Color player, int steps) const {
    const int step = Back(steps) - Back(steps + 1);
    return player == Color::kWhite ? step : -step;
  }

  bool operator==(const PointHistory& other) const {
    return size_ == other.size_ &&
           std::equal(leads_.begin(), leads_.begin() + size_, other.leads_.begin());
  }

 private:
  int size_ = 0;
  std::array<int, kCapacity> leads_ = {};
};

// `0*3,2,5*4`; empty for an empty history.
std::string FormatHistory(const PointHistory& history);
// None where the text is no list of 1 to PointHistory::kCapacity numbers up to `most`.
std::optional<PointHistory> ParseHistory(std::string_view text, int most);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_POINT_HISTORY_H_
