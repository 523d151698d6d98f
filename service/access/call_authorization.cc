#include "service/access/call_authorization.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/rules/status_macros.h"

namespace arbiter {
namespace {

// The time of an analysis that is paid in advance.
constexpr std::chrono::nanoseconds kAdvance = std::chrono::seconds(1);
// The minimum cost of work, even if it never begins or its method is unknown.
constexpr double kMinCost = 1;

}  // namespace

CallAuthorization::CallAuthorization(const Access* access,
                                     const absl::StatusOr<Credentials>& credentials,
                                     std::string_view method)
    : access_(access) {
  if (access->enabled()) status_ = Admit(credentials, method);
}

absl::Status CallAuthorization::Admit(const absl::StatusOr<Credentials>& credentials,
                                      std::string_view method) {
  if (!credentials.ok()) return credentials.status();
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
  ARBITER_ASSIGN_OR_RETURN(Charge charge, Charge::Take(client_, rule.cost, rule.cost));
  charge_ = std::move(charge);
  return absl::OkStatus();
}

absl::StatusOr<Clients::Ptr> CallAuthorization::CurrentClient(const MethodSet& needed) {
  if (!authentication_.has_value()) return Clients::Ptr();
  absl::StatusOr<Clients::Ptr> client = authentication_->CurrentClient(SystemClock::now());
  if (!client.ok() || *client == nullptr) return client;
  ARBITER_RETURN_IF_ERROR((*client)->CheckMethods(needed));
  return client;
}

absl::StatusOr<Charge> CallAuthorization::AdmitItem(const WorkNeeds& needs) {
  if (!authentication_.has_value()) return Charge();
  ARBITER_ASSIGN_OR_RETURN(const Clients::Ptr client, CurrentClient(needs.methods));
  const double cost = std::max(needs.cost, kMinCost);
  return Charge::Take(client, cost, cost);
}

absl::StatusOr<Charge> CallAuthorization::AdmitAnalysis(std::chrono::nanoseconds max_time,
                                                        int threads) {
  ARBITER_ASSIGN_OR_RETURN(const Clients::Ptr client, CurrentClient(MethodSet()));
  const double advance = CostOfTime(std::min(max_time, kAdvance)) * threads;
  return Charge::Take(client, std::max(advance, kMinCost), kMinCost, threads);
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
