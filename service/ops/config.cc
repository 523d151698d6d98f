#include "service/ops/config.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <sstream>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "service/cache/redis_connection.h"
#include "service/net/address.h"
#include "service/net/proxy_protocol.h"
#include "service/ops/config_files.h"

namespace arbiter {
namespace {

constexpr int kBadConfig = 2;
constexpr int kDayMs = 24 * 60 * 60 * 1000;

const std::map<std::string, LogLevel> kLogLevels = {
    {"error", LogLevel::kError}, {"info", LogLevel::kInfo}, {"debug", LogLevel::kDebug}};

// What the flags fill before it becomes a ServerConfig.
struct Settings {
  ServerConfig config;
  std::string log_level = "info";
  bool print_config = false;
  bool validate = false;
};

std::string CheckListen(const std::string& text) {
  if (ParseAddress(text).has_value()) return "";
  return absl::StrCat("'", text, "' is no address: host:port, [IPv6]:port or unix:path");
}

std::string CheckMetricsListen(const std::string& text) {
  if (text.empty()) return "";
  const std::optional<Address> address = ParseAddress(text);
  if (address.has_value() && address->scheme.empty()) return "";
  return absl::StrCat("'", text, "' is no address: host:port or [IPv6]:port, or empty for none");
}

std::string CheckCacheStore(const std::string& text) {
  if (text == "memory" || text == "none" || ParseRedisAddress(text).has_value()) return "";
  return absl::StrCat("'", text, "' is no store: memory, none or redis://host:port[/database]");
}

std::string CheckNetworks(const std::string& text) {
  return std::string(Networks::Parse(text).status().message());
}

template <typename T>
void AddNumber(CLI::App* app, const std::string& name, T* value, T min, T max,
               const std::string& help) {
  app->add_option(name, *value, help)->check(CLI::Range(min, max))->capture_default_str();
}

void AddLimits(CLI::App* app, Limits* limits) {
  constexpr int kMaxInt = std::numeric_limits<int>::max();
  AddNumber(app, "--max-message-bytes", &limits->max_message_bytes, 1024, 1 << 30,
            "Bytes of one gRPC message");
  AddNumber(app, "--max-record-actions", &limits->max_record_actions, 1, kMaxInt,
            "Actions in a record, in one ApplyMoves or ConvertMoves, in each game in PGN");
  AddNumber(app, "--max-perft-depth", &limits->max_perft_depth, 0, 100, "Plies of a perft");
  AddNumber(app, "--max-perft-nodes", &limits->max_perft_nodes, uint64_t{1},
            uint64_t{std::numeric_limits<int64_t>::max()}, "Nodes that one perft may visit");
  AddNumber(app, "--max-outcome-paths", &limits->max_outcome_paths, uint64_t{1},
            uint64_t{std::numeric_limits<int64_t>::max()},
            "Series of draws that one EnumerateOutcomes may follow");
  AddNumber(app, "--max-batch-in-flight", &limits->max_batch_in_flight, 1, 1'000'000,
            "Unanswered items of one Batch stream; further ones wait unread");
  AddNumber(app, "--max-call-ms", &limits->max_call_ms, 1, kDayMs,
            "Milliseconds that a call may take from its request to its answer; analyses have "
            "limits of their own");
  AddNumber(app, "--request-timeout-ms", &limits->request_timeout_ms, 1, kDayMs,
            "Milliseconds that the request of a call may take to arrive");
  AddNumber(app, "--stream-idle-ms", &limits->stream_idle_ms, 1, kDayMs,
            "Milliseconds that a Batch or a Session may stay open without anything to do");
  AddNumber(app, "--max-calls-per-client", &limits->max_calls_per_client, 1, 1'000'000,
            "Open calls of one client, which is a name or, without one, an address");
  AddNumber(app, "--max-streams-per-connection", &limits->max_streams_per_connection, 1, 10'000,
            "Calls of one connection at a time; one with three times as many is broken off");
  AddNumber(app, "--max-connection-age-ms", &limits->max_connection_age_ms, 0, kDayMs,
            "Milliseconds after which a client is asked to connect again; 0: never");
  AddNumber(app, "--work-threads", &limits->work_threads, 1, 1024,
            "Threads for long work (Perft, EnumerateOutcomes, large requests)");
  AddNumber(
      app, "--work-queue", &limits->work_queue, 0, 1'000'000,
      "Long requests that may wait for a thread; when full, the client with the most is refused "
      "as OVERLOADED");
}

void AddAnalysisLimits(CLI::App* app, Limits* limits) {
  constexpr uint32_t kMaxHashMb = 1 << 20;
  AddNumber(app, "--analysis-threads", &limits->analysis_threads, 1, 1024,
            "Search threads of all analyses together");
  AddNumber(app, "--analysis-queue", &limits->analysis_queue, 0, 1'000'000,
            "Analyses that may wait for threads; when full, the client with the most is refused as "
            "OVERLOADED");
  AddNumber(app, "--max-analysis-threads", &limits->max_analysis_threads, 1U, 1024U,
            "Search threads of one analysis; never more than --analysis-threads");
  AddNumber(app, "--max-movetime-ms", &limits->max_movetime_ms, 1U,
            std::numeric_limits<uint32_t>::max(),
            "Milliseconds that one analysis may ask for, and after which an infinite one ends");
  AddNumber(app, "--hash-mb", &limits->hash_mb, 1U, kMaxHashMb,
            "Megabytes of an analysis's transposition table where it asks for none");
  AddNumber(app, "--max-hash-mb", &limits->max_hash_mb, 1U, kMaxHashMb,
            "Megabytes of one transposition table; each running analysis may have one, and idle "
            "tables together this much and --hash-mb a search thread");
  AddNumber(app, "--max-review-actions", &limits->max_review_actions, 1,
            std::numeric_limits<int>::max(), "Actions in the record of one ReviewGame");
  AddNumber(app, "--max-review-ms", &limits->max_review_time_ms, 1U,
            std::numeric_limits<uint32_t>::max(), "Milliseconds that one ReviewGame may take");
}

void AddFile(CLI::App* app, const std::string& name, std::string* path, const std::string& help) {
  app->add_option(name, *path, help)->type_name("FILE");
}

void AddSecurity(CLI::App* app, SecurityConfig* security) {
  AddFile(app, "--tls-cert", &security->tls_cert,
          "PEM certificate chain; with --tls-key the server speaks TLS only");
  AddFile(app, "--tls-key", &security->tls_key, "PEM private key of --tls-cert");
  AddFile(app, "--tls-client-ca", &security->tls_client_ca,
          "PEM authorities; clients have to show a certificate of theirs (mutual TLS)");
  AddFile(app, "--api-keys", &security->api_keys,
          "Clients, their keys' hashes, methods and quotas (arbiter keys); others are refused");
  AddFile(app, "--jwt-keys", &security->jwt_keys,
          "JWKS whose RS256 and ES256 tokens stand for an API key; needs --jwt-issuer and "
          "--jwt-audience");
  app->add_option("--jwt-issuer", security->jwt_issuer, "The `iss` that tokens have to name");
  app->add_option("--jwt-audience", security->jwt_audience, "The `aud` that tokens have to name");
  AddFile(app, "--snapshot-keys", &security->snapshot_keys,
          "Keys that snapshots are sealed with; unsealed ones are refused then");
}

void AddAnalysisCache(CLI::App* app, AnalysisCacheConfig* cache) {
  app->add_option(
         "--analysis-cache", cache->store,
         "Where results of analyses are kept: memory, none or redis://host:port[/database]")
      ->check(CheckCacheStore)
      ->capture_default_str();
  AddNumber(app, "--analysis-cache-mb", &cache->megabytes, 1U, 1U << 16,
            "Megabytes of the results kept in memory");
  AddNumber(app, "--analysis-cache-timeout-ms", &cache->timeout_ms, 1, 10'000,
            "Milliseconds that an answer of Redis may take");
}

void AddOptions(CLI::App* app, Settings* settings) {
  ServerConfig& config = settings->config;
  app->add_option("--listen", config.listen,
                  "gRPC address: host:port, [IPv6]:port or unix:path; port 0: any free one; "
                  "0.0.0.0: all IPv4 addresses; [::]: all IPv4 and IPv6 addresses")
      ->check(CheckListen)
      ->capture_default_str();
  app->add_option("--metrics-listen", config.metrics_listen,
                  "HTTP address of /metrics, /healthz and /readyz; \"\": none")
      ->check(CheckMetricsListen)
      ->capture_default_str();
  app->add_flag("--insecure", config.insecure,
                "Allow a --listen address that other machines reach, though without TLS");
  app->add_option("--log-level", settings->log_level,
                  "error: overload and faults of the server; info: also one line a call; "
                  "debug: also what gRPC and Protobuf say")
      ->check(CLI::IsMember(std::vector<std::string>{"error", "info", "debug"}))
      ->capture_default_str();
  AddNumber(app, "--log-sample", &config.log_sample, 0.0, 1.0,
            "Share of calls without error that are logged; errors always are, but for floods");
  AddNumber(app, "--max-connections", &config.max_connections, 1, 1'000'000,
            "gRPC connections at a time; fewer where the limit of descriptors is low");
  AddNumber(app, "--max-connections-per-address", &config.max_connections_per_address, 0, 1'000'000,
            "gRPC connections of one client address at a time, IPv6 by /64; 0: any number");
  app->add_option(
         "--proxy-protocol-from", config.proxy_protocol_from,
         "Networks of proxies, such as 10.0.0.0/8,2001:db8::/32, whose connections have to "
         "begin with a PROXY header (version 2) that names the client")
      ->check(CheckNetworks)
      ->capture_default_str();
  AddNumber(
      app, "--self-probe-ms", &config.self_probe_ms, 0, kDayMs,
      "Milliseconds between attempts to reach itself, after whose failures it exits; 0: none");
  AddNumber(app, "--grace-period-ms", &config.grace_period_ms, 100, kDayMs,
            "Milliseconds that running calls have after SIGTERM (and --drain-delay-ms)");
  AddNumber(app, "--drain-delay-ms", &config.drain_delay_ms, 0, kDayMs,
            "Milliseconds between NOT_SERVING and the end of accepting calls");
  AddSecurity(app, &config.security);
  AddAnalysisCache(app, &config.analysis_cache);
  AddLimits(app, &config.limits);
  AddAnalysisLimits(app, &config.limits);
  app->add_flag("--print-config", settings->print_config,
                "Print the settings in effect, as --config reads them, and exit")
      ->configurable(false);
  app->add_flag("--validate", settings->validate,
                "Check the settings and the files that they name, say what is wrong, and exit")
      ->configurable(false);
  app->set_config("--config", "", "File of `name = value` lines, names as above without --")
      ->type_name("FILE");
}

// `--max-perft-depth` as `ARBITER_MAX_PERFT_DEPTH`.
std::string VariableName(const std::string& option) {
  return absl::StrCat("ARBITER_", absl::AsciiStrToUpper(absl::StrReplaceAll(option, {{"-", "_"}})));
}

// The library lets files win over the environment; as arguments before the real
// ones, which then win as the last, variables have their place.
std::vector<std::string> VariablesAsArguments(const CLI::App& app, const Environment& environment) {
  std::vector<std::string> arguments;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_single_name();
    if (!option->get_configurable() && name != "config") continue;
    const char* value = environment(VariableName(name).c_str());
    if (value == nullptr) continue;
    const bool is_flag = option->get_expected_min() == 0;
    if (is_flag) {
      if (*value != '\0') arguments.push_back(absl::StrCat("--", name, "=", value));
    } else {
      arguments.insert(arguments.end(), {absl::StrCat("--", name), value});
    }
  }
  return arguments;
}

std::string Quoted(const std::string& text) { return absl::StrCat("\"", text, "\""); }

// One `name = value` line an option.
std::string PrintedConfig(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_configurable()) continue;
    std::string value = option->count() > 0 ? option->as<std::string>() : option->get_default_str();
    if (option->get_expected_min() == 0) {
      value = option->count() > 0 && option->as<bool>() ? "true" : "false";
    } else if (value.empty() || !std::all_of(value.begin(), value.end(), absl::ascii_isdigit)) {
      value = Quoted(value);
    }
    absl::StrAppend(&text, option->get_single_name(), " = ", value, "\n");
  }
  return text;
}

EarlyExit Refusal(const std::string& message) {
  return {kBadConfig, absl::StrCat("arbiterd: ", message, "\n")};
}

// What is wrong with settings that are right one by one; empty where nothing is.
std::string Contradiction(const ServerConfig& config) {
  const SecurityConfig& security = config.security;
  const bool tls = !security.tls_cert.empty();
  if (tls == security.tls_key.empty()) return "--tls-cert and --tls-key: one needs the other";
  if (!tls && !security.tls_client_ca.empty()) return "--tls-client-ca: needs --tls-cert";
  if (!security.jwt_keys.empty() &&
      (security.jwt_issuer.empty() || security.jwt_audience.empty())) {
    return "--jwt-keys: needs --jwt-issuer and --jwt-audience";
  }
  if (!tls && !config.insecure && !ParseAddress(config.listen)->is_loopback()) {
    return absl::StrCat(
        "--listen: other machines reach '", config.listen,
        "', and it has no TLS; give --tls-cert and --tls-key, or --insecure if that "
        "is meant");
  }
  if (config.limits.hash_mb > config.limits.max_hash_mb)
    return "--hash-mb: more than --max-hash-mb";
  return "";
}

}  // namespace

const char kVersion[] = ARBITER_VERSION;

std::variant<ServerConfig, EarlyExit> ReadConfig(const std::vector<std::string>& arguments,
                                                 const Environment& environment) {
  Settings settings;
  CLI::App app("Arbiter: answers over gRPC what the rules of chess variants say.", "arbiterd");
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.set_version_flag("--version", absl::StrCat("arbiterd ", kVersion));
  app.footer(
      "Every option is also an environment variable (--listen: ARBITER_LISTEN) and a line in the\n"
      "--config file (listen = \"127.0.0.1:50051\"). Flags win over the environment, it over the "
      "file.");
  AddOptions(&app, &settings);
  std::vector<std::string> all = VariablesAsArguments(app, environment);
  all.insert(all.end(), arguments.begin(), arguments.end());
  // The library takes them from the back.
  std::reverse(all.begin(), all.end());
  try {
    app.parse(std::move(all));
  } catch (const CLI::ConfigError& error) {
    return Refusal(absl::StrCat("--config: unknown setting: ", error.what()));
  } catch (const CLI::ParseError& error) {
    std::ostringstream output;
    std::ostringstream errors;
    if (app.exit(error, output, errors) == 0) return EarlyExit{EXIT_SUCCESS, output.str()};
    return Refusal(error.what());
  }
  settings.config.log_level = kLogLevels.at(settings.log_level);
  if (const std::string wrong = Contradiction(settings.config); !wrong.empty()) {
    return Refusal(wrong);
  }
  if (settings.print_config) return EarlyExit{EXIT_SUCCESS, PrintedConfig(app)};
  if (settings.validate) {
    if (const absl::Status status = CheckFiles(settings.config); !status.ok()) {
      return Refusal(std::string(status.message()));
    }
    return EarlyExit{EXIT_SUCCESS, "arbiterd: the settings are valid\n"};
  }
  return settings.config;
}

}  // namespace arbiter
