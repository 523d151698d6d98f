#ifndef ARBITER_TESTS_BENCH_LOAD_WINDOW_H_
#define ARBITER_TESTS_BENCH_LOAD_WINDOW_H_

#include <chrono>

#include "tests/bench/load.h"

namespace arbiter::bench {

// The exchanges in turn, and what is counted of their answers.
class LoadWindow {
 public:
  using Clock = std::chrono::steady_clock;

  // Both outlive the window. The warm-up begins now.
  LoadWindow(const Workload& workload, const LoadOptions& options);

  // The number of the exchange that is next.
  size_t Next();
  // Notes an answer to an exchange that came now, `latency_us` where it has one. `same`: whether it
  // is the expected one, asked only where that is to be compared.
  template <typename IsSame>
  void Count(size_t exchange, int status, size_t bytes, const float* latency_us,
             Clock::time_point now, const IsSame& same) {
    const size_t expected = workload_.exchanges[exchange].response.size();
    if (status == 0 && bytes != expected) RefuseAnswer(exchange);
    if (status == 0 && !compared_[exchange]) {
      if (!same()) RefuseAnswer(exchange);
      compared_[exchange] = true;
    }
    Advance(now);
    if (!open_) return;
    ++result_.statuses[status];
    result_.request_bytes += static_cast<int64_t>(workload_.exchanges[exchange].request.size());
    result_.response_bytes += static_cast<int64_t>(bytes);
    if (latency_us != nullptr) result_.latencies_us.push_back(*latency_us);
  }
  // Nothing more is to be asked.
  bool over() const { return over_; }
  // Once it is over.
  LoadResult Take() { return std::move(result_); }

 private:
  [[noreturn]] void RefuseAnswer(size_t exchange) const;
  // Opens and ends the measurement when it is time.
  void Advance(Clock::time_point now);

  const Workload& workload_;
  const LoadOptions& options_;
  LoadResult result_;
  // Exchanges whose answer was compared.
  std::vector<bool> compared_;
  size_t next_ = 0;
  Clock::time_point begin_;
  bool open_ = false;
  bool over_ = false;
};

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_LOAD_WINDOW_H_
