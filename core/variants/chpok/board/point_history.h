#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_POINT_HISTORY_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_POINT_HISTORY_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/board/color.h"

namespace arbiter::chpok {

// The number of Black's moves on which a claim depends (P18).
inline constexpr int kClaimMoves = 20;

// The latest known values of d(k): White's points minus Black's after Black's k-th move (P18). The
// runs on which claims depend are updated with each move and not counted for each claim, because a
// search looks for claims in every position.
class PointHistory {
 public:
  static constexpr int kCapacity = kClaimMoves + 1;

  // Adds the value after a move by Black.
  void Push(int lead) {
    const int step = size_ > 0 ? lead - Back(0) : 0;
    const auto longer = [this](uint8_t run) {
      return static_cast<uint8_t>(std::min<int>({run + 1, size_, kClaimMoves}));
    };
    steady_runs_[0] = step < 0 ? uint8_t{0} : longer(steady_runs_[0]);
    steady_runs_[1] = step > 0 ? uint8_t{0} : longer(steady_runs_[1]);
    level_run_ = lead != 0 ? 0 : static_cast<uint8_t>(std::min(level_run_ + 1, kClaimMoves));
    newest_ = newest_ + 1 == kCapacity ? uint8_t{0} : static_cast<uint8_t>(newest_ + 1);
    leads_[newest_] = lead;
    if (size_ < kCapacity) ++size_;
  }

  int size() const { return size_; }
  // Returns the value `steps` before the newest one; `steps` must be less than size().
  int Back(int steps) const {
    const int place = newest_ - steps;
    return leads_[static_cast<size_t>(place < 0 ? place + kCapacity : place)];
  }

  // Returns the number of newest values, at most kClaimMoves, that are 0.
  int LevelRun() const { return level_run_; }
  // Returns the number of newest steps between values, at most kClaimMoves, in which this player's
  // lead has not fallen.
  int SteadyRun(Color player) const { return steady_runs_[static_cast<size_t>(Index(player))]; }

  bool operator==(const PointHistory& other) const {
    if (size_ != other.size_) return false;
    for (int steps = 0; steps < size_; ++steps) {
      if (Back(steps) != other.Back(steps)) return false;
    }
    return true;
  }

 private:
  // A ring buffer.
  std::array<int, kCapacity> leads_ = {};
  uint8_t newest_ = kCapacity - 1;
  uint8_t size_ = 0;
  uint8_t level_run_ = 0;
  std::array<uint8_t, 2> steady_runs_ = {};
};

// Appends the values from the oldest to the newest, for example `0*3,2,5*4`, in which `*` precedes
// the length of a run. Appends nothing for an empty history.
void AppendHistory(const PointHistory& history, std::string* text);
// Parses 1 to PointHistory::kCapacity values from -`max` to `max`; std::nullopt if `text` is
// anything else.
std::optional<PointHistory> ParseHistory(std::string_view text, int max);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_POINT_HISTORY_H_
