#ifndef ARBITER_SERVICE_OPS_CONFIG_H_
#define ARBITER_SERVICE_OPS_CONFIG_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "service/limits.h"
#include "service/ops/log.h"
#include "service/ops/process.h"

namespace arbiter {

// The version of the project, such as `1.2.3`. CMake sets it.
extern const char kVersion[];

// Who may call, and how snapshots are sealed. Most members are paths; an empty one disables the
// feature. Files are read at the start, and again when they change.
struct SecurityConfig {
  // PEM files with the certificate chain and the private key. With `tls_client_ca`, clients must
  // present a certificate that was signed by one of the authorities in that file.
  std::string tls_cert;
  std::string tls_key;
  std::string tls_client_ca;
  // The key file: clients by the SHA-256 of their keys, with their methods and quotas.
  std::string api_keys;
  // A JWKS file. Tokens that `jwt_issuer` issues for `jwt_audience` are accepted like API keys.
  std::string jwt_keys;
  std::string jwt_issuer;
  std::string jwt_audience;
  // The file with the keys that seal snapshots.
  std::string snapshot_keys;
};

// The cache of analysis results.
struct AnalysisCacheConfig {
  // `memory`, `none` or `redis://host:port[/database]`.
  std::string store = "memory";
  // The size of the store in memory, in megabytes.
  uint32_t megabytes = 16;
  // How long to wait for a response from Redis, in milliseconds. Later responses are ignored.
  int timeout_ms = 50;
};

// The jobs that the server keeps in a database, and whether it works on them.
struct JobsConfig {
  // What a process does with jobs: answers calls about them, works on them, or both.
  enum class Role { kService, kWorker, kBoth };

  // The URL of the database, such as `postgresql://arbiter@db.example/arbiter`; empty if the server
  // keeps no jobs.
  std::string database;
  // The path of a file with the password of the database; empty if the URL or the environment has
  // what is needed.
  std::string password_file;
  Role role = Role::kBoth;
  // How long a worker may be silent before another one gets what it works on, in milliseconds.
  int lease_ms = 30'000;
  // What one client may have: jobs, items without a result, and megabytes of items and results.
  int64_t max_per_client = 1'000;
  int64_t max_waiting_items = 1'000'000;
  int64_t max_mb_per_client = 1'024;
  // Whether callers without a name may have jobs.
  bool are_for_anyone = false;
  // Whether the database may lose what it has acknowledged.
  bool accept_loss = false;
};

// The settings of the server. The flags of `arbiterd` have the same names.
struct ServerConfig {
  // The address of the gRPC port, in a form that ParseAddress() reads.
  std::string listen = "127.0.0.1:50051";
  // The address of the port for calls through HTTP/1.1, in the same form; empty for none.
  std::string http_listen;
  // The origins whose pages may call that port, separated by commas; `*` stands for all.
  std::string http_origins;
  // The address that serves metrics, health and readiness over HTTP; empty for none.
  std::string metrics_listen = "127.0.0.1:9464";
  // Whether everybody who can reach `listen` and `http_listen` is trusted.
  bool trust_network = false;
  LogLevel log_level = LogLevel::kInfo;
  // The share of successful calls that are logged, 0 to 1.
  double log_sample = 0.01;
  int log_slow_ms = 1000;
  // The maximum time from the end of the drain delay to the exit, in milliseconds.
  int grace_period_ms = 10'000;
  // How long calls are still accepted after health has turned NOT_SERVING, in milliseconds.
  int drain_delay_ms = 0;
  // The maximum number of connections for calls. The limit of descriptors can lower it.
  int max_connections = 10'000;
  // The maximum number of these connections of one client address, IPv6 by /64; 0 for no limit.
  int max_connections_per_address = 256;
  // Networks in CIDR notation, separated by commas. If there are any, connections must come from
  // these and begin with a PROXY header.
  std::string proxy_protocol_from;
  // The time between two attempts by the server to reach itself, in milliseconds; 0 for none.
  int self_probe_ms = 5'000;
  SecurityConfig security;
  AnalysisCacheConfig analysis_cache;
  JobsConfig jobs;
  Limits limits;
  // What this process may use, in bytes.
  size_t memory = ProcessMemoryLimit();
};

// Why the program exits without starting the server. `code` is 0 for --help, --version,
// --print-config and --validate, whose `text` goes to standard output, and 2 if a setting is not
// valid; then `text` is the error message.
struct EarlyExit {
  int code;
  std::string text;
};

// Returns the value of an environment variable, or nullptr if it is not set.
using Environment = std::function<const char*(const char* name)>;

// Reads the settings from the arguments (without the program's name), the environment
// (`ARBITER_LISTEN` for --listen, and so on) and the file that --config names. Arguments take
// precedence over the environment, and the environment over the file. `memory` is what the process
// may use, in bytes; tables that do not fit into it are refused.
std::variant<ServerConfig, EarlyExit> ReadConfig(const std::vector<std::string>& arguments,
                                                 const Environment& environment,
                                                 size_t memory = ProcessMemoryLimit());

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_CONFIG_H_
