#ifndef ARBITER_TESTS_SUPPORT_DURATIONS_H_
#define ARBITER_TESTS_SUPPORT_DURATIONS_H_

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace arbiter::testing {

// How long something takes each time it is done. A test compares this with the durations of
// something else that it does in turn with it, because a busy or slow machine slows down both.
class Durations {
 public:
  // Does something and adds how long it takes.
  template <typename Work>
  void Measure(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    all_.push_back(std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - start));
  }

  // Returns the duration that a share of them, from 0 to 1, does not exceed; 0 if nothing was
  // measured.
  std::chrono::microseconds Percentile(double share) const {
    if (all_.empty()) return std::chrono::microseconds(0);
    std::vector<std::chrono::microseconds> sorted = all_;
    std::sort(sorted.begin(), sorted.end());
    const auto rank = static_cast<size_t>(share * static_cast<double>(sorted.size()));
    return sorted[std::min(rank, sorted.size() - 1)];
  }
  std::chrono::microseconds Quickest() const { return Percentile(0); }
  std::chrono::microseconds Median() const { return Percentile(0.5); }
  std::chrono::microseconds Slowest() const { return Percentile(1); }

 private:
  std::vector<std::chrono::microseconds> all_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_DURATIONS_H_
