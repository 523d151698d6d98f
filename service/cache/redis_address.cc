#include "service/cache/redis_address.h"

#include <charconv>

#include "core/rules/strings.h"
#include "service/net/address.h"

namespace arbiter {

std::optional<RedisAddress> ParseRedisAddress(std::string_view text) {
  if (!ConsumePrefix(&text, "redis://")) return std::nullopt;
  const size_t slash = text.find('/');
  const std::optional<Address> server = ParseAddress(text.substr(0, slash));
  if (!server || !server->scheme.empty() || server->host.empty() || server->port == 0) {
    return std::nullopt;
  }
  RedisAddress address = {.host = server->host, .port = server->port};
  if (slash == std::string_view::npos) return address;
  const std::string_view number = text.substr(slash + 1);
  const char* const end = number.data() + number.size();
  const auto [rest, error] = std::from_chars(number.data(), end, address.database);
  if (error != std::errc() || rest != end || address.database < 0) return std::nullopt;
  return address;
}

}  // namespace arbiter
