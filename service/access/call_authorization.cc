#include "service/access/call_authorization.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter {
namespace {

// The minimum cost of work, even if it never begins or its method is unknown.
constexpr double kMinCost = 1;
// The cost of the most expensive item of a Batch that is not a bundle.
constexpr double kMaxItemCost = 10;

}  // namespace

CallAuthorization::CallAuthorization(const Access* access,
                                     const absl::StatusOr<Credentials>& credentials,
                                     std::string_view method, int max_threads)
    : access_(access) {
  if (access->enabled()) status_ = Admit(credentials, method, max_threads);
}

absl::Status CallAuthorization::Admit(const absl::StatusOr<Credentials>& credentials,
                                      std::string_view method, int max_threads) {
  ARBITER_RETURN_IF_ERROR(credentials.status());
  const std::optional<MethodId> id = FindMethod(method);
  MethodSet methods;
  if (id.has_value()) methods.set(*id);
  const SystemClock::time_point now = SystemClock::now();
  authentication_.emplace(access_, *credentials, methods, now);
  ARBITER_ASSIGN_OR_RETURN(Clients::Ptr client, authentication_->CurrentClient(now));
  client_ = std::move(client);
  if (client_ == nullptr || !id.has_value()) return absl::OkStatus();
  const MethodRule& rule = RuleOf(*id);
  is_stream_ = rule.is_stream;
  ARBITER_RETURN_IF_ERROR(client_->Enter(is_stream_));
  entered_ = true;
  absl::StatusOr<Charge> charge = Charge::Take(client_, rule.cost, rule.cost);
  if (!charge.ok() && is_stream_ && rule.service != "JobService") {
    // A stream is of use only if its first work can begin, too. That work is not known yet, so its
    // maximum cost is assumed. Streams of jobs do no work.
    const bool is_batch = rule.service == "RulesService";
    const double first_work = is_batch ? kMaxItemCost : CostOfTime(kAnalysisAdvance) * max_threads;
    const auto wait = client_->TimeUntil(first_work, Charge::Clock::now());
    return QuotaExceededError(std::string(charge.status().message()), wait);
  }
  ARBITER_RETURN_IF_ERROR(charge.status());
  charge_ = *std::move(charge);
  return absl::OkStatus();
}

absl::StatusOr<Clients::Ptr> CallAuthorization::CurrentClient(const MethodSet& needed) {
  if (!authentication_.has_value()) return Clients::Ptr();
  ARBITER_ASSIGN_OR_RETURN(Clients::Ptr client, authentication_->CurrentClient(SystemClock::now()));
  if (client != nullptr) {
    ARBITER_RETURN_IF_ERROR(client->CheckMethods(needed));
  }
  return client;
}

absl::StatusOr<Charge> CallAuthorization::AdmitItem(const WorkNeeds& needs) {
  if (!authentication_.has_value()) return Charge();
  ARBITER_ASSIGN_OR_RETURN(const Clients::Ptr client, CurrentClient(needs.methods));
  const double cost = std::max(needs.cost, kMinCost);
  return TakeForWork(client, cost, cost, /*threads=*/1);
}

absl::StatusOr<Charge> CallAuthorization::AdmitAnalysis(std::chrono::nanoseconds max_time,
                                                        int threads) {
  ARBITER_ASSIGN_OR_RETURN(const Clients::Ptr client, CurrentClient(MethodSet()));
  const double advance = CostOfTime(std::min(max_time, kAnalysisAdvance)) * threads;
  return TakeForWork(client, std::max(advance, kMinCost), kMinCost, threads);
}

absl::StatusOr<Charge> CallAuthorization::TakeForWork(const Clients::Ptr& client, double advance,
                                                      double min, int threads) {
  const std::lock_guard lock(take_over_);
  charge_.Follow(client);
  if (!charge_.pays()) return Charge::Take(client, advance, min, threads);
  ARBITER_RETURN_IF_ERROR(charge_.Raise(advance, min, threads));
  return std::move(charge_);
}

absl::Status CallAuthorization::AdmitLaterItems(const MethodSet& methods,
                                                std::span<const double> costs) {
  ARBITER_ASSIGN_OR_RETURN(const Clients::Ptr client, CurrentClient(methods));
  charge_.Follow(client);
  if (!charge_.pays()) return absl::OkStatus();
  double total = 0;
  size_t affordable = 0;
  for (const double cost : costs) {
    total += cost;
    if (total <= client->max_tokens()) ++affordable;
  }
  if (affordable == costs.size() || costs.size() == 1) return charge_.Add(total);
  return MakeError(
      ErrorReason::kLimitExceeded,
      StrCat("the items of this call cost ", std::ceil(total),
             " tokens, and this client can have at most ", std::floor(client->max_tokens()),
             " at a time; send at most ", std::max<size_t>(affordable, 1), " items in a call"));
}

absl::Status CallAuthorization::CheckRunning(Charge* charge, std::chrono::nanoseconds used_so_far,
                                             const MethodSet& needed) {
  ARBITER_ASSIGN_OR_RETURN(const Clients::Ptr client, CurrentClient(needed));
  charge->Follow(client);
  return charge->Bill(used_so_far);
}

void CallAuthorization::End() {
  charge_.Settle(std::chrono::nanoseconds(0));
  if (std::exchange(entered_, false)) client_->Leave(is_stream_);
}

}  // namespace arbiter
