#ifndef ARBITER_SERVICE_NET_SERVER_LIMITS_H_
#define ARBITER_SERVICE_NET_SERVER_LIMITS_H_

#include "grpcpp/server_builder.h"
#include "service/convert/call_context.h"

namespace arbiter {

// Sets the limits that gRPC enforces before any handler is called: on the size of messages and
// metadata, streams per connection, pings, and the time for the handshake and without calls.
void SetServerLimits(const Limits& limits, grpc::ServerBuilder* builder);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_SERVER_LIMITS_H_
