#include "service/server/admission.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

#include "core/rules/error.h"
#include "google/protobuf/descriptor.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

constexpr char kAuthorization[] = "authorization";
constexpr char kApiKey[] = "x-api-key";
constexpr std::string_view kBearer = "bearer ";
constexpr milliseconds kAdvance(1000);
// What work costs at least, though it never begins or is of no known kind.
constexpr double kLeastCost = 1;

std::string_view View(const grpc::string_ref& text) { return {text.data(), text.size()}; }

// The key or token in `authorization` or, without that, in `x-api-key`; empty where there is none.
absl::StatusOr<std::string_view> FindSecret(const grpc::CallbackServerContext& context) {
  const auto& metadata = context.client_metadata();
  const bool bearer = metadata.count(kAuthorization) > 0;
  const auto [first, end] = metadata.equal_range(bearer ? kAuthorization : kApiKey);
  if (first == end) return std::string_view();
  if (std::next(first) != end) {
    return MakeError(ErrorReason::kUnauthenticated, "the call has several keys or tokens");
  }
  std::string_view secret = View(first->second);
  if (!bearer) return secret;
  const bool is_bearer =
      secret.size() > kBearer.size() &&
      std::equal(kBearer.begin(), kBearer.end(), secret.begin(),
                 [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
  if (!is_bearer) {
    return MakeError(ErrorReason::kUnauthenticated, "`authorization` is not `Bearer …`");
  }
  secret.remove_prefix(kBearer.size());
  return secret;
}

std::vector<std::string> CertificateNames(const grpc::CallbackServerContext& context) {
  std::vector<std::string> names;
  const auto auth = context.auth_context();
  if (auth == nullptr || !auth->IsPeerAuthenticated()) return names;
  for (const grpc::string_ref& name : auth->GetPeerIdentity()) names.emplace_back(View(name));
  return names;
}

// The method of each kind of item, by the number of its field; kMethods where it has none.
constexpr size_t kItemFields = 64;
const std::array<MethodId, kItemFields>& ItemMethods() {
  static const std::array<MethodId, kItemFields> methods = [] {
    std::array<MethodId, kItemFields> found;
    found.fill(kMethods);
    const auto* request = v1::BatchRequest::descriptor()->FindOneofByName("request");
    for (int i = 0; i < request->field_count(); ++i) {
      std::string name = request->field(i)->camelcase_name();
      name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
      found.at(request->field(i)->number()) = FindMethod(name).value_or(kMethods);
    }
    return found;
  }();
  return methods;
}

// Adds what an item needs.
void AddNeeds(const v1::BatchRequest& item, MethodSet* methods, double* cost) {
  if (item.has_bundle()) {
    for (const v1::BatchRequest& inner : item.bundle().items()) {
      // A bundle in a bundle is refused, whatever is in it.
      if (!inner.has_bundle()) AddNeeds(inner, methods, cost);
    }
    return;
  }
  const MethodId method = ItemMethods().at(item.request_case());
  if (method == kMethods) {
    *cost += kLeastCost;
  } else {
    methods->set(method);
    *cost += RuleOf(method).cost;
  }
}

}  // namespace

Admission::Admission(Access* access, const grpc::CallbackServerContext* context,
                     std::string_view method)
    : access_(access), context_(context) {
  if (access->enabled()) status_ = Admit(method);
}

absl::Status Admission::Admit(std::string_view method) {
  generation_ = access_->generation();
  current_ = Authenticate();
  if (!current_.ok()) return current_.status();
  client_ = *current_;
  method_ = FindMethod(method);
  if (client_ == nullptr || !method_.has_value()) return absl::OkStatus();
  const MethodRule& rule = RuleOf(*method_);
  is_stream_ = rule.is_stream;
  if (absl::Status status = CheckMethods(*client_, MethodSet()); !status.ok()) return status;
  if (absl::Status status = client_->Enter(is_stream_); !status.ok()) return status;
  entered_ = true;
  absl::StatusOr<Charge> charge = Charge::Take(client_, rule.cost, rule.cost);
  if (!charge.ok()) return charge.status();
  charge_ = *std::move(charge);
  return absl::OkStatus();
}

absl::StatusOr<Clients::Ptr> Admission::Authenticate() const {
  Credentials credentials;
  if (access_->asks()) {
    const absl::StatusOr<std::string_view> secret = FindSecret(*context_);
    if (!secret.ok()) return secret.status();
    credentials.secret = *secret;
  }
  if (access_->client_certificates()) credentials.certificate_names = CertificateNames(*context_);
  return access_->Authenticate(credentials);
}

absl::StatusOr<Clients::Ptr> Admission::Current() {
  if (!access_->enabled()) return Clients::Ptr();
  const std::lock_guard lock(mutex_);
  if (const uint64_t generation = access_->generation(); generation != generation_) {
    generation_ = generation;
    current_ = Authenticate();
  }
  return current_;
}

absl::Status Admission::CheckMethods(const Client& client, MethodSet needed) const {
  if (method_.has_value()) needed.set(*method_);
  return client.CheckMethods(needed);
}

absl::StatusOr<Charge> Admission::AdmitItem(const v1::BatchRequest& item) {
  const absl::StatusOr<Clients::Ptr> client = Current();
  if (!client.ok()) return client.status();
  if (*client == nullptr) return Charge();
  MethodSet methods;
  double cost = 0;
  AddNeeds(item, &methods, &cost);
  if (absl::Status status = CheckMethods(**client, methods); !status.ok()) return status;
  cost = std::max(cost, kLeastCost);
  return Charge::Take(*client, cost, cost);
}

absl::StatusOr<Charge> Admission::AdmitAnalysis(const v1::AnalyzeRequest& request, int threads) {
  const uint32_t movetime = request.limits().movetime_ms();
  return TakeTime(movetime == 0 ? kAdvance : milliseconds(movetime), threads);
}

absl::StatusOr<Charge> Admission::AdmitAnalysis(const v1::ReviewGameRequest& /*request*/,
                                                int threads) {
  return TakeTime(kAdvance, threads);
}

absl::StatusOr<Charge> Admission::TakeTime(milliseconds at_most, int threads) {
  const absl::StatusOr<Clients::Ptr> client = Current();
  if (!client.ok()) return client.status();
  if (*client == nullptr) return Charge();
  if (absl::Status status = CheckMethods(**client, MethodSet()); !status.ok()) return status;
  const double advance = CostOfTime(std::min(at_most, kAdvance)) * threads;
  return Charge::Take(*client, std::max(advance, kLeastCost), kLeastCost, threads);
}

void Admission::End() {
  charge_.Settle(std::chrono::nanoseconds(0));
  if (std::exchange(entered_, false)) client_->Leave(is_stream_);
}

}  // namespace arbiter
