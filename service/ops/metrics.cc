#include "service/ops/metrics.h"

#include <cassert>
#include <string>
#include <utility>

#include "core/game/registry.h"
#include "prometheus/text_serializer.h"
#include "service/access/clients.h"

namespace arbiter {
namespace {

constexpr std::array<std::string_view, kCodeCount> kCodeNames = {
    "OK",       "Canceled",       "Unknown",          "InvalidArgument",   "DeadlineExceeded",
    "NotFound", "AlreadyExists",  "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
    "Aborted",  "OutOfRange",     "Unimplemented",    "Internal",          "Unavailable",
    "DataLoss", "Unauthenticated"};

// The names by CacheResult.
constexpr std::array<const char*, kCacheResultCount> kCacheResultNames = {"hit", "miss", "error"};

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

// The buckets range from 100 µs, for a typical move, to half a minute, for the longest perft.
prometheus::Histogram::BucketBoundaries SecondsBuckets() {
  return {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
          0.1,    0.25,    0.5,    1,     2.5,    5,     10,   30};
}

// The label of requests for a variant that is not served.
constexpr std::string_view kUnknownVariant = "unknown";

prometheus::Histogram& AddHistogram(const char* name, const char* help,
                                    const prometheus::Histogram::BucketBoundaries& buckets,
                                    prometheus::Registry* registry) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(*registry).Add({}, buckets);
}

// Appends the families that count the calls of all methods, and their messages.
void AddCallFamilies(const std::deque<MethodMetrics>& methods,
                     std::vector<prometheus::MetricFamily>* families) {
  const auto family = [](const char* name, const char* help) {
    return prometheus::MetricFamily{
        .name = name, .help = help, .type = prometheus::MetricType::Counter, .metric = {}};
  };
  prometheus::MetricFamily started =
      family("grpc_server_started_total", "RPCs started on the server.");
  prometheus::MetricFamily handled =
      family("grpc_server_handled_total",
             "RPCs completed on the server, regardless of success or failure.");
  prometheus::MetricFamily received =
      family("grpc_server_msg_received_total", "RPC stream messages received on the server.");
  prometheus::MetricFamily sent =
      family("grpc_server_msg_sent_total", "RPC stream messages sent by the server.");
  for (const MethodMetrics& method : methods) {
    prometheus::ClientMetric metric;
    metric.label = {{"grpc_method", method.method},
                    {"grpc_service", method.service},
                    {"grpc_type", std::string(TypeName(method.type))}};
    const auto add = [&metric](const CallCounter& counter, prometheus::MetricFamily* family) {
      metric.counter.value = static_cast<double>(counter.value());
      family->metric.push_back(metric);
    };
    add(method.started, &started);
    add(method.received, &received);
    add(method.sent, &sent);
    metric.label.insert(metric.label.begin(), {"grpc_code", ""});
    for (size_t code = 0; code < kCodeNames.size(); ++code) {
      metric.label.front().value = kCodeNames[code];
      add(method.handled[code], &handled);
    }
  }
  for (prometheus::MetricFamily* family : {&started, &handled, &received, &sent}) {
    families->push_back(std::move(*family));
  }
}

}  // namespace

void ClientCalls::Count(const MethodMetrics& method, absl::StatusCode code) {
  const int index = method.index * kCodeCount + static_cast<int>(code);
  auto& slot = counters_.at(static_cast<size_t>(index));
  prometheus::Counter* counter = slot.load(std::memory_order_acquire);
  if (counter == nullptr) {
    // If two threads get here, both find the same counter.
    counter = &family_.Add(
        {{"client", client_}, {"method", method.method}, {"code", std::string(CodeName(code))}});
    slot.store(counter, std::memory_order_release);
  }
  counter->Increment();
}

ClientMetrics::ClientMetrics(prometheus::Registry* registry)
    : family_(prometheus::BuildCounter()
                  .Name("arbiter_client_calls_total")
                  .Help("Calls that have ended, by client.")
                  .Register(*registry)),
      anonymous_(std::string(kAnonymous), &family_),
      other_(std::string(kOther), &family_) {}

ClientCalls& ClientMetrics::Of(const Client& client) {
  ClientCalls* calls = client.calls().load(std::memory_order_acquire);
  if (calls == nullptr) {
    // If two threads get here, both find the same object.
    calls = &FindOrAdd(client);
    client.calls().store(calls, std::memory_order_release);
  }
  return *calls;
}

ClientCalls& ClientMetrics::FindOrAdd(const Client& client) {
  const std::lock_guard lock(mutex_);
  const auto found = clients_.find(client.name());
  if (found != clients_.end()) return *found->second;
  if (!client.listed() && unlisted_ >= kMaxClients) return other_;
  if (!client.listed()) ++unlisted_;
  return *clients_.emplace(client.name(), std::make_unique<ClientCalls>(client.name(), &family_))
              .first->second;
}

AnswerMetrics::AnswerMetrics(prometheus::Registry* registry)
    : analysis_depth_(&AddHistogram("arbiter_analysis_depth",
                                    "Depth that a search has reached, in plies.",
                                    {1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 30, 50}, registry)),
      analysis_hash_fill_(
          &AddHistogram("arbiter_analysis_hash_fill",
                        "Share of the transposition table in use at the end of a search, 0 to 1.",
                        {0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99}, registry)),
      analysis_nodes_(
          &AddCounters("arbiter_analysis_nodes_total", "Nodes visited by searches.", registry)
               .Add({})),
      analysis_seconds_(
          &AddCounters("arbiter_analysis_seconds_total",
                       "Seconds for which search threads were in use, summed over threads.",
                       registry)
               .Add({})) {
  auto& refusals =
      AddCounters("arbiter_rejected_total",
                  "Refused calls and items of batches and sessions, by reason.", registry);
  for (size_t i = 0; i < kErrorReasonCount; ++i) {
    const auto reason = static_cast<ErrorReason>(i);
    refusals_[i] = &refusals.Add({{"reason", std::string(ReasonName(reason))}});
  }
  auto& requests = AddCounters(
      "arbiter_variant_requests_total",
      "Requests that name a variant, including items of batches and sessions.", registry);
  auto& draws = AddCounters("arbiter_draws_total", "Random draws reported in answers.", registry);
  const auto add = [&](std::string_view id) {
    const prometheus::Labels labels = {{"variant", std::string(id)}};
    variants_.push_back({id, &requests.Add(labels), &draws.Add(labels)});
  };
  for (const Variant* variant : AllVariants()) add(variant->info().id);
  add(kUnknownVariant);
}

const AnswerMetrics::VariantCounters& AnswerMetrics::CountersOf(std::string_view variant) const {
  size_t i = 0;
  while (i + 1 < variants_.size() && variants_[i].id != variant) ++i;
  return variants_[i];
}

void AnswerMetrics::OnRequest(std::string_view variant) {
  CountersOf(variant).requests->Increment();
}

void AnswerMetrics::OnRefusal(const absl::Status& status) {
  refusals_.at(static_cast<size_t>(ReasonOf(status)))->Increment();
}

void AnswerMetrics::OnDraws(std::string_view variant, int draws) {
  CountersOf(variant).draws->Increment(draws);
}

void AnswerMetrics::OnSearch(const AnalysisProgress& end) {
  analysis_depth_->Observe(end.depth);
  analysis_hash_fill_->Observe(end.hash_permille / 1000.0);
  analysis_nodes_->Increment(static_cast<double>(end.nodes));
}

std::string_view CodeName(absl::StatusCode code) {
  const auto index = static_cast<size_t>(code);
  return index < kCodeNames.size() ? kCodeNames[index] : "Unknown";
}

prometheus::Family<prometheus::Counter>& AddCounters(const char* name, const char* help,
                                                     prometheus::Registry* registry) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(*registry);
}

prometheus::Counter& AddCounter(const char* name, const char* help,
                                prometheus::Registry* registry) {
  return AddCounters(name, help, registry).Add({});
}

prometheus::Gauge& AddGauge(const char* name, const char* help, prometheus::Registry* registry) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(*registry).Add({});
}

Metrics::Metrics(std::string_view version)
    : seconds_(prometheus::BuildHistogram()
                   .Name("grpc_server_handling_seconds")
                   .Help("Seconds from the start of an RPC to its end.")
                   .Register(registry_)),
      in_flight_(AddGauge("arbiter_in_flight_requests", "RPCs in progress.", &registry_)),
      work_queue_(AddGauge("arbiter_work_queue_depth",
                           "Requests that wait for a thread for long work.", &registry_)),
      unsent_bytes_(AddGauge("arbiter_unsent_bytes",
                             "Bytes of answers that clients have not read yet.", &registry_)),
      analysis_queue_(AddGauge("arbiter_analysis_queue_depth",
                               "Analyses that wait for search threads.", &registry_)),
      analyses_running_(
          AddGauge("arbiter_analyses_running", "Analyses that have search threads.", &registry_)),
      analyses_paused_(AddGauge("arbiter_analyses_paused",
                                "Analyses interrupted in favour of other clients.", &registry_)),
      analyses_ended_(AddCounter("arbiter_analyses_ended_for_others_total",
                                 "Analyses without a fixed depth that ended because others waited.",
                                 &registry_)) {
  auto& cache_requests = AddCounters("arbiter_analysis_cache_requests_total",
                                     "Lookups in the analysis cache, by result.", &registry_);
  for (int i = 0; i < kCacheResultCount; ++i) {
    cache_requests_[i] = &cache_requests.Add({{"result", kCacheResultNames[i]}});
  }
  prometheus::BuildGauge()
      .Name("arbiter_build_info")
      .Help("Always 1; the label holds the version.")
      .Register(registry_)
      .Add({{"version", std::string(version)}})
      .Set(1);
}

MethodMetrics* Metrics::AddMethod(CallType type, std::string_view service,
                                  std::string_view method) {
  assert(methods_.size() < kMaxMethods);
  MethodMetrics& added =
      methods_.emplace_back(type, service, method, static_cast<int>(methods_.size()));
  added.seconds = &seconds_.Add({{"grpc_type", std::string(TypeName(type))},
                                 {"grpc_service", added.service},
                                 {"grpc_method", added.method}},
                                SecondsBuckets());
  return &added;
}

std::string Metrics::Text(const std::vector<prometheus::MetricFamily>& others) const {
  std::vector<prometheus::MetricFamily> families = registry_.Collect();
  AddCallFamilies(methods_, &families);
  families.insert(families.end(), others.begin(), others.end());
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace arbiter
