#include "service/ops/answer_metrics.h"

#include <string>

#include "core/game/registry.h"

namespace arbiter {
namespace {

constexpr std::string_view kUnknown = "unknown";

prometheus::Family<prometheus::Counter>& AddCounters(const char* name, const char* help,
                                                     prometheus::Registry* registry) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(*registry);
}

prometheus::Histogram& AddHistogram(const char* name, const char* help,
                                    const prometheus::Histogram::BucketBoundaries& buckets,
                                    prometheus::Registry* registry) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(*registry).Add({}, buckets);
}

}  // namespace

AnswerMetrics::AnswerMetrics(prometheus::Registry* registry)
    : analysis_depth_(&AddHistogram("arbiter_analysis_depth",
                                    "Depth that a search reached, in plies.",
                                    {1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 30, 50}, registry)),
      analysis_hash_fill_(
          &AddHistogram("arbiter_analysis_hash_fill",
                        "Share of the transposition table in use at a search's end.",
                        {0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99}, registry)),
      analysis_nodes_(
          &AddCounters("arbiter_analysis_nodes_total", "Nodes that searches visited.", registry)
               .Add({})),
      analysis_seconds_(&AddCounters("arbiter_analysis_seconds_total",
                                     "Seconds that search threads were taken, of all threads.",
                                     registry)
                             .Add({})) {
  auto& refusals =
      AddCounters("arbiter_rejected_total",
                  "Calls and items of batches and sessions that were refused.", registry);
  for (size_t i = 0; i < kReasons; ++i) {
    const auto reason = static_cast<ErrorReason>(i);
    refusals_[i] = &refusals.Add({{"reason", std::string(ReasonName(reason))}});
  }
  auto& requests =
      AddCounters("arbiter_variant_requests_total",
                  "Requests about a variant, items of batches and sessions too.", registry);
  auto& draws = AddCounters("arbiter_draws_total", "Random draws told in answers.", registry);
  const auto add = [&](std::string_view id) {
    const prometheus::Labels labels = {{"variant", std::string(id)}};
    variants_.push_back({id, &requests.Add(labels), &draws.Add(labels)});
  };
  for (const Variant* variant : AllVariants()) add(variant->info().id);
  add(kUnknown);
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

}  // namespace arbiter
