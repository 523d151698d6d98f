#ifndef ARBITER_SERVICE_OPS_METRICS_H_
#define ARBITER_SERVICE_OPS_METRICS_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/base/error.h"
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

// Counts the calls of one client by method and code. A series is created by its first call.
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

// The series of arbiter_client_calls_total. Thread-safe.
class ClientMetrics {
 public:
  // The label of clients without a name. No client can have the name kAnonymous or kOther.
  static constexpr std::string_view kAnonymous = "anonymous";
  // Each client of the key file has its own series, and so have the first kMaxClients others.
  // Further clients share the series of kOther.
  static constexpr size_t kMaxClients = 200;
  static constexpr std::string_view kOther = "other";

  explicit ClientMetrics(prometheus::Registry* registry);

  // Returns the counters of a client, which are valid during the lifetime of this object. They are
  // looked up at the client's first call and then cached in `client`, so a client must not be used
  // with two objects of this class.
  ClientCalls& Of(const Client& client);
  ClientCalls& anonymous() { return anonymous_; }

 private:
  ClientCalls& FindOrAdd(const Client& client);

  prometheus::Family<prometheus::Counter>& family_;
  ClientCalls anonymous_;
  ClientCalls other_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<ClientCalls>, std::less<>> clients_;
  // The number of `clients_` that were in no key file at their first call.
  size_t unlisted_ = 0;
};

// Counts the contents of answers: variants, refusals by reason, random draws and searches. All
// series exist from the start, and none are added: variants that are not served are `unknown`.
class AnswerMetrics final : public AnswerObserver {
 public:
  explicit AnswerMetrics(prometheus::Registry* registry);

  void OnRequest(std::string_view variant) override;
  void OnRefusal(const absl::Status& status) override;
  void OnDraws(std::string_view variant, int draws) override;
  void OnSearch(const AnalysisProgress& end) override;

  // The seconds for which search threads were in use, summed over threads.
  prometheus::Counter& analysis_seconds() { return *analysis_seconds_; }

 private:
  struct VariantCounters {
    std::string_view id;
    prometheus::Counter* requests;
    prometheus::Counter* draws;
  };

  const VariantCounters& CountersOf(std::string_view variant) const;

  // The counters by ErrorReason.
  std::array<prometheus::Counter*, kErrorReasonCount> refusals_;
  // The last one is `unknown`.
  std::vector<VariantCounters> variants_;
  prometheus::Histogram* analysis_depth_;
  prometheus::Histogram* analysis_hash_fill_;
  prometheus::Counter* analysis_nodes_;
  prometheus::Counter* analysis_seconds_;
};

// Adds its lifetime in seconds to a counter, once for each of `threads`.
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

enum class CallType { kUnary, kServerStream, kBidiStream };

// Returns the name of a gRPC code in Go's spelling, such as `OK` or `InvalidArgument`.
std::string_view CodeName(absl::StatusCode code);

// Adds a family of counters, to which Add() adds one with labels.
prometheus::Family<prometheus::Counter>& AddCounters(const char* name, const char* help,
                                                     prometheus::Registry* registry);
// Adds a metric without labels.
prometheus::Counter& AddCounter(const char* name, const char* help, prometheus::Registry* registry);
prometheus::Gauge& AddGauge(const char* name, const char* help, prometheus::Registry* registry);

// Counts upwards from 0. Costs less to create and to increment than a prometheus::Counter, which is
// on the heap and adds floating-point numbers. Thread-safe.
class CallCounter {
 public:
  void Increment() { value_.fetch_add(1, std::memory_order_relaxed); }
  uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_ = 0;
};

// The series of one method.
struct MethodMetrics {
  MethodMetrics(CallType type, std::string_view service, std::string_view method, int index)
      : type(type), service(service), method(method), index(index) {}

  const CallType type;
  const std::string service;
  const std::string method;
  // The methods are numbered from 0, in the order in which they were added.
  const int index;
  CallCounter started;
  CallCounter received;
  CallCounter sent;
  // The calls that have ended, by absl::StatusCode.
  std::array<CallCounter, kCodeCount> handled;
  prometheus::Histogram* seconds = nullptr;
};

// The metrics of the server. Those of calls have the names of go-grpc-prometheus. Thread-safe.
class Metrics {
 public:
  explicit Metrics(std::string_view version);

  // Adds a method, whose series begin with 0, and returns its metrics, which are valid as long as
  // this object. `service` includes the package. All methods must be added before the first Text().
  MethodMetrics* AddMethod(CallType type, std::string_view service, std::string_view method);

  // The calls in progress.
  prometheus::Gauge& in_flight() { return in_flight_; }
  // The requests that wait for a thread for long work.
  prometheus::Gauge& work_queue() { return work_queue_; }
  // The bytes of answers that clients have not read yet.
  prometheus::Gauge& unsent_bytes() { return unsent_bytes_; }
  // The analyses that wait for search threads, those that have them, and those that have been
  // interrupted in favour of others.
  prometheus::Gauge& analysis_queue() { return analysis_queue_; }
  prometheus::Gauge& analyses_running() { return analyses_running_; }
  prometheus::Gauge& analyses_paused() { return analyses_paused_; }
  // The analyses that had to end in favour of others.
  prometheus::Counter& analyses_ended() { return analyses_ended_; }
  // The lookups in the analysis cache, by result.
  prometheus::Counter& cache_requests(CacheResult answer) {
    return *cache_requests_.at(static_cast<size_t>(answer));
  }

  // The registry, for metrics of a single part of the server.
  prometheus::Registry& registry() { return registry_; }

  AnswerMetrics& answers() { return answers_; }
  ClientMetrics& clients() { return clients_; }

  // Formats all metrics in Prometheus's text format, followed by `others`, which are computed for
  // each scrape.
  std::string Text(const std::vector<prometheus::MetricFamily>& others) const;

 private:
  prometheus::Registry registry_;
  prometheus::Family<prometheus::Histogram>& seconds_;
  prometheus::Gauge& in_flight_;
  prometheus::Gauge& work_queue_;
  prometheus::Gauge& unsent_bytes_;
  prometheus::Gauge& analysis_queue_;
  prometheus::Gauge& analyses_running_;
  prometheus::Gauge& analyses_paused_;
  prometheus::Counter& analyses_ended_;
  std::array<prometheus::Counter*, kCacheResultCount> cache_requests_;
  AnswerMetrics answers_{&registry_};
  ClientMetrics clients_{&registry_};
  std::deque<MethodMetrics> methods_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_METRICS_H_
