#ifndef ARBITER_CLIENTS_CPP_SRC_BUILD_VALUES_H_
#define ARBITER_CLIENTS_CPP_SRC_BUILD_VALUES_H_

// Values that CMake fills in; see build_values.cc.in.
namespace arbiter::client {

// The contents of deploy/grpc/service_config.json.
extern const char kServiceConfig[];
// Its `retryThrottling`: `maxTokens` and `tokenRatio`.
extern const double kMaxRetryTokens;
extern const double kRetryTokenRatio;
// The version of the project.
extern const char kVersion[];

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_BUILD_VALUES_H_
