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

// Which database of which server.
struct RedisAddress {
  std::string host;
  int port = 0;
  int database = 0;
};

// Parses `redis://host:port` or `redis://host:port/database`, with an IPv6 host in brackets.
// std::nullopt for any other text.
std::optional<RedisAddress> ParseRedisAddress(std::string_view text);

// A connection to Redis, used by one thread at a time. Errors: UNAVAILABLE where the connection has
// failed and is of no more use, FAILED_PRECONDITION where Redis has refused a command.
class RedisConnection {
 public:
  // `timeout` is for connecting, and later for each command. Finding the host may take longer.
  static absl::StatusOr<RedisConnection> Connect(const RedisAddress& address,
                                                 std::chrono::milliseconds timeout);

  // What Redis answers to a command: a text, or a number as one; NOT_FOUND where it is nothing.
  absl::StatusOr<std::string> Call(const std::vector<std::string_view>& command);

 private:
  struct Free {
    void operator()(redisContext* context) const;
  };
  using Deadline = std::chrono::steady_clock::time_point;

  RedisConnection(redisContext* context, std::chrono::milliseconds timeout)
      : context_(context), timeout_(timeout) {}

  absl::Status Send(const std::vector<std::string_view>& command, Deadline deadline);
  // The next answer, a redisReply that is the caller's.
  absl::StatusOr<void*> Receive(Deadline deadline);
  absl::Status Broken() const;

  std::unique_ptr<redisContext, Free> context_;
  std::chrono::milliseconds timeout_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_REDIS_CONNECTION_H_
