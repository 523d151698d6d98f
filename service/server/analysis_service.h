#ifndef ARBITER_SERVICE_SERVER_ANALYSIS_SERVICE_H_
#define ARBITER_SERVICE_SERVER_ANALYSIS_SERVICE_H_

#include <memory>

#include "service/server/call_scope.h"

namespace grpc {
class Service;
}

namespace arbiter {

inline constexpr char kAnalysisServiceName[] = "arbiter.v1.AnalysisService";

// `arbiter.v1.AnalysisService`, over the handlers. `environment` outlives it.
std::unique_ptr<grpc::Service> MakeAnalysisService(const CallEnvironment* environment);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_ANALYSIS_SERVICE_H_
