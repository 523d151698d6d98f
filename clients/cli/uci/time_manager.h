#ifndef ARBITER_CLIENTS_CLI_UCI_TIME_MANAGER_H_
#define ARBITER_CLIENTS_CLI_UCI_TIME_MANAGER_H_

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "arbiter/v1/analysis_service.pb.h"

namespace arbiter::cli {

// The time for one move of a game with clocks.
struct ThinkingTime {
  // The time that a usual move deserves.
  std::chrono::milliseconds optimum{1};
  // The time after which the move must be made; at least `optimum`.
  std::chrono::milliseconds maximum{1};
};

// Returns the time for the next move of a player with `clock` left, who receives `increment` after
// the move. `moves_to_go` is the number of moves until the clock is refilled; std::nullopt if that
// never happens. The maximum is at least 1 ms, and otherwise leaves at least `overhead` on the
// clock.
ThinkingTime AllotTime(std::chrono::milliseconds clock, std::chrono::milliseconds increment,
                       std::optional<int64_t> moves_to_go, std::chrono::milliseconds overhead);

// Decides after each depth of a search whether another one is worth its time. A move that has just
// become the best, or whose score falls, deserves more than the optimum; one that has been the best
// for several depths deserves less.
class TimeManager {
 public:
  // `has_choice` is whether more than one move can be played. If not, the second depth ends the
  // search, as only the expected reply is of interest.
  TimeManager(const ThinkingTime& time, bool has_choice) : time_(time), has_choice_(has_choice) {}

  std::chrono::milliseconds maximum() const { return time_.maximum; }

  // Takes note of a report of the search: its depth, its best move, and the score of that move.
  // Returns whether the search should stop, given the time since its player's clock began to run.
  bool EndsSearch(uint32_t depth, const std::string& best_move, const v1::Score& score,
                  std::chrono::milliseconds elapsed);

 private:
  // Returns the time that the position deserves, as a multiple of the optimum.
  double Scale(double expectation) const;

  const ThinkingTime time_;
  const bool has_choice_;
  // The latest depth, and its best move.
  uint32_t depth_ = 0;
  std::string best_move_;
  // The number of depths since `best_move_` became the best.
  int stable_depths_ = 0;
  // The expectations of the latest depths, from 0 to 1.
  std::deque<double> expectations_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_TIME_MANAGER_H_
