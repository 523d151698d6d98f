#include "service/ops/config.h"

#include <cstdio>
#include <map>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "service/ops/table_memory.h"
#include "tests/support/temporary_file.h"

namespace arbiter {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using Variables = std::map<std::string, std::string>;

std::variant<ServerConfig, EarlyExit> ReadSettings(const std::vector<std::string>& arguments,
                                                   const Variables& variables = {},
                                                   size_t memory = size_t{8} << 30) {
  const auto variable = [&variables](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  return ReadConfig(arguments, variable, memory);
}

ServerConfig ReadValidConfig(const std::vector<std::string>& arguments,
                             const Variables& variables = {}) {
  const auto result = ReadSettings(arguments, variables);
  const auto* exit = std::get_if<EarlyExit>(&result);
  EXPECT_EQ(exit, nullptr) << (exit == nullptr ? "" : exit->text);
  return exit == nullptr ? std::get<ServerConfig>(result) : ServerConfig();
}

EarlyExit ReadEarlyExit(const std::vector<std::string>& arguments,
                        const Variables& variables = {}) {
  const auto result = ReadSettings(arguments, variables);
  const auto* exit = std::get_if<EarlyExit>(&result);
  EXPECT_NE(exit, nullptr);
  return exit == nullptr ? EarlyExit{-1, ""} : *exit;
}

TEST(ConfigTest, HasDefaults) {
  const ServerConfig config = ReadValidConfig({});
  EXPECT_EQ(config.listen, "127.0.0.1:50051");
  EXPECT_EQ(config.metrics_listen, "127.0.0.1:9464");
  EXPECT_EQ(config.limits.work_queue, Limits().work_queue);
}

TEST(ConfigTest, FlagsOverrideTheEnvironmentWhichOverridesTheFile) {
  const testing::TemporaryFile file("work-threads = 3\nwork-queue = 30\nmax-perft-depth = 4\n");
  const Variables variables = {{"ARBITER_WORK_THREADS", "5"}, {"ARBITER_WORK_QUEUE", "50"}};
  const ServerConfig config =
      ReadValidConfig({"--config", file.path(), "--work-threads", "7"}, variables);
  EXPECT_EQ(config.limits.work_threads, 7);
  EXPECT_EQ(config.limits.work_queue, 50);
  EXPECT_EQ(config.limits.max_perft_depth, 4);
}

TEST(ConfigTest, TheEnvironmentCanNameTheFile) {
  const testing::TemporaryFile file("grace-period-ms = 1234\n");
  EXPECT_EQ(ReadValidConfig({}, {{"ARBITER_CONFIG", file.path()}}).grace_period_ms, 1234);
}

TEST(ConfigTest, TheEnvironmentCanSetFlags) {
  EXPECT_TRUE(ReadValidConfig({}, {{"ARBITER_TRUST_NETWORK", "true"}}).trust_network);
  EXPECT_FALSE(ReadValidConfig({}, {{"ARBITER_TRUST_NETWORK", "false"}}).trust_network);
  EXPECT_FALSE(ReadValidConfig({}, {{"ARBITER_TRUST_NETWORK", ""}}).trust_network);
}

TEST(ConfigTest, MetricsCanBeDisabled) {
  EXPECT_EQ(ReadValidConfig({"--metrics-listen", ""}).metrics_listen, "");
  EXPECT_EQ(ReadValidConfig({}, {{"ARBITER_METRICS_LISTEN", ""}}).metrics_listen, "");
}

TEST(ConfigTest, PrintedConfigCanBeReadBack) {
  const EarlyExit printed =
      ReadEarlyExit({"--print-config", "--metrics-listen", "", "--listen", "[::1]:0", "--log-level",
                     "error", "--trust-network", "--max-perft-nodes", "5000000000"});
  EXPECT_EQ(printed.code, 0);
  EXPECT_THAT(printed.text, HasSubstr("listen = \"[::1]:0\"\n"));
  EXPECT_THAT(printed.text, HasSubstr("trust-network = true\n"));
  const testing::TemporaryFile file(printed.text);
  EXPECT_EQ(ReadEarlyExit({"--config", file.path(), "--print-config"}).text, printed.text);
}

TEST(ConfigTest, ReadsTheLimitsOfAnalyses) {
  const Limits defaults = ReadValidConfig({}).limits;
  EXPECT_GE(defaults.analysis_threads, 1);
  EXPECT_EQ(defaults.analysis_queue, 100);
  EXPECT_EQ(defaults.hash_mb, 16u);
  const Limits limits =
      ReadValidConfig({"--analysis-threads", "3", "--analysis-queue", "0", "--max-analysis-threads",
                       "2", "--max-movetime-ms", "1000", "--hash-mb", "8", "--max-hash-mb", "32",
                       "--max-review-actions", "50", "--max-review-ms", "2000"})
          .limits;
  EXPECT_EQ(limits.analysis_threads, 3);
  EXPECT_EQ(limits.analysis_queue, 0);
  EXPECT_EQ(limits.max_analysis_threads, 2u);
  EXPECT_EQ(limits.max_movetime_ms, 1000u);
  EXPECT_EQ(limits.hash_mb, 8u);
  EXPECT_EQ(limits.max_hash_mb, 32u);
  EXPECT_EQ(limits.max_review_actions, 50);
  EXPECT_EQ(limits.max_review_time_ms, 2000u);
  EXPECT_EQ(defaults.max_review_time_ms, 30u * 60 * 1000);
  EXPECT_THAT(ReadEarlyExit({"--print-config"}).text, HasSubstr("analysis-queue = 100\n"));
}

// Six analyses with tables of 256 MB once took more than the 768 MB that the process had.
TEST(ConfigTest, TablesFitIntoTheMemoryOfTheProcess) {
  constexpr size_t kMegabyte = size_t{1} << 20;
  const auto limits_with = [](size_t memory, const std::vector<std::string>& arguments) {
    const auto result = ReadSettings(arguments, {}, memory);
    return std::get<ServerConfig>(result).limits;
  };
  EXPECT_EQ(limits_with(8192 * kMegabyte, {}).max_hash_mb, 256u);
  EXPECT_EQ(limits_with(2048 * kMegabyte, {}).max_hash_mb, 128u);
  EXPECT_EQ(limits_with(1024 * kMegabyte, {}).max_hash_mb, 32u);
  EXPECT_EQ(limits_with(768 * kMegabyte, {}).max_hash_mb, 16u);
  EXPECT_EQ(limits_with(128 * kMegabyte, {}).max_hash_mb, 4u);
  EXPECT_EQ(limits_with(128 * kMegabyte, {}).hash_mb, 4u);
  EXPECT_EQ(limits_with(768 * kMegabyte, {"--max-hash-mb", "24"}).max_hash_mb, 24u);
  const auto refused = ReadSettings({"--max-hash-mb", "256"}, {}, 768 * kMegabyte);
  ASSERT_TRUE(std::holds_alternative<EarlyExit>(refused));
  EXPECT_EQ(std::get<EarlyExit>(refused).code, 2);
  EXPECT_THAT(std::get<EarlyExit>(refused).text,
              AllOf(HasSubstr("--max-hash-mb"), HasSubstr("768 MB"), HasSubstr("at most 24")));
}

// The sum of docs/operations.md: tables, the heap, unsent answers and waiting requests, stored
// analyses, and the program.
TEST(ConfigTest, TheMemoryOfTheWholeProcessIsWithinItsLimit) {
  for (size_t megabytes = 768; megabytes <= 65536; megabytes += 256) {
    const size_t tables = TableMemory(megabytes << 20) >> 20;
    EXPECT_LE(tables + megabytes / 2 + 128 + 64 + 64 + 32, megabytes);
    EXPECT_LE(4 * LargestTableMb(megabytes << 20), tables);
  }
}

TEST(ConfigTest, RefusesInvalidSettings) {
  const testing::TemporaryFile unknown("lisen = \"127.0.0.1:1\"\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--config", unknown.path()}, "lisen"},
      {{"--config", "/nonexistent.toml"}, "/nonexistent.toml"},
      {{"--config", "/dev/zero"}, "--config: cannot read the file: it is larger than 1 MiB"},
      {{"--work-threads", "0"}, "--work-threads"},
      {{"--analysis-threads", "0"}, "--analysis-threads"},
      {{"--hash-mb", "0"}, "--hash-mb"},
      {{"--hash-mb", "64", "--max-hash-mb", "32"}, "64 is more than --max-hash-mb, which is 32"},
      {{"--max-message-bytes", "many"}, "--max-message-bytes"},
      {{"--listen", "50051"}, "not an address"},
      {{"--listen", "127.0.0.1:70000"}, "not an address"},
      {{"--listen", "[::g]:1"}, "not an address"},
      {{"--metrics-listen", "unix:/x"}, "not an address"},
      {{"--log-level", "loud"}, "loud"},
      {{"--no-such-flag"}, "--no-such-flag"},
  };
  for (const auto& [arguments, expected] : cases) {
    const EarlyExit exit = ReadEarlyExit(arguments);
    EXPECT_EQ(exit.code, 2) << expected;
    EXPECT_THAT(exit.text, HasSubstr(expected));
  }
}

constexpr const char* kReachableAddresses[] = {"0.0.0.0:1", "[::]:1", "arbiter.example:1",
                                               "ipv4:10.0.0.1:1"};

TEST(ConfigTest, ListeningForOtherMachinesNeedsAReason) {
  const std::vector<std::string> tls = {"--tls-cert", "a.pem", "--tls-key", "b.pem"};
  for (const char* address : kReachableAddresses) {
    const std::vector<std::vector<std::string>> reasons = {
        {"--trust-network"},
        {"--proxy-protocol-from", "10.0.0.5/32"},
        {"--tls-cert", "a.pem", "--tls-key", "b.pem", "--tls-client-ca", "c.pem"}};
    for (std::vector<std::string> arguments : reasons) {
      arguments.insert(arguments.end(), {"--listen", address});
      EXPECT_EQ(ReadValidConfig(arguments).listen, address) << arguments.front();
    }
    // TLS alone does not say who may connect.
    for (std::vector<std::string> arguments : {std::vector<std::string>{}, tls}) {
      arguments.insert(arguments.end(), {"--listen", address});
      const EarlyExit refused = ReadEarlyExit(arguments);
      EXPECT_EQ(refused.code, 2) << address;
      for (const char* reason : {"--proxy-protocol-from", "--tls-client-ca", "--trust-network"}) {
        EXPECT_THAT(refused.text, HasSubstr(reason)) << address;
      }
    }
  }
  for (const char* address : {"127.0.0.2:1", "[::1]:1", "localhost:1", "unix:/tmp/x.sock"}) {
    EXPECT_EQ(ReadValidConfig({"--listen", address}).listen, address);
    EXPECT_EQ(ReadValidConfig({"--http-listen", address}).http_listen, address);
  }
}

TEST(ConfigTest, ThePortForHttpNeedsAReasonToo) {
  for (const char* address : kReachableAddresses) {
    EXPECT_EQ(ReadValidConfig({"--trust-network", "--http-listen", address}).http_listen, address);
    const EarlyExit refused = ReadEarlyExit({"--http-listen", address});
    EXPECT_EQ(refused.code, 2) << address;
    EXPECT_THAT(refused.text, HasSubstr("--http-listen: other machines can reach")) << address;
  }
  EXPECT_EQ(ReadValidConfig({}).http_listen, "");
  EXPECT_EQ(ReadEarlyExit({"--http-listen", "nonsense"}).code, 2);
}

TEST(ConfigTest, OriginsHaveASchemeAndAHost) {
  for (const char* origins : {"", "*", "https://a.example", "https://a.example:8443,http://b"}) {
    EXPECT_EQ(ReadValidConfig({"--http-origins", origins}).http_origins, origins);
  }
  for (const char* origins : {"a.example", "https://a.example/", "https://a b", "://a", "x,*"}) {
    EXPECT_THAT(ReadEarlyExit({"--http-origins", origins}).text, HasSubstr("is not an origin"))
        << origins;
  }
}

TEST(ConfigTest, InsecureIsRefusedWithWhatReplacesIt) {
  const testing::TemporaryFile file("insecure = true\n");
  const std::vector<EarlyExit> exits = {
      ReadEarlyExit({"--listen", "0.0.0.0:1", "--insecure"}), ReadEarlyExit({"--insecure"}),
      ReadEarlyExit({"--config", file.path()}), ReadEarlyExit({}, {{"ARBITER_INSECURE", "true"}})};
  for (const EarlyExit& exit : exits) {
    EXPECT_EQ(exit.code, 2);
    EXPECT_THAT(exit.text, HasSubstr("--insecure no longer exists"));
    EXPECT_THAT(exit.text, HasSubstr("--proxy-protocol-from"));
    EXPECT_THAT(exit.text, HasSubstr("--trust-network"));
  }
  EXPECT_THAT(ReadEarlyExit({"--help"}).text, Not(HasSubstr("insecure")));
  EXPECT_THAT(ReadEarlyExit({"--print-config"}).text, Not(HasSubstr("insecure")));
}

TEST(ConfigTest, AUnixSocketIsNotForProxies) {
  EXPECT_THAT(
      ReadEarlyExit({"--listen", "unix:/tmp/x.sock", "--proxy-protocol-from", "127.0.0.1/32"}).text,
      HasSubstr("127.0.0.1"));
}

TEST(ConfigTest, HelpAndVersionExitWithSuccess) {
  EXPECT_EQ(ReadEarlyExit({"--version"}).code, 0);
  EXPECT_THAT(ReadEarlyExit({"--version"}).text, HasSubstr("arbiterd "));
  EXPECT_EQ(ReadEarlyExit({"--help"}).code, 0);
  EXPECT_THAT(ReadEarlyExit({"--help"}).text, HasSubstr("--grace-period-ms"));
}

TEST(ConfigTest, TlsNeedsACertificateAndAKey) {
  EXPECT_THAT(ReadEarlyExit({"--tls-cert", "a.pem"}).text, HasSubstr("--tls-key"));
  EXPECT_THAT(ReadEarlyExit({"--tls-key", "a.pem"}).text, HasSubstr("--tls-cert"));
  EXPECT_THAT(ReadEarlyExit({"--tls-client-ca", "a.pem"}).text, HasSubstr("--tls-cert"));
  const ServerConfig config =
      ReadValidConfig({"--listen", "127.0.0.1:1", "--tls-cert", "a.pem", "--tls-key", "b.pem"});
  EXPECT_EQ(config.security.tls_key, "b.pem");
}

TEST(ConfigTest, TokensNeedAnIssuerAndAnAudience) {
  EXPECT_THAT(ReadEarlyExit({"--jwt-keys", "a.json", "--jwt-issuer", "site"}).text,
              HasSubstr("--jwt-audience"));
}

// Everybody on the machine can read the arguments of a process.
TEST(ConfigTest, JobsNeedAUrlWithoutAPassword) {
  for (const char* url :
       {"db.example", "redis://db.example", "postgresql://arbiter:secret@db.example/arbiter",
        "postgresql://db.example/arbiter?user=arbiter&password=secret"}) {
    EXPECT_EQ(ReadEarlyExit({"--jobs", url}).code, 2) << url;
  }
  EXPECT_EQ(ReadValidConfig({"--jobs", "postgresql://arbiter@db.example:5432/arbiter"}).jobs.role,
            JobsConfig::Role::kBoth);
}

TEST(ConfigTest, ARoleNeedsJobs) {
  for (const std::string role : {"service", "worker"}) {
    const EarlyExit exit = ReadEarlyExit({"--role", role});
    EXPECT_EQ(exit.code, 2);
    EXPECT_THAT(exit.text, HasSubstr("--role: " + role + " needs jobs; set --jobs postgresql://"));
    EXPECT_EQ(ReadValidConfig({"--role", role, "--jobs", "postgresql://db.example/x"}).jobs.role,
              role == "worker" ? JobsConfig::Role::kWorker : JobsConfig::Role::kService);
  }
  EXPECT_EQ(ReadValidConfig({"--role", "both"}).jobs.role, JobsConfig::Role::kBoth);
}

TEST(ConfigTest, ValidatesTheStoreOfTheAnalysisCache) {
  for (const std::string& store : {std::string("disk"), std::string("redis://nowhere")}) {
    EXPECT_THAT(ReadEarlyExit({"--analysis-cache", store}).text,
                HasSubstr("'" + store + "' is not a store"));
  }
  EXPECT_EQ(ReadValidConfig({"--analysis-cache", "redis://127.0.0.1:6379"}).analysis_cache.store,
            "redis://127.0.0.1:6379");
}

TEST(ConfigTest, ValidatesWithoutStarting) {
  EXPECT_EQ(ReadEarlyExit({"--validate"}).code, 0);
  EXPECT_EQ(ReadEarlyExit({"--validate", "--log-sample", "2"}).code, 2);
}

}  // namespace
}  // namespace arbiter
