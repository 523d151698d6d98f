#include "service/server/server_limits.h"

#include <grpc/grpc.h>

#include "grpcpp/resource_quota.h"

namespace arbiter {
namespace {

constexpr int kMaxStreamsPerConnection = 1000;
constexpr int kMaxMetadataBytes = 16 * 1024;
constexpr int kKeepaliveTimeMs = 60'000;
constexpr int kKeepaliveTimeoutMs = 20'000;
constexpr int kMinClientPingIntervalMs = 10'000;
constexpr int kMaxPingStrikes = 3;
// What has come of messages and waits for the rest, of all connections together: a stream may bring
// a whole message before anybody is asked. Beyond it gRPC ends streams with RESOURCE_EXHAUSTED.
constexpr size_t kMaxTransportBytes = size_t{256} << 20;
// TLS and the first frame of HTTP/2. Who connects and says nothing holds a place under the cap.
constexpr int kHandshakeTimeoutMs = 10'000;
// Without any call. Clients connect again with their next one, which notices nothing.
constexpr int kMaxIdleMs = 300'000;
// Reflection holds a thread a stream.
constexpr int kMaxReflectionThreads = 16;

}  // namespace

void SetServerLimits(const Limits& limits, grpc::ServerBuilder* builder) {
  builder->SetMaxReceiveMessageSize(limits.max_message_bytes);
  builder->SetMaxSendMessageSize(limits.max_message_bytes);
  builder->SetResourceQuota(grpc::ResourceQuota("arbiterd")
                                .SetMaxThreads(kMaxReflectionThreads)
                                .Resize(kMaxTransportBytes));
  builder->AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxStreamsPerConnection);
  builder->AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveTimeMs);
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder->AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                              kMinClientPingIntervalMs);
  builder->AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, kMaxPingStrikes);
  builder->AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, kHandshakeTimeoutMs);
  builder->AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, kMaxIdleMs);
}

}  // namespace arbiter
