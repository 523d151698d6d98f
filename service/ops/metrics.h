#ifndef ARBITER_SERVICE_OPS_METRICS_H_
#define ARBITER_SERVICE_OPS_METRICS_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/rules/error.h"
#include "prometheus/counter.h"
#include "prometheus/family.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"
#include "prometheus/metric_family.h"
#include "prometheus/registry.h"
#include "service/access/methods.h"
#include "service/cache/analysis_store.h"
#include "service/handlers/answer_observer.h"

namespace arbiter {

class Client;
struct MethodMetrics;

inline constexpr int kCodeCount = 17;

// The calls of one client by method and code; a series is there from its first call on.
// Thread-safe.
class ClientCalls {
 public:
  ClientCalls(std::string client, prometheus::Family<prometheus::Counter>* family)
      : client_(std::move(client)), family_(*family) {}

  void Count(const MethodMetrics& method, absl::StatusCode code);

 private:
  const std::string client_;
  prometheus::Family<prometheus::Counter>& family_;
  std::array<std::atomic<prometheus::Counter*>, kMaxMethods* kCodeCount> counters_ = {};
};

// arbiter_client_calls_total. Thread-safe.
class ClientMetrics {
 public:
  static constexpr std::string_view kAnonymous = "anonymous";
  // Each client of the key file has series of its own, and so many others have; further ones share
  // those of kOther. No client is called so, or kAnonymous.
  static constexpr size_t kMaxClients = 200;
  static constexpr std::string_view kOther = "other";

  explicit ClientMetrics(prometheus::Registry* registry);

  // Valid as long as this is. Looked up at the client's first call, and remembered in `client`,
  // which may therefore be counted here only.
  ClientCalls& Of(const Client& client);
  ClientCalls& anonymous() { return anonymous_; }

 private:
  ClientCalls& LookUp(const Client& client);

  prometheus::Family<prometheus::Counter>& family_;
  ClientCalls anonymous_;
  ClientCalls other_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<ClientCalls>, std::less<>> clients_;
  // Of clients_, those that no key file had when they came.
  size_t unlisted_ = 0;
};

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
  struct VariantCounters {
    std::string_view id;
    prometheus::Counter* requests;
    prometheus::Counter* draws;
  };

  const VariantCounters& CountersOf(std::string_view variant) const;

  // By the number of the reason.
  std::array<prometheus::Counter*, kErrorReasonCount> refusals_;
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

// What is done when there is too little memory, the mildest first. Each step includes those before
// it.
enum class OverloadStep {
  kNone,
  // Addresses that have many connections get no further one.
  kRefuseConnections,
  // The client that holds most gets no further call.
  kRefuseCalls,
  // Much of its work that waits is given up.
  kShedWork,
  // The connection that holds most is broken off.
  kBreakOff,
};
inline constexpr int kOverloadSteps = 5;
// As the log and the metrics have it: `refuse_connections`.
std::string_view OverloadStepName(OverloadStep step);

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
