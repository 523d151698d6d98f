#include "service/ops/config.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "core/base/strings.h"
#include "service/cache/redis_connection.h"
#include "service/files/bounded_file.h"
#include "service/net/address.h"
#include "service/net/proxy_protocol.h"
#include "service/ops/config_files.h"
#include "service/ops/table_memory.h"

namespace arbiter {
namespace {

constexpr int kBadConfig = 2;
constexpr int kDayMs = 24 * 60 * 60 * 1000;

const std::map<std::string, JobsConfig::Role> kRoles = {{"service", JobsConfig::Role::kService},
                                                        {"worker", JobsConfig::Role::kWorker},
                                                        {"both", JobsConfig::Role::kBoth}};

const std::map<std::string, LogLevel> kLogLevels = {
    {"error", LogLevel::kError}, {"info", LogLevel::kInfo}, {"debug", LogLevel::kDebug}};

// The maximum size of the --config file.
constexpr size_t kMaxConfigBytes = kMiB;

// The format of the --config file, with a maximum size.
class BoundedConfig : public CLI::ConfigTOML {
 public:
  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    const absl::StatusOr<std::string> content = ReadBounded(input, "the file", kMaxConfigBytes);
    if (!content.ok()) {
      throw CLI::FileError(absl::StrCat("--config: ", content.status().message()));
    }
    std::istringstream stream(*content);
    return CLI::ConfigTOML::from_config(stream);
  }
};

// The values of the flags, from which a ServerConfig is made.
struct Settings {
  ServerConfig config;
  std::string log_level = "info";
  std::string role = "both";
  // --insecure, which no longer exists; see FindConflict().
  bool insecure = false;
  bool print_config = false;
  bool validate = false;
};

std::string CheckListen(const std::string& text) {
  if (ParseAddress(text).has_value()) return "";
  return absl::StrCat("'", text, "' is not an address; write host:port, [IPv6]:port or unix:path");
}

std::string CheckHttpListen(const std::string& text) {
  return text.empty() ? "" : CheckListen(text);
}

std::string CheckOrigins(const std::string& text) {
  for (const absl::string_view origin : absl::StrSplit(text, ',', absl::SkipEmpty())) {
    const size_t scheme = origin.find("://");
    const bool is_origin = scheme != absl::string_view::npos && scheme > 0 &&
                           origin.find_first_of("/ ", scheme + 3) == absl::string_view::npos;
    if (origin == "*" || is_origin) continue;
    return absl::StrCat(
        "'", origin, "' is not an origin; write https://host or https://host:port, or * for all");
  }
  return "";
}

std::string CheckMetricsListen(const std::string& text) {
  if (text.empty()) return "";
  const std::optional<Address> address = ParseAddress(text);
  if (address.has_value() && address->scheme.empty()) return "";
  return absl::StrCat("'", text,
                      "' is not an address; write host:port or [IPv6]:port, or \"\" for none");
}

std::string CheckCacheStore(const std::string& text) {
  if (text == "memory" || text == "none" || ParseRedisAddress(text).has_value()) return "";
  return absl::StrCat("'", text,
                      "' is not a store; write memory, none or redis://host:port[/database]");
}

std::string CheckJobs(const std::string& text) {
  if (text.empty()) return "";
  const absl::string_view url = absl::StripPrefix(text, "postgresql://");
  if (url.size() == text.size()) {
    return "write postgresql://user@host:port/database, or \"\" for no jobs";
  }
  const absl::string_view authority = url.substr(0, url.find('/'));
  const size_t user = authority.find('@');
  const bool is_in_user = user != absl::string_view::npos &&
                          authority.substr(0, user).find(':') != absl::string_view::npos;
  if (is_in_user || absl::StrContains(url, "password=")) {
    return "everybody on the machine could read a password in the URL; write it into a file, and "
           "set --jobs-password-file";
  }
  return "";
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
            "Maximum size of a gRPC message, in bytes");
  AddNumber(
      app, "--max-record-actions", &limits->max_record_actions, 1, kMaxInt,
      "Maximum number of actions in a record, a PGN game, or an ApplyMoves or ConvertMoves call");
  AddNumber(app, "--max-perft-depth", &limits->max_perft_depth, 0, 100,
            "Maximum depth of a perft, in plies");
  AddNumber(app, "--max-perft-nodes", &limits->max_perft_nodes, uint64_t{1},
            uint64_t{std::numeric_limits<int64_t>::max()},
            "Maximum number of nodes that a perft visits");
  AddNumber(app, "--max-outcome-paths", &limits->max_outcome_paths, uint64_t{1},
            uint64_t{std::numeric_limits<int64_t>::max()},
            "Maximum number of sequences of random draws that an EnumerateOutcomes call follows");
  AddNumber(app, "--max-batch-in-flight", &limits->max_batch_in_flight, 1, 1'000'000,
            "Maximum number of unanswered items of a Batch stream; further items are not read "
            "until an answer has gone out");
  AddNumber(app, "--max-call-ms", &limits->max_call_ms, 1, kDayMs,
            "Milliseconds that a call may take from its request to its answer; analyses have "
            "limits of their own");
  AddNumber(app, "--request-timeout-ms", &limits->request_timeout_ms, 1, kDayMs,
            "Milliseconds within which the request of a call must arrive");
  AddNumber(app, "--stream-idle-ms", &limits->stream_idle_ms, 1, kDayMs,
            "Milliseconds that a Batch or a Session may stay open while it is idle");
  AddNumber(app, "--max-calls-per-client", &limits->max_calls_per_client, 1, 1'000'000,
            "Maximum number of open calls of a client, which is a name or, without one, an "
            "address");
  AddNumber(app, "--max-streams-per-connection", &limits->max_streams_per_connection, 1, 10'000,
            "Maximum number of open calls of a connection; a connection with more than three times "
            "as many is broken off");
  AddNumber(app, "--max-connection-age-ms", &limits->max_connection_age_ms, 0, kDayMs,
            "Milliseconds after which a client is asked to reconnect; 0 for never");
  AddNumber(app, "--work-threads", &limits->work_threads, 1, 1024,
            "Threads for long work (Perft, EnumerateOutcomes, large requests)");
  AddNumber(
      app, "--work-queue", &limits->work_queue, 0, 1'000'000,
      "Maximum number of long requests that wait for a thread; beyond it, the client with the "
      "most waiting is refused with OVERLOADED");
}

void AddAnalysisLimits(CLI::App* app, Limits* limits) {
  constexpr uint32_t kMaxHashMb = 1 << 20;
  AddNumber(app, "--analysis-threads", &limits->analysis_threads, 1, 1024,
            "Search threads of all analyses together");
  AddNumber(app, "--analysis-queue", &limits->analysis_queue, 0, 1'000'000,
            "Maximum number of analyses that wait for threads, also if all of them are one "
            "client's; beyond it, the client with the most waiting is refused with OVERLOADED");
  AddNumber(app, "--max-analysis-threads", &limits->max_analysis_threads, 1U, 1024U,
            "Maximum number of search threads of an analysis; never more than --analysis-threads");
  AddNumber(app, "--max-movetime-ms", &limits->max_movetime_ms, 1U,
            std::numeric_limits<uint32_t>::max(),
            "Maximum time of an analysis, in milliseconds; an infinite analysis ends after it");
  AddNumber(app, "--hash-mb", &limits->hash_mb, 1U, kMaxHashMb,
            "Default size of the transposition table of an analysis, in megabytes");
  AddNumber(app, "--max-hash-mb", &limits->max_hash_mb, 1U, kMaxHashMb,
            "Maximum size of a transposition table, in megabytes; at most a quarter of what all "
            "tables may take together, which depends on the memory of the process");
  AddNumber(app, "--max-review-actions", &limits->max_review_actions, 1,
            std::numeric_limits<int>::max(),
            "Maximum number of actions in the record of a ReviewGame call");
  AddNumber(app, "--max-review-ms", &limits->max_review_time_ms, 1U,
            std::numeric_limits<uint32_t>::max(), "Milliseconds that a ReviewGame call may take");
}

void AddFile(CLI::App* app, const std::string& name, std::string* path, const std::string& help) {
  app->add_option(name, *path, help)->type_name("FILE");
}

void AddSecurity(CLI::App* app, SecurityConfig* security) {
  AddFile(app, "--tls-cert", &security->tls_cert,
          "Certificate chain in PEM format; with it and --tls-key, the server accepts only TLS");
  AddFile(app, "--tls-key", &security->tls_key, "Private key of --tls-cert in PEM format");
  AddFile(
      app, "--tls-client-ca", &security->tls_client_ca,
      "CA certificates in PEM format; clients must present a certificate signed by one of these "
      "authorities (mutual TLS)");
  AddFile(app, "--api-keys", &security->api_keys,
          "Clients with the hashes of their keys, their methods and their quotas (arbiter keys); "
          "other callers are refused");
  AddFile(app, "--jwt-keys", &security->jwt_keys,
          "JWKS file; RS256 and ES256 tokens signed with its keys are accepted like API keys; "
          "needs --jwt-issuer and --jwt-audience");
  app->add_option("--jwt-issuer", security->jwt_issuer, "The `iss` that tokens must have");
  app->add_option("--jwt-audience", security->jwt_audience, "The `aud` that tokens must have");
  AddFile(app, "--snapshot-keys", &security->snapshot_keys,
          "Keys that seal snapshots and authenticate what is stored in Redis; with them, unsealed "
          "snapshots are refused");
}

void AddAnalysisCache(CLI::App* app, AnalysisCacheConfig* cache) {
  app->add_option(
         "--analysis-cache", cache->store,
         "Where the results of analyses are kept: memory, none or redis://host:port[/database]")
      ->check(CheckCacheStore)
      ->capture_default_str();
  AddNumber(app, "--analysis-cache-mb", &cache->megabytes, 1U, 1U << 16,
            "Maximum size of the results that are kept in memory, in megabytes");
  AddNumber(app, "--analysis-cache-timeout-ms", &cache->timeout_ms, 1, 10'000,
            "Milliseconds to wait for a response from Redis");
}

void AddJobs(CLI::App* app, Settings* settings) {
  JobsConfig& jobs = settings->config.jobs;
  app->add_option("--jobs", jobs.database,
                  "URL of the PostgreSQL database that keeps jobs: "
                  "postgresql://user@host:port/database?sslmode=verify-full; \"\" for no jobs")
      ->check(CheckJobs)
      ->capture_default_str();
  app->add_option("--jobs-password-file", jobs.password_file, "File with the password of that user")
      ->capture_default_str();
  app->add_option(
         "--role", settings->role,
         "What this process does with jobs: service answers calls about them, worker works "
         "on them with all search threads, both shares the threads with other calls")
      ->check(CLI::IsMember(std::vector<std::string>{"service", "worker", "both"}))
      ->capture_default_str();
  AddNumber(app, "--jobs-lease-ms", &jobs.lease_ms, 1'000, kDayMs,
            "Milliseconds that a worker may be silent before another one gets what it works on");
  AddNumber(app, "--jobs-max-per-client", &jobs.max_per_client, int64_t{1}, int64_t{10'000},
            "Maximum number of jobs of a client that have neither been deleted nor expired");
  AddNumber(app, "--jobs-max-waiting-items", &jobs.max_waiting_items, int64_t{1},
            int64_t{100'000'000}, "Maximum number of items of a client that have no result yet");
  AddNumber(app, "--jobs-max-mb-per-client", &jobs.max_mb_per_client, int64_t{1}, int64_t{1} << 20,
            "Megabytes of items and results of a client from which it gets no further items; those "
            "of deleted jobs count until the day is over on which the job would have expired");
  app->add_flag("--jobs-for-anyone", jobs.are_for_anyone,
                "Let callers without a name have jobs, which then belong to all of them");
  app->add_flag("--jobs-accept-loss", jobs.accept_loss,
                "Accept a database that may lose jobs which it has acknowledged, because fsync or "
                "synchronous_commit is off");
}

void AddOptions(CLI::App* app, Settings* settings) {
  ServerConfig& config = settings->config;
  app->add_option("--listen", config.listen,
                  "gRPC address: host:port, [IPv6]:port or unix:path; port 0 stands for any free "
                  "port, 0.0.0.0 for all IPv4 addresses, [::] for all IPv4 and IPv6 addresses")
      ->check(CheckListen)
      ->capture_default_str();
  app->add_option(
         "--http-listen", config.http_listen,
         "Address for calls through HTTP/1.1 with JSON (the Connect protocol), in the same "
         "form; \"\" for none")
      ->check(CheckHttpListen)
      ->capture_default_str();
  app->add_option("--http-origins", config.http_origins,
                  "Origins whose pages may call --http-listen from a browser, e.g. "
                  "https://games.example, separated by commas; * for all, \"\" for none")
      ->check(CheckOrigins)
      ->capture_default_str();
  app->add_option("--metrics-listen", config.metrics_listen,
                  "HTTP address of /metrics, /healthz and /readyz; \"\" for none")
      ->check(CheckMetricsListen)
      ->capture_default_str();
  app->add_flag("--trust-network", config.trust_network,
                "Serve everybody who can reach --listen and --http-listen, even without TLS: only "
                "for networks in which every machine is trusted, because the server does not "
                "withstand attacks on HTTP/2 by itself");
  // An empty group hides the flag.
  app->add_flag("--insecure", settings->insecure)->group("");
  app->add_option("--log-level", settings->log_level,
                  "error: overload and faults of the server; info: also calls that fail, slow "
                  "calls and a sample of the others; debug: also the messages of gRPC and "
                  "Protobuf")
      ->check(CLI::IsMember(std::vector<std::string>{"error", "info", "debug"}))
      ->capture_default_str();
  AddNumber(app, "--log-sample", &config.log_sample, 0.0, 1.0,
            "Share of successful calls that are logged, 1 for every call; errors are always "
            "logged, except in floods");
  AddNumber(app, "--log-slow-ms", &config.log_slow_ms, 0, kDayMs,
            "Milliseconds from which a successful call is slow and always logged; streams never "
            "are");
  AddNumber(app, "--max-connections", &config.max_connections, 1, 1'000'000,
            "Maximum number of gRPC connections; fewer if the limit of file descriptors is low");
  AddNumber(app, "--max-connections-per-address", &config.max_connections_per_address, 0, 1'000'000,
            "Maximum number of gRPC connections of a client address, IPv6 by /64; 0 for no limit");
  app->add_option(
         "--proxy-protocol-from", config.proxy_protocol_from,
         "Networks of proxies, such as 10.0.0.5/32,2001:db8::/64; connections must begin with a "
         "PROXY header (version 2) that names the client, and those from elsewhere are closed")
      ->check(CheckNetworks)
      ->capture_default_str();
  AddNumber(app, "--self-probe-ms", &config.self_probe_ms, 0, kDayMs,
            "Milliseconds between attempts by the server to reach itself; it exits when they keep "
            "failing; 0 for no attempts");
  AddNumber(app, "--grace-period-ms", &config.grace_period_ms, 100, kDayMs,
            "Milliseconds that running calls have to finish after SIGTERM and --drain-delay-ms");
  AddNumber(app, "--drain-delay-ms", &config.drain_delay_ms, 0, kDayMs,
            "Milliseconds in which calls are still accepted after health has turned NOT_SERVING");
  AddSecurity(app, &config.security);
  AddAnalysisCache(app, &config.analysis_cache);
  AddJobs(app, settings);
  AddLimits(app, &config.limits);
  AddAnalysisLimits(app, &config.limits);
  app->add_flag("--print-config", settings->print_config,
                "Print the settings in effect, in the format of --config, and exit")
      ->configurable(false);
  app->add_flag("--validate", settings->validate,
                "Check the settings and the files that they name, report the first error, and exit")
      ->configurable(false);
  app->config_formatter(std::make_shared<BoundedConfig>());
  app->set_config("--config", "",
                  "File with `name = value` lines; the names are those of the options, without --")
      ->type_name("FILE");
}

// Converts `max-perft-depth` to `ARBITER_MAX_PERFT_DEPTH`.
std::string VariableName(const std::string& option) {
  return absl::StrCat("ARBITER_", absl::AsciiStrToUpper(absl::StrReplaceAll(option, {{"-", "_"}})));
}

// Converts environment variables to arguments. CLI11 itself gives the file precedence over the
// environment. As arguments that precede those of the command line, the variables override the file
// and are overridden by the command line.
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

std::string ConfigString(const std::string& text) { return absl::StrCat("\"", text, "\""); }

// Formats the settings as one `name = value` line per option.
std::string FormatConfig(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_configurable() || option->get_group().empty()) continue;
    std::string value = option->count() > 0 ? option->as<std::string>() : option->get_default_str();
    if (option->get_expected_min() == 0) {
      value = option->count() > 0 && option->as<bool>() ? "true" : "false";
    } else if (value.empty() || !std::all_of(value.begin(), value.end(), absl::ascii_isdigit)) {
      value = ConfigString(value);
    }
    absl::StrAppend(&text, option->get_single_name(), " = ", value, "\n");
  }
  return text;
}

// What other servers call the options of this one.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"--port", "--listen"},
    {"-p", "--listen"},
    {"--host", "--listen"},
    {"--bind", "--listen"},
    {"--address", "--listen"},
    {"--grpc-listen", "--listen"},
    {"--metrics", "--metrics-listen"},
    {"--metrics-port", "--metrics-listen"},
    {"--threads", "--work-threads"},
    {"--workers", "--work-threads"},
    {"--verbose", "--log-level"},
    {"-v", "--log-level"},
    {"--cert", "--tls-cert"},
    {"--key", "--tls-key"}};

// Returns the message for an argument that is not an option.
std::string UnknownArgumentText(const CLI::App& app) {
  const std::vector<std::string> unknown = app.remaining();
  const auto is_option = [](const std::string& word) { return word.starts_with('-'); };
  const auto option = std::find_if(unknown.begin(), unknown.end(), is_option);
  if (option == unknown.end()) {
    return absl::StrCat("'", unknown.front(), "' is not an option; options begin with --");
  }
  const std::string name = option->substr(0, option->find('='));
  std::vector<std::string> known;
  for (const CLI::Option* each : app.get_options()) {
    if (!each->get_group().empty()) known.push_back("--" + each->get_single_name());
  }
  for (const auto& [other, meant] : kOtherNames) {
    if (name == other) {
      return StrCat("unknown option ", name, " (did you mean ", meant, "?); see arbiterd --help");
    }
  }
  return StrCat("unknown option ", name,
                KnownNames(name, std::vector<std::string_view>(known.begin(), known.end())));
}

EarlyExit ConfigError(const std::string& message) {
  return {kBadConfig, absl::StrCat("arbiterd: ", message, "\n")};
}

// Returns the message for a conflict between settings that are valid on their own; empty if there
// is none.
std::string FindConflict(const Settings& settings) {
  const ServerConfig& config = settings.config;
  const SecurityConfig& security = config.security;
  const bool tls = !security.tls_cert.empty();
  if (tls == security.tls_key.empty()) {
    return "--tls-cert and --tls-key go together; set both or neither";
  }
  if (!tls && !security.tls_client_ca.empty()) return "--tls-client-ca: needs --tls-cert";
  if (!security.jwt_keys.empty() &&
      (security.jwt_issuer.empty() || security.jwt_audience.empty())) {
    return "--jwt-keys: needs --jwt-issuer and --jwt-audience";
  }
  if (config.jobs.role != JobsConfig::Role::kBoth && config.jobs.database.empty()) {
    return StrCat("--role: ", settings.role, " needs jobs; set --jobs postgresql://…");
  }
  if (settings.insecure) {
    return "--insecure no longer exists; to serve other machines in plaintext, set "
           "--proxy-protocol-from to the address of HAProxy, or --trust-network if every machine "
           "that can connect is trusted";
  }
  const bool from_proxy = !config.proxy_protocol_from.empty();
  const std::pair<std::string_view, const std::string&> doors[] = {
      {"--listen", config.listen}, {"--http-listen", config.http_listen}};
  for (const auto& [flag, text] : doors) {
    if (text.empty()) continue;
    const Address listen = *ParseAddress(text);
    if (from_proxy && listen.is_unix()) {
      return "--proxy-protocol-from: connections to a Unix socket come from no network; let "
             "HAProxy connect to 127.0.0.1";
    }
    if (!listen.is_loopback() && !from_proxy && security.tls_client_ca.empty() &&
        !config.trust_network) {
      return StrCat(flag, ": other machines can reach '", text,
                    "'; set --proxy-protocol-from to the address of HAProxy, --tls-client-ca "
                    "to require certificates, or --trust-network if every machine that can "
                    "connect is trusted");
    }
  }
  if (config.limits.hash_mb > config.limits.max_hash_mb) {
    return absl::StrCat("--hash-mb: ", config.limits.hash_mb,
                        " is more than --max-hash-mb, which is ", config.limits.max_hash_mb);
  }
  return "";
}

}  // namespace

const char kVersion[] = ARBITER_VERSION;

std::variant<ServerConfig, EarlyExit> ReadConfig(const std::vector<std::string>& arguments,
                                                 const Environment& environment, size_t memory) {
  Settings settings;
  settings.config.memory = memory;
  Limits& limits = settings.config.limits;
  const uint32_t largest_table_mb = LargestTableMb(memory);
  limits.max_hash_mb = std::min(limits.max_hash_mb, std::bit_floor(largest_table_mb));
  limits.hash_mb = std::min(limits.hash_mb, limits.max_hash_mb);
  CLI::App app("Arbiter: a gRPC service for the rules of chess variants.", "arbiterd");
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.set_version_flag("--version", absl::StrCat("arbiterd ", kVersion));
  app.footer(
      "Every option is also an environment variable (--listen: ARBITER_LISTEN) and a line in the\n"
      "--config file (listen = \"127.0.0.1:50051\"). Flags override the environment, which "
      "overrides\nthe file.");
  AddOptions(&app, &settings);
  std::vector<std::string> all = VariablesAsArguments(app, environment);
  all.insert(all.end(), arguments.begin(), arguments.end());
  // CLI11 expects the arguments in reverse order.
  std::reverse(all.begin(), all.end());
  try {
    app.parse(std::move(all));
  } catch (const CLI::ConfigError& error) {
    return ConfigError(absl::StrCat("--config: unknown setting: ", error.what()));
  } catch (const CLI::ParseError& error) {
    std::ostringstream output;
    std::ostringstream errors;
    if (app.exit(error, output, errors) == 0) return EarlyExit{EXIT_SUCCESS, output.str()};
    const bool is_unknown = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
    return ConfigError(is_unknown ? UnknownArgumentText(app) : error.what());
  }
  settings.config.log_level = kLogLevels.at(settings.log_level);
  settings.config.jobs.role = kRoles.at(settings.role);
  if (const std::string conflict = FindConflict(settings); !conflict.empty()) {
    return ConfigError(conflict);
  }
  if (limits.max_hash_mb > largest_table_mb) {
    return ConfigError(absl::StrCat("--max-hash-mb: a table of ", limits.max_hash_mb,
                                    " MB does not fit into the memory of this process, ",
                                    memory >> 20, " MB; at most ", largest_table_mb));
  }
  if (settings.print_config) return EarlyExit{EXIT_SUCCESS, FormatConfig(app)};
  if (settings.validate) {
    if (const absl::Status status = CheckFiles(settings.config); !status.ok()) {
      return ConfigError(std::string(status.message()));
    }
    return EarlyExit{EXIT_SUCCESS, "arbiterd: the settings are valid\n"};
  }
  return settings.config;
}

}  // namespace arbiter
