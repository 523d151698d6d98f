#include "service/server/client_metrics.h"

#include "service/server/metrics.h"

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
      anonymous_(Of(kAnonymous)) {}

ClientCalls& ClientMetrics::Of(std::string_view client) {
  const std::lock_guard lock(mutex_);
  auto found = clients_.find(client);
  if (found == clients_.end() && clients_.size() >= kMaxClients) {
    client = kOther;
    found = clients_.find(client);
  }
  if (found == clients_.end()) {
    found = clients_.emplace(client, std::make_unique<ClientCalls>(std::string(client), &family_))
                .first;
  }
  return *found->second;
}

}  // namespace arbiter
