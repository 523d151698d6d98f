#ifndef ARBITER_SERVICE_OPS_METRICS_H_
#define ARBITER_SERVICE_OPS_METRICS_H_

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "prometheus/counter.h"
#include "prometheus/family.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"
#include "prometheus/metric_family.h"
#include "prometheus/registry.h"
#include "service/cache/cache_answer.h"
#include "service/ops/answer_metrics.h"
#include "service/ops/client_metrics.h"
#include "service/ops/overload_manager.h"

namespace arbiter {

enum class CallType { kUnary, kServerStream, kBidiStream };

// The name of a gRPC code as Go writes it: `OK`, `InvalidArgument`.
std::string_view CodeName(absl::StatusCode code);

// Adds a metric without labels.
prometheus::Counter& AddCounter(const char* name, const char* help, prometheus::Registry* registry);
prometheus::Gauge& AddGauge(const char* name, const char* help, prometheus::Registry* registry);

// The series of one method, looked up once; the counters belong to a Metrics.
struct MethodMetrics {
  std::string service;
  std::string method;
  // From 0, in the order in which they were added.
  int index = 0;
  prometheus::Counter* started = nullptr;
  prometheus::Counter* received = nullptr;
  prometheus::Counter* sent = nullptr;
  std::array<prometheus::Counter*, kCodeCount> handled = {};
  prometheus::Histogram* seconds = nullptr;
};

// What the server counts, under the names of go-grpc-prometheus. Thread-safe.
class Metrics {
 public:
  explicit Metrics(std::string_view version);

  // Makes the series of a method, all at 0. `service` with its package.
  MethodMetrics AddMethod(CallType type, std::string_view service, std::string_view method);

  // Calls that have begun and not ended.
  prometheus::Gauge& in_flight() { return in_flight_; }
  // Requests that wait for their turn.
  prometheus::Gauge& work_queue() { return work_queue_; }
  // Bytes of answers that no client has taken yet.
  prometheus::Gauge& unsent_bytes() { return unsent_bytes_; }
  // Steps taken against too much memory.
  prometheus::Counter& overload_steps(OverloadStep step) {
    return *overload_steps_.at(static_cast<size_t>(step));
  }
  // Analyses that wait for their threads, and that have them.
  prometheus::Gauge& analysis_queue() { return analysis_queue_; }
  prometheus::Gauge& analyses_running() { return analyses_running_; }
  // Analyses that were looked for in the cache, by what came of it.
  prometheus::Counter& cache_requests(CacheAnswer answer) {
    return *cache_requests_.at(static_cast<size_t>(answer));
  }

  // For what only one part of the server counts.
  prometheus::Registry& registry() { return registry_; }

  // What answers are about.
  AnswerMetrics& answers() { return answers_; }
  // Calls by client.
  ClientMetrics& clients() { return clients_; }

  // Everything in Prometheus' text format, and behind it what is only read when somebody asks.
  std::string Text(const std::vector<prometheus::MetricFamily>& others) const;

 private:
  prometheus::Registry registry_;
  prometheus::Family<prometheus::Counter>& started_;
  prometheus::Family<prometheus::Counter>& handled_;
  prometheus::Family<prometheus::Counter>& received_;
  prometheus::Family<prometheus::Counter>& sent_;
  prometheus::Family<prometheus::Histogram>& seconds_;
  prometheus::Gauge& in_flight_;
  prometheus::Gauge& work_queue_;
  prometheus::Gauge& unsent_bytes_;
  std::array<prometheus::Counter*, kOverloadSteps> overload_steps_;
  prometheus::Gauge& analysis_queue_;
  prometheus::Gauge& analyses_running_;
  std::array<prometheus::Counter*, kCacheAnswerCount> cache_requests_;
  AnswerMetrics answers_{&registry_};
  ClientMetrics clients_{&registry_};
  int methods_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_METRICS_H_
