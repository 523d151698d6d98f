// Streams that are opened and held: without a message, or without reading the responses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "tests/reliability/attacks.h"
#include "tests/reliability/honest_client.h"
#include "tests/reliability/http2_client.h"
#include "tests/reliability/target.h"
#include "tests/support/key_files.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kHoldTime{1000};
constexpr int64_t kMaxMib = 512;
constexpr int kStreams = 1000;

constexpr char kLegalMoves[] = "/arbiter.v1.RulesService/LegalMoves";

class StreamAttacks : public ::testing::TestWithParam<Route> {
 protected:
  // Runs an attack alongside honest calls, all of which must succeed.
  template <typename Attack>
  void ExpectServiceDuring(const std::string& name, const Target& target, int64_t max_mib,
                           const Attack& attack) {
    HonestClient honest(target.address());
    const PeakMemory memory(target.server().pid());
    {
      std::jthread attacker(attack);
      EXPECT_TRUE(honest.AwaitAnswers(30));
    }
    honest.Stop();
    std::cout << name << ": memory from " << memory.start_mib() << " to " << memory.peak_mib()
              << " MiB; " << honest.Summary() << "\n";
    EXPECT_LT(memory.peak_mib(), max_mib);
    EXPECT_EQ(honest.failures(), 0);
    honest.ExpectStrictP99(milliseconds(1000));
  }
};

TEST_P(StreamAttacks, AllowedStreamsWithoutAMessageAreBounded) {
  const Target target(GetParam());
  ExpectServiceDuring("300 connections of as many silent streams as allowed", target, kMaxMib,
                      [&](const auto& stop) {
                        HoldAllowedStreams({.address = target.address(), .connections = 300},
                                           kLegalMoves, kStreams, stop);
                      });
}

// Without a limit, the responses would take gigabytes.
TEST_P(StreamAttacks, UnreadResponsesAreBounded) {
  const Target target(GetParam());
  constexpr int kAllowedStreams = 100;
  const std::vector<std::string> openings = {
      UnreadResponses("/arbiter.v1.RulesService/ListVariants", "", kAllowedStreams),
      UnreadResponses("/arbiter.v1.RulesService/RenderBoard",
                      Item(R"({"renderBoard":{"position":{"variant":"chak"}}})")
                          .render_board()
                          .SerializeAsString(),
                      kAllowedStreams),
  };
  constexpr int64_t kMaxUnreadMib = 256;
  ExpectServiceDuring(
      "200 connections of 100 unread responses", target, kMaxUnreadMib, [&](const auto& stop) {
        SendAndHold({.address = target.address(), .connections = 200}, openings, true, stop);
      });
}

INSTANTIATE_TEST_SUITE_P(All, StreamAttacks, BothRoutes(), NameOfRoute);

// The server ends silent streams and frees their memory. HAProxy does not forward them, as
// tests/deploy/haproxy_limits.test.mjs shows.
TEST(SilentStreamAttacks, StreamsEndAndTheirMemoryIsFreed) {
  const Target target(Route::kDirect, {"--request-timeout-ms", "1000"});
  const PeakMemory memory(target.server().pid());
  const pid_t server = target.server().pid();
  std::jthread attacker([&](const std::stop_token& stop) {
    SendAndHold({.address = target.address(), .connections = 100},
                {SilentStreams(kLegalMoves, kStreams)}, false, stop);
  });
  std::this_thread::sleep_for(kHoldTime);
  constexpr int64_t kMaxKeptMib = 48;
  int64_t kept_mib = 0;
  const bool freed = Eventually([&] {
    kept_mib = FactsOf(server).resident_kib / 1024 - memory.start_mib();
    return kept_mib <= kMaxKeptMib;
  });
  std::cout << "silent streams: +" << memory.growth_mib() << " MiB, of which " << kept_mib
            << " MiB were not freed\n";
  EXPECT_TRUE(freed) << kept_mib << " MiB more than before";
}

class KeyedStreamAttacks : public ::testing::TestWithParam<Route> {
 protected:
  const TemporaryFile keys_{KeyFileOf(KeyEntry("site", "arb_key"))};
  const Target target_{GetParam(), {"--api-keys", keys_.path()}};
};

TEST_P(KeyedStreamAttacks, AClientWithoutAKeyIsRefusedBeforeItsFirstMessage) {
  std::vector<std::string> methods = {"RulesService/Batch", "AnalysisService/Session"};
  // HAProxy forwards calls to other methods only once their message has arrived.
  if (GetParam() == Route::kDirect) {
    methods.insert(methods.end(), {"RulesService/LegalMoves", "AnalysisService/Analyze"});
  }
  for (const std::string& method : methods) {
    Http2Client client(target_.address(), kAttackerAddress);
    const uint32_t stream = client.Open(PathFields("/arbiter.v1." + method));
    EXPECT_TRUE(client.WorkUntilEnded(stream, kPatience)) << method;
    EXPECT_EQ(client.StatusOf(stream), kUnauthenticated) << method;
  }
}

TEST_P(KeyedStreamAttacks, StreamsWithoutAKeyHoldNoMemory) {
  const std::vector<std::string> openings = {
      SilentStreams(kLegalMoves, kStreams),
      SilentStreams("/arbiter.v1.RulesService/Batch", kStreams)};
  const PeakMemory memory(target_.server().pid());
  {
    std::jthread attacker([&](const std::stop_token& stop) {
      SendAndHold({.address = target_.address(), .connections = 100}, openings, false, stop);
    });
    std::this_thread::sleep_for(kHoldTime);
  }
  std::cout << "100 connections of 1,000 streams without a key: memory from " << memory.start_mib()
            << " to " << memory.peak_mib() << " MiB\n";
  EXPECT_LT(memory.peak_mib(), kMaxMib);
  Client site(target_.address(), Bearer("arb_key"));
  const auto is_served = [&] { return CallLegalMoves(site).code() == 0; };
  // Without HAProxy, the server may have to break off honest connections for a while.
  EXPECT_TRUE(GetParam() == Route::kDirect ? Eventually(is_served) : is_served());
}

INSTANTIATE_TEST_SUITE_P(All, KeyedStreamAttacks, BothRoutes(), NameOfRoute);

}  // namespace
}  // namespace arbiter::testing
