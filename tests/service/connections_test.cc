// Connections: the cap on their number, a server that runs out of descriptors, and the threads that
// serve them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/process_facts.h"
#include "tests/support/server/client.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

constexpr char kProbeFailures[] = "arbiter_self_probe_failures_total";
constexpr char kRefused[] = "arbiter_connections_refused_total";

v1::BatchRequest LegalMovesItem() {
  return Item(R"({"legalMoves":{"position":{"variant":"chak"}}})");
}

bool Answers(Client& client) { return !client.Call(LegalMovesItem()).has_status(); }

// Returns whether the server answers a new connection.
bool AnswersNewConnection(const ServerProcess& server) {
  return RawConnection(server.address()).SendPreface(milliseconds(1000));
}

// Debian's gRPC 1.51.1 by itself never accepts a connection again after it has run out of
// descriptors. Here the limit is lowered while the server runs, because otherwise the server's cap
// on connections would keep it from running out.
TEST(Connections, CVE_2023_4785_TheServiceRecoversWhenDescriptorsAreAvailableAgain) {
  const ServerProcess server({"--self-probe-ms", "0"});
  Client before(server.address());
  ASSERT_TRUE(Answers(before));
  rlimit limit = {.rlim_cur = 100, .rlim_max = 100};
  ASSERT_EQ(prlimit(server.pid(), RLIMIT_NOFILE, &limit, nullptr), 0);
  std::vector<RawConnection> held;
  held.reserve(300);
  for (int i = 0; i < 300; ++i) held.emplace_back(server.address());
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_FALSE(AnswersNewConnection(server)) << "descriptors did not run out";
  EXPECT_TRUE(Answers(before));
  held.clear();
  EXPECT_TRUE(Eventually([&] { return AnswersNewConnection(server); }));
}

// With a low limit from the start, the cap keeps the server from running out of descriptors.
TEST(Connections, CVE_2023_4785_MoreConnectionsThanDescriptorsAreSurvived) {
  const ServerProcess server({"--self-probe-ms", "100"}, {.max_descriptors = 256});
  EXPECT_THAT(server.Log(), HasSubstr("descriptors allow fewer connections"));
  Client before(server.address());
  ASSERT_TRUE(Answers(before));
  std::vector<RawConnection> held;
  held.reserve(600);
  for (int i = 0; i < 600; ++i) held.emplace_back(server.address());
  EXPECT_TRUE(Eventually([&] { return MetricOf(server, kRefused) > 300; }));
  EXPECT_FALSE(AnswersNewConnection(server));
  EXPECT_TRUE(Answers(before));
  // The self-probe may connect beyond the cap.
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_EQ(MetricOf(server, kProbeFailures), 0);
  held.clear();
  EXPECT_TRUE(Eventually([&] { return AnswersNewConnection(server); }));
}

TEST(Connections, BeyondTheCapNewConnectionsAreRefusedAndOpenOnesServed) {
  const ServerProcess server({"--max-connections", "2", "--self-probe-ms", "50"});
  Client one(server.address());
  ASSERT_TRUE(Answers(one));
  std::unique_ptr<RawConnection> two;
  // A self-probe may have the second place for a moment.
  ASSERT_TRUE(Eventually([&] {
    two = std::make_unique<RawConnection>(server.address());
    return two->SendPreface();
  }));
  const double refused = MetricOf(server, kRefused);
  EXPECT_FALSE(RawConnection(server.address()).SendPreface());
  EXPECT_EQ(MetricOf(server, kRefused), refused + 1);
  EXPECT_TRUE(Answers(one));
  std::this_thread::sleep_for(milliseconds(300));
  EXPECT_EQ(MetricOf(server, kProbeFailures), 0);
  two.reset();
  EXPECT_TRUE(Eventually([&] { return AnswersNewConnection(server); }));
}

TEST(Connections, OpenConnectionsAreCounted) {
  const ServerProcess server({"--self-probe-ms", "0"});
  EXPECT_EQ(MetricOf(server, "arbiter_connections"), 0);
  {
    RawConnection one(server.address());
    RawConnection two(server.address());
    EXPECT_TRUE(one.SendPreface());
    EXPECT_TRUE(two.SendPreface());
    EXPECT_TRUE(Eventually([&] { return MetricOf(server, "arbiter_connections") == 2; }));
  }
  EXPECT_TRUE(Eventually([&] { return MetricOf(server, "arbiter_connections") == 0; }));
}

// A server without descriptors is unreachable. It exits, so that its supervisor restarts it.
TEST(SelfProbe, AServerThatCannotReachItselfExits) {
  ServerProcess server({"--self-probe-ms", "50"});
  Client client(server.address());
  ASSERT_TRUE(Answers(client));
  EXPECT_EQ(MetricOf(server, kProbeFailures), 0);
  rlimit none = {.rlim_cur = 1, .rlim_max = 1};
  ASSERT_EQ(prlimit(server.pid(), RLIMIT_NOFILE, &none, nullptr), 0);
  EXPECT_EQ(server.Wait(), 1);
  EXPECT_THAT(server.Log(), HasSubstr("the server cannot reach itself"));
}

// The server drains for longer than three probes take. Three failures in a row would end it.
TEST(SelfProbe, DoesNotFailWhileTheServerStops) {
  ServerProcess server({"--self-probe-ms", "10", "--drain-delay-ms", "300"});
  Client client(server.address());
  ASSERT_TRUE(Answers(client));
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_THAT(server.Log(), ::testing::Not(HasSubstr("the server cannot reach itself")));
}

TEST(SelfProbe, PassesOnEveryKindOfAddress) {
  const std::string path = TemporaryPath("probe");
  for (const std::string& address : {std::string("[::]:0"), std::string("localhost:0"),
                                     "unix:" + path, "unix-abstract:" + path}) {
    const ServerProcess server({"--listen", address, "--trust-network", "--self-probe-ms", "10"});
    std::this_thread::sleep_for(milliseconds(200));
    EXPECT_EQ(MetricOf(server, kProbeFailures), 0) << address;
    if (address.starts_with("unix")) {
      Client client(server.address());
      EXPECT_TRUE(Answers(client)) << address;
    }
  }
  // A server that is killed leaves its socket behind.
  unlink(path.c_str());
}

// A queue for every processor of the machine, instead of the one that the server may use, made its
// threads hand the connection over to each other at nearly every call.
TEST(Connections, OneThreadServesTheCallsOnOneProcessor) {
  ServerProcess server({}, {.processor = 0});
  Client client(server.address());
  const v1::BatchRequest item = SampleItems().front();
  client.Call(item);
  constexpr int kCalls = 2000;
  std::map<pid_t, int64_t> before = WaitsOfThreads(server.pid());
  for (int i = 0; i < kCalls; ++i) client.Call(item);
  // One thread waits for each call, which comes after the answer to the one before it. The others
  // wait at most for the time to pass.
  int busy_threads = 0;
  for (const auto& [thread, waits] : WaitsOfThreads(server.pid())) {
    if (waits - before[thread] > kCalls / 4) ++busy_threads;
  }
  EXPECT_LE(busy_threads, 1);
}

}  // namespace
}  // namespace arbiter::testing
