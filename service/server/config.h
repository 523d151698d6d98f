#ifndef ARBITER_SERVICE_SERVER_CONFIG_H_
#define ARBITER_SERVICE_SERVER_CONFIG_H_

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "service/limits.h"
#include "service/server/log.h"

namespace arbiter {

// How the server runs; the flags of `arbiterd` have the same names.
struct ServerConfig {
  // Where gRPC is served, as gRPC takes addresses.
  std::string listen = "127.0.0.1:50051";
  // Where metrics, health and readiness are served over HTTP; empty: nowhere.
  std::string metrics_listen = "127.0.0.1:9464";
  // Plaintext for other machines is meant.
  bool insecure = false;
  LogLevel log_level = LogLevel::kInfo;
  // From the end of the drain delay to the exit, at most.
  int grace_period_ms = 10'000;
  // Between NOT_SERVING and the end of accepting calls.
  int drain_delay_ms = 0;
  Limits limits;
};

// The program does not start: 0 after --help, --version and --print-config, whose
// text goes to standard output; 2 where something is wrong, and the text says what.
struct EarlyExit {
  int code;
  std::string text;
};

// The value of an environment variable; null where it is not set.
using Environment = std::function<const char*(const char* name)>;

// Reads arguments (without the program's name), environment (`ARBITER_LISTEN`
// for --listen, and so on) and the file that --config names; the first of them
// that has a setting decides it.
std::variant<ServerConfig, EarlyExit> ReadConfig(const std::vector<std::string>& arguments,
                                                 const Environment& environment);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_CONFIG_H_
