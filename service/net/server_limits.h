#ifndef ARBITER_SERVICE_NET_SERVER_LIMITS_H_
#define ARBITER_SERVICE_NET_SERVER_LIMITS_H_

#include "grpcpp/server_builder.h"
#include "service/convert/call_context.h"

namespace arbiter {

// What gRPC lets a client do before any handler is asked: sizes of messages and metadata, streams a
// connection, pings, time to say hello and to say nothing.
void SetServerLimits(const Limits& limits, grpc::ServerBuilder* builder);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_SERVER_LIMITS_H_
