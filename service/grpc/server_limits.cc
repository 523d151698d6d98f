#include "service/grpc/server_limits.h"

#include <grpc/grpc.h>

#include <algorithm>
#include <climits>
#include <cstdint>

#include "grpcpp/resource_quota.h"

namespace arbiter {
namespace {

constexpr int kMaxMetadataBytes = 16 * 1024;
constexpr int kKeepaliveTimeMs = 60'000;
constexpr int kKeepaliveTimeoutMs = 20'000;
constexpr int kMinClientPingIntervalMs = 10'000;
constexpr int kMaxPingStrikes = 3;
// The limit on incomplete messages of all connections together. A stream may send a whole message
// before any handler is called. Beyond the limit, gRPC ends streams with RESOURCE_EXHAUSTED.
constexpr size_t kMaxTransportBytes = size_t{256} << 20;
// How many bytes of a stream may arrive before they are read, beyond the message that is being
// read. By default, gRPC raises this to what it measures as the capacity of the connection, so that
// one client could fill the above with messages whose turn has not come.
constexpr int kStreamLookaheadBytes = 256 * 1024;
// The time limit for TLS and the first HTTP/2 frame. A silent connection would otherwise count
// against the limit of connections.
constexpr int kHandshakeTimeoutMs = 10'000;
// A connection without calls is closed after this time. The client's next call opens a new one.
constexpr int kMaxIdleMs = 300'000;
// How long calls may continue on a connection that has reached its maximum age, in addition to the
// longest possible analysis.
constexpr int64_t kAgeGraceMs = 600'000;

int AgeGraceMs(const Limits& limits) {
  const int64_t analysis = std::max<int64_t>(limits.max_movetime_ms, limits.max_review_time_ms);
  return static_cast<int>(std::min<int64_t>(analysis + kAgeGraceMs, INT_MAX));
}

}  // namespace

void SetServerLimits(const Limits& limits, grpc::ServerBuilder* builder) {
  builder->SetMaxReceiveMessageSize(limits.max_message_bytes);
  builder->SetMaxSendMessageSize(limits.max_message_bytes);
  builder->SetResourceQuota(grpc::ResourceQuota("arbiterd").Resize(kMaxTransportBytes));
  builder->AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  builder->AddChannelArgument(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, kStreamLookaheadBytes);
  // gRPC would decompress a message before checking the size of the result. A call whose headers
  // name a compression is refused, and a message that is compressed anyway stays compressed.
  builder->AddChannelArgument(GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0);
  for (const grpc_compression_algorithm algorithm : {GRPC_COMPRESS_DEFLATE, GRPC_COMPRESS_GZIP}) {
    builder->SetCompressionAlgorithmSupportStatus(algorithm, false);
  }
  builder->AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits.max_streams_per_connection);
  if (limits.max_connection_age_ms > 0) {
    builder->AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS, limits.max_connection_age_ms);
    builder->AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS, AgeGraceMs(limits));
  }
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
