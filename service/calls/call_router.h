#ifndef ARBITER_SERVICE_CALLS_CALL_ROUTER_H_
#define ARBITER_SERVICE_CALLS_CALL_ROUTER_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "service/calls/call_scope.h"
#include "service/calls/health.h"
#include "service/calls/rpc.h"

namespace arbiter {

inline constexpr char kRulesServiceName[] = "arbiter.v1.RulesService";
inline constexpr char kAnalysisServiceName[] = "arbiter.v1.AnalysisService";

// Takes every RPC at its headers and begins the call that its method names. Thread-safe.
class CallRouter {
 public:
  // Both outlive the router, and it outlives all calls.
  CallRouter(const CallEnvironment* environment, Health* health);
  ~CallRouter();
  CallRouter(const CallRouter&) = delete;
  CallRouter& operator=(const CallRouter&) = delete;

  // Begins the call; UNIMPLEMENTED for an unknown method.
  void Accept(std::unique_ptr<Rpc> rpc) const;

 private:
  using Start = std::function<void(std::unique_ptr<Rpc>)>;
  struct Methods;

  const std::unique_ptr<Methods> methods_;
  // By path, such as `/arbiter.v1.RulesService/LegalMoves`.
  absl::flat_hash_map<std::string, Start> starts_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CALL_ROUTER_H_
