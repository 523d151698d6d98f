#ifndef ARBITER_SERVICE_SERVER_RULES_SERVICE_H_
#define ARBITER_SERVICE_SERVER_RULES_SERVICE_H_

#include <memory>

#include "service/server/call_scope.h"

namespace grpc {
class Service;
}

namespace arbiter {

inline constexpr char kRulesServiceName[] = "arbiter.v1.RulesService";

// `arbiter.v1.RulesService` over the pure handlers. `environment` outlives it.
std::unique_ptr<grpc::Service> MakeRulesService(const CallEnvironment* environment);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_RULES_SERVICE_H_
