#ifndef ARBITER_SERVICE_OPS_ANSWER_METRICS_H_
#define ARBITER_SERVICE_OPS_ANSWER_METRICS_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/rules/error.h"
#include "prometheus/counter.h"
#include "prometheus/histogram.h"
#include "prometheus/registry.h"
#include "service/handlers/answer_observer.h"

namespace arbiter {

// Counts what the answers are about: variants, refusals by reason, draws and searches. All series
// are there from the start, and no more come: a variant that is not served is `unknown`.
class AnswerMetrics final : public AnswerObserver {
 public:
  explicit AnswerMetrics(prometheus::Registry* registry);

  void OnRequest(std::string_view variant) override;
  void OnRefusal(const absl::Status& status) override;
  void OnDraws(std::string_view variant, int draws) override;
  void OnSearch(const AnalysisProgress& end) override;

  // Seconds that search threads were taken.
  prometheus::Counter& analysis_seconds() { return *analysis_seconds_; }

 private:
  static constexpr size_t kReasons = static_cast<size_t>(ErrorReason::kQuotaExceeded) + 1;
  struct VariantCounters {
    std::string_view id;
    prometheus::Counter* requests;
    prometheus::Counter* draws;
  };

  const VariantCounters& CountersOf(std::string_view variant) const;

  // By the number of the reason.
  std::array<prometheus::Counter*, kReasons> refusals_;
  // `unknown` is the last.
  std::vector<VariantCounters> variants_;
  prometheus::Histogram* analysis_depth_;
  prometheus::Histogram* analysis_hash_fill_;
  prometheus::Counter* analysis_nodes_;
  prometheus::Counter* analysis_seconds_;
};

// Counts the time from its beginning to its end, once for each of `threads`.
class ThreadSeconds {
 public:
  ThreadSeconds(prometheus::Counter* counter, int threads)
      : counter_(*counter), threads_(threads) {}
  ~ThreadSeconds() {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start_;
    counter_.Increment(taken.count() * threads_);
  }
  ThreadSeconds(const ThreadSeconds&) = delete;
  ThreadSeconds& operator=(const ThreadSeconds&) = delete;

 private:
  prometheus::Counter& counter_;
  const int threads_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_ANSWER_METRICS_H_
