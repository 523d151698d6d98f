#ifndef ARBITER_CLIENTS_CPP_SRC_BUILD_VALUES_H_
#define ARBITER_CLIENTS_CPP_SRC_BUILD_VALUES_H_

// What CMake knows; build_values.cc.in has it from there.
namespace arbiter::client {

// deploy/grpc/service_config.json.
extern const char kServiceConfig[];
// Of the project.
extern const char kVersion[];

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_BUILD_VALUES_H_
