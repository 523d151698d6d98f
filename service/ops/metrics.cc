#include "service/ops/metrics.h"

#include <cassert>

#include "prometheus/text_serializer.h"

namespace arbiter {
namespace {

constexpr std::array<std::string_view, kCodeCount> kCodeNames = {
    "OK",       "Canceled",       "Unknown",          "InvalidArgument",   "DeadlineExceeded",
    "NotFound", "AlreadyExists",  "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
    "Aborted",  "OutOfRange",     "Unimplemented",    "Internal",          "Unavailable",
    "DataLoss", "Unauthenticated"};

// By CacheAnswer.
constexpr std::array<const char*, kCacheAnswerCount> kCacheAnswers = {"hit", "miss", "error"};

std::string_view TypeName(CallType type) {
  switch (type) {
    case CallType::kUnary:
      return "unary";
    case CallType::kServerStream:
      return "server_stream";
    case CallType::kBidiStream:
      return "bidi_stream";
  }
  return "unary";
}

// From 100 µs, what a move takes, to half a minute, what a perft may take.
prometheus::Histogram::BucketBoundaries SecondsBuckets() {
  return {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
          0.1,    0.25,    0.5,    1,     2.5,    5,     10,   30};
}

prometheus::Family<prometheus::Counter>& AddCounters(const char* name, const char* help,
                                                     prometheus::Registry* registry) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(*registry);
}

}  // namespace

std::string_view CodeName(absl::StatusCode code) {
  const auto index = static_cast<size_t>(code);
  return index < kCodeNames.size() ? kCodeNames[index] : "Unknown";
}

prometheus::Counter& AddCounter(const char* name, const char* help,
                                prometheus::Registry* registry) {
  return AddCounters(name, help, registry).Add({});
}

prometheus::Gauge& AddGauge(const char* name, const char* help, prometheus::Registry* registry) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(*registry).Add({});
}

Metrics::Metrics(std::string_view version)
    : started_(AddCounters("grpc_server_started_total", "RPCs started on the server.", &registry_)),
      handled_(AddCounters("grpc_server_handled_total",
                           "RPCs completed on the server, regardless of success or failure.",
                           &registry_)),
      received_(AddCounters("grpc_server_msg_received_total",
                            "RPC stream messages received on the server.", &registry_)),
      sent_(AddCounters("grpc_server_msg_sent_total", "RPC stream messages sent by the server.",
                        &registry_)),
      seconds_(prometheus::BuildHistogram()
                   .Name("grpc_server_handling_seconds")
                   .Help("Seconds from the start of an RPC to its answer.")
                   .Register(registry_)),
      in_flight_(AddGauge("arbiter_in_flight_requests", "RPCs that have begun and not ended.",
                          &registry_)),
      work_queue_(
          AddGauge("arbiter_work_queue_depth", "Requests that wait for their turn.", &registry_)),
      unsent_bytes_(AddGauge("arbiter_unsent_bytes",
                             "Bytes of answers that clients have not taken yet.", &registry_)),
      analysis_queue_(AddGauge("arbiter_analysis_queue_depth",
                               "Analyses that wait for search threads.", &registry_)),
      analyses_running_(AddGauge("arbiter_analyses_running",
                                 "Analyses that have their search threads.", &registry_)) {
  auto& cache_requests =
      AddCounters("arbiter_analysis_cache_requests_total",
                  "Analyses that were looked for in the cache, by what came of it.", &registry_);
  for (int i = 0; i < kCacheAnswerCount; ++i) {
    cache_requests_[i] = &cache_requests.Add({{"result", kCacheAnswers[i]}});
  }
  auto& steps = AddCounters("arbiter_overload_steps_total",
                            "Steps taken against too much memory, by step.", &registry_);
  for (int i = 0; i < kOverloadSteps; ++i) {
    const auto name = OverloadStepName(static_cast<OverloadStep>(i));
    overload_steps_[i] = &steps.Add({{"step", std::string(name)}});
  }
  prometheus::BuildGauge()
      .Name("arbiter_build_info")
      .Help("Always 1; the version is the label.")
      .Register(registry_)
      .Add({{"version", std::string(version)}})
      .Set(1);
}

MethodMetrics Metrics::AddMethod(CallType type, std::string_view service, std::string_view method) {
  assert(methods_ < static_cast<int>(kMaxMethods));
  prometheus::Labels labels = {{"grpc_type", std::string(TypeName(type))},
                               {"grpc_service", std::string(service)},
                               {"grpc_method", std::string(method)}};
  MethodMetrics result = {
      .service = std::string(service), .method = std::string(method), .index = methods_++};
  result.started = &started_.Add(labels);
  result.received = &received_.Add(labels);
  result.sent = &sent_.Add(labels);
  result.seconds = &seconds_.Add(labels, SecondsBuckets());
  for (int code = 0; code < kCodeCount; ++code) {
    labels["grpc_code"] = kCodeNames[code];
    result.handled[code] = &handled_.Add(labels);
  }
  return result;
}

std::string Metrics::Text(const std::vector<prometheus::MetricFamily>& others) const {
  std::vector<prometheus::MetricFamily> families = registry_.Collect();
  families.insert(families.end(), others.begin(), others.end());
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace arbiter
