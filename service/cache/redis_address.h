#ifndef ARBITER_SERVICE_CACHE_REDIS_ADDRESS_H_
#define ARBITER_SERVICE_CACHE_REDIS_ADDRESS_H_

#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// Which database of which server.
struct RedisAddress {
  std::string host;
  int port = 0;
  int database = 0;
};

// `redis://host:port` with `/database` behind it or not, an IPv6 host in brackets; nothing for
// anything else.
std::optional<RedisAddress> ParseRedisAddress(std::string_view text);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_REDIS_ADDRESS_H_
