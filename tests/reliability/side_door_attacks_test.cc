// Attacks on everything but the calls themselves: the port of metrics and probes, the decoding of
// requests, the log, and reflection.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/reliability/attacks.h"
#include "tests/reliability/http2_client.h"
#include "tests/reliability/strict_times.h"
#include "tests/support/durations.h"
#include "tests/support/free_port.h"
#include "tests/support/key_files.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/load.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;

// --- The port of metrics and probes.

// Opens connections that send half a request at once and then one byte per second.
void DribbleRequests(const Attackers& attackers, const std::stop_token& stop) {
  constexpr char kHalf[] = "GET /metrics HTTP/1.1\r\nHost: test\r\nX-Slow: ";
  std::vector<std::unique_ptr<RawConnection>> connections(
      static_cast<size_t>(attackers.connections));
  while (!stop.stop_requested()) {
    for (auto& connection : connections) {
      if (stop.stop_requested()) return;
      if (connection != nullptr && connection->SendSome("x") > 0) continue;
      connection = std::make_unique<RawConnection>(attackers.address, attackers.source);
      connection->SendSome(kHalf);
    }
    const auto next = steady_clock::now() + std::chrono::seconds(1);
    while (!stop.stop_requested() && steady_clock::now() < next) {
      std::this_thread::sleep_for(milliseconds(10));
    }
  }
}

class SlowConnections : public ::testing::TestWithParam<int> {};

TEST_P(SlowConnections, DoNotDelayProbesOrMetrics) {
  const ServerProcess server;
  const ServerProcess undisturbed;
  const std::jthread attacker([&](const std::stop_token& stop) {
    DribbleRequests({.address = server.metrics_address(), .connections = GetParam()}, stop);
  });
  std::this_thread::sleep_for(milliseconds(500));
  for (const char* path : {"/healthz", "/readyz", "/metrics"}) {
    const auto get = [path](const ServerProcess& from) {
      EXPECT_THAT(HttpGet(from.metrics_address(), path), HasSubstr(" 200 ")) << path;
    };
    Durations times;
    Durations undisturbed_times;
    constexpr int kRequests = 20;
    for (int i = 0; i < kRequests; ++i) {
      times.Measure([&] { get(server); });
      undisturbed_times.Measure([&] { get(undisturbed); });
    }
    std::cout << GetParam() << " slow connections: half of " << kRequests << " requests for "
              << path << " are answered in " << times.Median().count() << " us, the slowest in "
              << times.Slowest().count() << " us; for another server, half of them in "
              << undisturbed_times.Median().count() << " us\n";
    // Whoever waits for slow connections waits until they are closed, at an age of 10 s.
    EXPECT_LT(times.Median(), 1000 * undisturbed_times.Median()) << path;
    ExpectStrictly(path, std::chrono::ceil<milliseconds>(times.Slowest()), milliseconds(200));
  }
}

INSTANTIATE_TEST_SUITE_P(All, SlowConnections, ::testing::Values(30, 300));

// --- Requests that cannot be decoded.

constexpr char kAnalyze[] = "/arbiter.v1.AnalysisService/Analyze";
constexpr char kInvalidAnalyses[] =
    R"(grpc_server_handled_total{grpc_code="InvalidArgument",grpc_method="Analyze",)"
    R"(grpc_service="arbiter.v1.AnalysisService",grpc_type="server_stream"})";
// Field 1 claims to be five bytes long, but no bytes follow.
constexpr char kUndecodable[] = "\x0a\x05";

TEST(UndecodableRequests, AreCountedAndLogged) {
  const ServerProcess server;
  const Calls calls = {.method = kAnalyze, .request = kUndecodable};
  const Tally tally = Load(server.address()).Send(calls, 5);
  EXPECT_THAT(tally.failed, ::testing::ElementsAre(::testing::Pair(kInvalidArgument, 5)));
  EXPECT_TRUE(Eventually([&] { return MetricOf(server, kInvalidAnalyses) == 5; }))
      << MetricOf(server, kInvalidAnalyses);
  EXPECT_TRUE(EventuallyLogs(server, "call", 5)) << server.Log();
}

TEST(UndecodableRequests, NeedAKey) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", "arb_key")));
  const ServerProcess server({"--api-keys", keys.path()});
  const Calls calls = {.method = kAnalyze, .request = kUndecodable};
  const Tally tally = Load(server.address()).Send(calls, 5);
  EXPECT_THAT(tally.failed, ::testing::ElementsAre(::testing::Pair(kUnauthenticated, 5)));
}

// --- The log.

// Returns the value of a metric at an address, or 0 if the metric is missing.
double MetricAt(const std::string& address, const std::string& name) {
  const std::string text = HttpGet(address, "/metrics");
  const size_t found = text.find("\n" + name + " ");
  return found == std::string::npos ? 0 : std::stod(text.substr(found + name.size() + 2));
}

TEST(LogAttacks, LinesLostToAFullDiskAreCounted) {
  const std::string address = "127.0.0.1:" + std::to_string(FreePort());
  const std::string metrics = "127.0.0.1:" + std::to_string(FreePort());
  const Process server({"/bin/sh", "-c", "exec \"$0\" \"$@\" 2>/dev/full", ServerProgram(),
                        "--listen", address, "--metrics-listen", metrics, "--log-sample", "1"});
  ASSERT_TRUE(Eventually([&] { return !HttpGet(metrics, "/healthz").empty(); }));
  Client client(address);
  constexpr int kCalls = 20;
  for (int i = 0; i < kCalls; ++i) EXPECT_EQ(CallLegalMoves(client).code(), 0);
  EXPECT_TRUE(Eventually([&] {
    return MetricAt(metrics, "arbiter_log_lines_dropped_total") >= kCalls;
  })) << MetricAt(metrics, "arbiter_log_lines_dropped_total");
}

TEST(LogAttacks, RefusedCallsWriteLittle) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", "arb_key")));
  const ServerProcess server({"--api-keys", keys.path(), "--log-sample", "0"});
  const auto before = server.Log().size();
  constexpr int kCalls = 5000;
  const auto begin = steady_clock::now();
  Load load = Load::From(kAttackerAddress, server.address(), 2);
  Tally tally;
  while (tally.calls() < kCalls) {
    tally.Add(load.Send({.method = "/arbiter.v1.RulesService/LegalMoves", .request = ""}, 64));
  }
  const std::chrono::duration<double> taken = steady_clock::now() - begin;
  const double kilobytes = static_cast<double>(server.Log().size() - before) / 1000;
  std::cout << tally.calls() << " calls without a key in " << taken.count() << " s: " << kilobytes
            << " KB of log\n";
  EXPECT_THAT(tally.failed,
              ::testing::ElementsAre(::testing::Pair(kUnauthenticated, tally.calls())));
  // 100 KB per second.
  EXPECT_LT(kilobytes, 100 * (1 + taken.count()));
  EXPECT_THAT(server.Log().substr(before), HasSubstr("UNAUTHENTICATED")) << "no refusal was logged";
}

// gRPC logs a line for each header field that it cannot parse, and such a field takes two bytes.
TEST(LogAttacks, InvalidHeadersWriteLittle) {
  const ServerProcess server({"--log-sample", "0"});
  const size_t before = server.Log().size();
  const std::string opening =
      SilentStreams("/arbiter.v1.RulesService/LegalMoves", 90, InvalidFields(100));
  {
    const std::jthread attacker([&](const std::stop_token& stop) {
      SendAndHold({.address = server.address(), .connections = 2}, {opening}, true, stop);
    });
    EXPECT_TRUE(Eventually([&] {
      return server.Log().find("\"msg\":\"grpc\"", before) != std::string::npos;
    })) << "no invalid field was logged";
    std::this_thread::sleep_for(milliseconds(500));
  }
  const std::string log = server.Log().substr(before);
  EXPECT_LT(log.size(), 20'000);
}

// --- Reflection.

class HeldReflection : public ::testing::TestWithParam<int> {};

TEST_P(HeldReflection, DoesNotBlockReflectionForOthers) {
  const ServerProcess server;
  Http2Client attacker(server.address(), kAttackerAddress);
  const std::string fields =
      PathFields("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo");
  for (int i = 0; i < GetParam(); ++i) {
    // ServerReflectionRequest { string list_services = 7; }
    attacker.Write(attacker.Open(fields), Message("\x3a\x01*"));
  }
  for (int i = 0; i < 50; ++i) attacker.Work(milliseconds(10));
  Client client(server.address());
  EXPECT_THAT(client.Reflection(), HasSubstr("arbiter.v1.RulesService"));
}

INSTANTIATE_TEST_SUITE_P(All, HeldReflection, ::testing::Values(16, 64));

}  // namespace
}  // namespace arbiter::testing
