#ifndef ARBITER_SERVICE_CALLS_CALL_ROUTER_H_
#define ARBITER_SERVICE_CALLS_CALL_ROUTER_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "service/calls/health.h"
#include "service/calls/open_call.h"
#include "service/calls/rpc.h"

namespace arbiter {

inline constexpr char kRulesServiceName[] = "arbiter.v1.RulesService";
inline constexpr char kAnalysisServiceName[] = "arbiter.v1.AnalysisService";
inline constexpr char kHealthServiceName[] = "grpc.health.v1.Health";

// Routes each RPC, once its headers have arrived, to the implementation of its method. Thread-safe.
class CallRouter {
 public:
  // Both arguments must outlive the router, which must outlive all calls.
  CallRouter(const CallEnvironment* environment, Health* health);
  ~CallRouter();
  CallRouter(const CallRouter&) = delete;
  CallRouter& operator=(const CallRouter&) = delete;

  // Begins a call of one method.
  using Starter = std::function<void(std::unique_ptr<Rpc>)>;
  // Adds a method. Must not be called once there are calls.
  void Add(std::string_view service, std::string_view method, Starter starter);
  // Begins the call. An unknown method ends with UNIMPLEMENTED.
  void Accept(std::unique_ptr<Rpc> rpc) const;

 private:
  struct Methods;

  const std::unique_ptr<Methods> methods_;
  // The keys are paths, such as `/arbiter.v1.RulesService/LegalMoves`.
  absl::flat_hash_map<std::string, Starter> starters_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CALL_ROUTER_H_
