#ifndef ARBITER_SERVICE_CACHE_REDIS_CONNECTION_H_
#define ARBITER_SERVICE_CACHE_REDIS_CONNECTION_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

struct redisContext;
namespace arbiter {

// A database of a Redis server.
struct RedisAddress {
  std::string host;
  int port = 0;
  int database = 0;
};

// Parses `redis://host:port` or `redis://host:port/database`, with an IPv6 host in brackets.
// std::nullopt for any other text.
std::optional<RedisAddress> ParseRedisAddress(std::string_view text);

// A connection to Redis, for use by one thread at a time. Errors: UNAVAILABLE if the connection has
// failed and must be discarded, FAILED_PRECONDITION if Redis has refused a command.
class RedisConnection {
 public:
  // Connects to Redis. `timeout` applies to connecting and later to each command, but resolving the
  // name of the host can take longer.
  static absl::StatusOr<RedisConnection> Connect(const RedisAddress& address,
                                                 std::chrono::milliseconds timeout);

  // Sends a command and returns the reply, a string or a number formatted as one; NOT_FOUND if the
  // reply is nil.
  absl::StatusOr<std::string> Call(const std::vector<std::string_view>& command);

 private:
  struct ContextDeleter {
    void operator()(redisContext* context) const;
  };
  using Deadline = std::chrono::steady_clock::time_point;

  RedisConnection(redisContext* context, std::chrono::milliseconds timeout)
      : context_(context), timeout_(timeout) {}

  absl::Status Send(const std::vector<std::string_view>& command, Deadline deadline);
  // Returns the next reply, a redisReply that the caller owns.
  absl::StatusOr<void*> Receive(Deadline deadline);
  absl::Status ConnectionError() const;

  std::unique_ptr<redisContext, ContextDeleter> context_;
  std::chrono::milliseconds timeout_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_REDIS_CONNECTION_H_
