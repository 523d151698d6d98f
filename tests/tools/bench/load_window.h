#ifndef ARBITER_TESTS_TOOLS_BENCH_LOAD_WINDOW_H_
#define ARBITER_TESTS_TOOLS_BENCH_LOAD_WINDOW_H_

#include <chrono>

#include "tests/tools/bench/load.h"

namespace arbiter::bench {

// Chooses the exchanges in turn, checks their responses and counts those within the measurement.
class LoadWindow {
 public:
  using Clock = std::chrono::steady_clock;

  // `workload` and `options` must outlive the window. The warm-up begins now.
  LoadWindow(const Workload& workload, const LoadOptions& options);

  // Returns the index of the next exchange, beginning again after the last one.
  size_t Next();
  // Counts a response that arrived at `now`, and ends the program if the response is wrong.
  // `latency_us` is nullptr on streams. `same` returns whether the response has the expected bytes,
  // and is called only for the first successful response of an exchange.
  template <typename IsSame>
  void Count(size_t exchange, int status, size_t bytes, const float* latency_us,
             Clock::time_point now, const IsSame& same) {
    const size_t expected = workload_.exchanges[exchange].response.size();
    if (status == 0 && bytes != expected) DieOfWrongResponse(exchange);
    if (status == 0 && !compared_[exchange]) {
      if (!same()) DieOfWrongResponse(exchange);
      compared_[exchange] = true;
    }
    Advance(now);
    if (!open_) return;
    ++counted_;
    ++result_.statuses[status];
    result_.request_bytes += static_cast<int64_t>(workload_.exchanges[exchange].request.size());
    result_.response_bytes += static_cast<int64_t>(bytes);
    if (latency_us != nullptr) result_.latencies_us.push_back(*latency_us);
  }
  // Whether the measurement has ended, so that no more requests should be sent.
  bool over() const { return over_; }
  // Moves the result out of the window. The result is complete once over() is true.
  LoadResult Take() { return std::move(result_); }

 private:
  [[noreturn]] void DieOfWrongResponse(size_t exchange) const;
  // Starts the measurement after the warm-up, and ends it after its duration.
  void Advance(Clock::time_point now);

  const Workload& workload_;
  const LoadOptions& options_;
  LoadResult result_;
  // Whether a response of each exchange has been compared with the expected one.
  std::vector<bool> compared_;
  size_t next_ = 0;
  // The number of responses in the result.
  int64_t counted_ = 0;
  Clock::time_point begin_;
  bool open_ = false;
  bool over_ = false;
};

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_LOAD_WINDOW_H_
