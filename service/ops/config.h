#ifndef ARBITER_SERVICE_OPS_CONFIG_H_
#define ARBITER_SERVICE_OPS_CONFIG_H_

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "service/convert/call_context.h"
#include "service/ops/log.h"

namespace arbiter {

// The version of the project, `1.2.3`, from CMake.
extern const char kVersion[];

// Who gets in, and what travels sealed; an empty path: not used. Files are read at the start, and
// again when they change.
struct SecurityConfig {
  // PEM files: certificate chain and private key; with `tls_client_ca` clients have to show a
  // certificate that one of these authorities has signed.
  std::string tls_cert;
  std::string tls_key;
  std::string tls_client_ca;
  // Clients by the SHA-256 of their keys, with the methods and quotas of each.
  std::string api_keys;
  // JWKS file; tokens of `jwt_issuer` for `jwt_audience` stand for a key.
  std::string jwt_keys;
  std::string jwt_issuer;
  std::string jwt_audience;
  // Keys that snapshots are sealed with.
  std::string snapshot_keys;
};

// Results of analyses that are kept for later ones.
struct AnalysisCacheConfig {
  // `memory`, `none` or `redis://host:port[/database]`.
  std::string store = "memory";
  // Megabytes of the store in memory.
  uint32_t megabytes = 16;
  // What an answer of Redis may take; later ones count as none.
  int timeout_ms = 50;
};

// How the server runs; the flags of `arbiterd` have the same names.
struct ServerConfig {
  // Where gRPC is served, as gRPC takes addresses.
  std::string listen = "127.0.0.1:50051";
  // Where metrics, health and readiness are served over HTTP; empty: nowhere.
  std::string metrics_listen = "127.0.0.1:9464";
  // Plaintext for other machines is meant.
  bool insecure = false;
  LogLevel log_level = LogLevel::kInfo;
  // The share of calls without error that are logged, 0 to 1.
  double log_sample = 1;
  // From the end of the drain delay to the exit, at most.
  int grace_period_ms = 10'000;
  // Between NOT_SERVING and the end of accepting calls.
  int drain_delay_ms = 0;
  // gRPC connections at a time; never more than the limit of descriptors allows.
  int max_connections = 10'000;
  // Of these, those of one client address, IPv6 by /64; 0: any number.
  int max_connections_per_address = 256;
  // Networks in CIDR notation, separated by commas, whose connections begin with a PROXY header.
  std::string proxy_protocol_from;
  // Between two attempts of the server to reach itself; 0: none.
  int self_probe_ms = 5'000;
  SecurityConfig security;
  AnalysisCacheConfig analysis_cache;
  Limits limits;
};

// The program does not start: 0 after --help, --version, --print-config and --validate,
// whose text goes to standard output; 2 where something is wrong, and the text says what.
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

#endif  // ARBITER_SERVICE_OPS_CONFIG_H_
