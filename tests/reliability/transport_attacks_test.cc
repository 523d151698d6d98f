// Attacks on HTTP/2 itself, and messages that need far more memory than their size suggests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/reliability/attacks.h"
#include "tests/reliability/honest_client.h"
#include "tests/reliability/target.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;

constexpr int64_t kMaxMib = 512;

class TransportAttacks : public ::testing::TestWithParam<Route> {
 protected:
  // Runs an attack for a second, and expects the server to serve honest clients meanwhile and
  // for half a second afterwards.
  void ExpectServiceDuring(
      const std::string& name, int connections,
      const std::function<int(const Attackers&, const std::stop_token&)>& attack) {
    HonestClient honest(target_.address());
    const PeakMemory memory(target_.server().pid());
    int closed = 0;
    {
      const std::jthread attacker([&](const std::stop_token& stop) {
        closed = attack({.address = target_.address(), .connections = connections}, stop);
      });
      std::this_thread::sleep_for(SecondsFromEnvironment("ARBITER_ATTACK_SECONDS", 1));
    }
    std::this_thread::sleep_for(milliseconds(500));
    honest.Stop();
    std::cout << name << " on " << connections << " connections: memory from " << memory.start_mib()
              << " to " << memory.peak_mib() << " MiB, " << closed << " closed; "
              << honest.Summary() << "\n";
    EXPECT_LT(memory.peak_mib(), kMaxMib);
    // HAProxy has its own defences, so it need not close the attacker's connections.
    const int min_closed = GetParam() == Route::kDirect ? 1 : 0;
    EXPECT_GE(closed, min_closed);
    EXPECT_EQ(honest.failures(), 0);
    EXPECT_LT(honest.P99("LegalMoves"), milliseconds(1000));
    EXPECT_LT(honest.P99("Health/Check"), milliseconds(1000));
  }

  const Target target_{GetParam()};
};

class LargeRequests : public ::testing::TestWithParam<Route> {};

TEST_P(TransportAttacks, AnEndlessHeaderBlockClosesTheConnection) {
  ExpectServiceDuring("CONTINUATION flood", 1, SendEndlessHeaders);
}

TEST_P(TransportAttacks, EndlessHeaderBlocksCloseTheirConnections) {
  ExpectServiceDuring("CONTINUATION flood", 8, SendEndlessHeaders);
}

TEST_P(TransportAttacks, RapidResetOnOneConnectionDoesNotAffectOthers) {
  ExpectServiceDuring("rapid reset", 1, ResetRapidly);
}

TEST_P(TransportAttacks, RapidResetOnManyConnectionsDoesNotAffectOthers) {
  ExpectServiceDuring("rapid reset", 8, ResetRapidly);
}

TEST_P(TransportAttacks, ProvokedResetsDoNotAffectOthers) {
  ExpectServiceDuring("provoked resets", 8, ProvokeResets);
}

// The server limits frames that carry no request, by their bytes or by their number.
TEST_P(TransportAttacks, FramesThatCarryNoRequestDoNotAffectOthers) {
  const std::vector<std::pair<std::string, std::string>> floods = {
      {"PING", Frame(FrameType::kPing, 0, 0, "12345678")},
      {"SETTINGS", Frame(FrameType::kSettings, 0, 0, "")},
      {"WINDOW_UPDATE", Frame(FrameType::kWindowUpdate, 0, 0, std::string_view("\0\0\0\1", 4))},
      {"empty DATA", Frame(FrameType::kData, 0, 1, "")},
      {"DATA of a stream that does not exist", Frame(FrameType::kData, 0, 99, "x")},
      {"RST_STREAM of one stream",
       Frame(FrameType::kRstStream, 0, 1, std::string_view("\0\0\0\x08", 4))},
      {"HEADERS of one stream", Frame(FrameType::kHeaders, kEndHeadersFlag, 1, "")},
      {"invalid HEADERS of one stream",
       Frame(FrameType::kHeaders, kEndHeadersFlag, 1, InvalidFields(1000))},
  };
  for (const auto& [name, frame] : floods) {
    const auto flood = [&frame = frame](const Attackers& attackers, const std::stop_token& stop) {
      return FloodFrames(attackers, frame, stop);
    };
    ExpectServiceDuring(name, 8, flood);
  }
}

TEST_P(TransportAttacks, RandomFramesDoNotAffectOthers) {
  ExpectServiceDuring("random frames", 8, SendRandomFrames);
}

TEST_P(LargeRequests, MillionsOfValuesInAMessageAreRefusedBeforeParsing) {
  constexpr int kCalls = 16;
  constexpr int64_t kMaxGrowthMib = 128;
  for (const LargeRequest& request : RequestsOfManyValues()) {
    // Each request gets a new server because memory left by one request would be reused by the
    // next.
    const Target target(GetParam());
    const PeakMemory memory(target.server().pid());
    Load attackers = Load::From(kAttackerAddress, target.address(), kCalls);
    const Tally tally = attackers.Send(request.calls, kCalls);
    std::cout << kCalls << " times " << request.name << ": memory from " << memory.start_mib()
              << " to " << memory.peak_mib() << " MiB, p99 " << tally.Percentile(0.99).count()
              << " ms";
    for (const auto& [code, count] : tally.failed) std::cout << ", code " << code << " " << count;
    std::cout << "\n";
    EXPECT_LT(memory.growth_mib(), kMaxGrowthMib) << request.name;
    EXPECT_EQ(tally.failures(), request.fails ? kCalls : 0) << request.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, LargeRequests, BothRoutes(), NameOfRoute);
INSTANTIATE_TEST_SUITE_P(All, TransportAttacks, BothRoutes(), NameOfRoute);

}  // namespace
}  // namespace arbiter::testing
