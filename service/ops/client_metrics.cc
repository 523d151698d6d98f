#include "service/ops/client_metrics.h"

#include "service/access/client.h"
#include "service/ops/metrics.h"

namespace arbiter {

void ClientCalls::Count(const MethodMetrics& method, absl::StatusCode code) {
  const int index = method.index * kCodeCount + static_cast<int>(code);
  auto& slot = counters_.at(static_cast<size_t>(index));
  prometheus::Counter* counter = slot.load(std::memory_order_acquire);
  if (counter == nullptr) {
    // Of two threads that are here both get the same one.
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
    // Of two threads that are here both find the same ones.
    calls = &LookUp(client);
    client.calls().store(calls, std::memory_order_release);
  }
  return *calls;
}

ClientCalls& ClientMetrics::LookUp(const Client& client) {
  const std::lock_guard lock(mutex_);
  const auto found = clients_.find(client.name());
  if (found != clients_.end()) return *found->second;
  if (!client.listed() && unlisted_ >= kMaxClients) return other_;
  if (!client.listed()) ++unlisted_;
  return *clients_.emplace(client.name(), std::make_unique<ClientCalls>(client.name(), &family_))
              .first->second;
}

}  // namespace arbiter
