#ifndef ARBITER_SERVICE_GRPC_SERVER_LIMITS_H_
#define ARBITER_SERVICE_GRPC_SERVER_LIMITS_H_

#include "grpcpp/server_builder.h"
#include "service/limits.h"

namespace arbiter {

// Sets the limits that gRPC enforces before any handler is called: on the size of messages and
// metadata, the streams per connection, pings, the duration of the handshake, and the age and idle
// time of connections.
void SetServerLimits(const Limits& limits, grpc::ServerBuilder* builder);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_GRPC_SERVER_LIMITS_H_
