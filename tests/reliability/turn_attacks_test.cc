// Floods of long-running requests: the server still answers the calls of other clients promptly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "tests/reliability/attacks.h"
#include "tests/reliability/honest_client.h"
#include "tests/reliability/http2_client.h"
#include "tests/reliability/target.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/client.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/status_codes.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class TurnAttacks : public ::testing::TestWithParam<Route> {
 protected:
  // Other work on the machine delays a call now and then. An unfair server delays calls in every
  // attempt.
  void ExpectBundlesDoNotDelayOthers(int connections, int streams) {
    constexpr int kMaxAttempts = 3;
    bool prompt = false;
    for (int i = 0; i < kMaxAttempts && !prompt; ++i) {
      prompt = RespondsPromptly(connections, streams);
    }
    EXPECT_TRUE(prompt) << "LegalMoves or Health/Check takes too long in each attempt";
  }

 private:
  // Returns how long an idle server takes to answer a bundle of the flood.
  static milliseconds TimeOfOneBundle(const std::string& address) {
    Client client(address);
    auto fastest = milliseconds::max();
    for (int i = 0; i < 5; ++i) {
      const auto begin = steady_clock::now();
      client.Batch({CostlyBundle()});
      fastest = std::min(fastest, std::chrono::ceil<milliseconds>(steady_clock::now() - begin));
    }
    return fastest;
  }

  // Returns whether, during a flood of bundles, nine of ten calls take less than 100 ms and nine of
  // ten health checks less than 200 ms, or on a slow machine both less than a few bundles, and
  // hardly any takes twice as long. If calls waited for their turn among the bundles, they would
  // all wait for one of each stream.
  static bool RespondsPromptly(int connections, int streams) {
    const Target target(GetParam());
    const milliseconds bundle = TimeOfOneBundle(target.address());
    HonestClient honest(target.address());
    const PeakMemory memory(target.server().pid());
    int64_t received_bytes = 0;
    {
      const std::jthread attacker([&](const std::stop_token& stop) {
        received_bytes =
            FloodBundles({.address = target.address(), .connections = connections}, streams, stop);
      });
      std::this_thread::sleep_for(milliseconds(2000));
    }
    honest.Stop();
    std::cout << connections << " connections of " << streams << " streams of bundles of "
              << bundle.count() << " ms: " << received_bytes / 1024
              << " KiB of responses, memory at most " << memory.peak_mib() << " MiB; "
              << honest.Summary() << "\n";
    EXPECT_GT(received_bytes, 0) << "the attack sent no requests";
    EXPECT_EQ(honest.failures(), 0);
    EXPECT_LT(memory.peak_mib(), 512);
    constexpr int kMaxBundles = 8;
    const auto is_prompt = [&](const char* name, milliseconds limit) {
      const Tally& tally = honest.TallyOf(name);
      const milliseconds max = std::max(limit, kMaxBundles * bundle);
      return tally.Percentile(0.9) < max && tally.Percentile(0.99) < 2 * max;
    };
    return is_prompt("LegalMoves", milliseconds(100)) &&
           is_prompt("Health/Check", milliseconds(200));
  }
};

TEST_P(TurnAttacks, BundlesOnOneStreamDoNotDelayOthers) { ExpectBundlesDoNotDelayOthers(1, 1); }

TEST_P(TurnAttacks, BundlesOnManyStreamsDoNotDelayOthers) { ExpectBundlesDoNotDelayOthers(1, 16); }

TEST_P(TurnAttacks, BundlesOnManyConnectionsDoNotDelayOthers) {
  ExpectBundlesDoNotDelayOthers(8, 4);
}

TEST_P(TurnAttacks, LongPerftsEndAndDoNotDelayOthers) {
  constexpr milliseconds kMaxCall(2000);
  const Target target(GetParam(), {"--max-call-ms", std::to_string(kMaxCall.count())});
  HonestClient honest(target.address(), LongCalls());
  const auto begin = steady_clock::now();
  constexpr milliseconds kTime(3000);
  const Tally attack = FloodPerfts({.address = target.address(), .connections = 4}, 258, kTime);
  const auto taken = steady_clock::now() - begin;
  honest.Stop();
  std::cout << "258 Perfts of depth 12: " << attack.calls() << " ended within "
            << std::chrono::duration_cast<milliseconds>(taken).count() << " ms, p50 "
            << attack.Percentile(0.5).count() << " ms;";
  for (const auto& [code, status] : attack.examples) {
    std::cout << " code " << code << " " << ReasonOf(status) << " " << attack.failed.at(code)
              << " times;";
  }
  std::cout << " " << honest.Summary() << "\n";
  EXPECT_EQ(honest.failures(), 0);
  for (const PacedCalls& kind : LongCalls()) {
    EXPECT_LT(honest.P99(kind.name), milliseconds(250)) << kind.name;
  }
  // The attackers' own calls end with a status that says why.
  EXPECT_EQ(attack.ok, 0);
  EXPECT_LT(taken, kTime + kMaxCall + milliseconds(1500));
  for (const auto& [code, count] : attack.failed) {
    EXPECT_THAT(code, ::testing::AnyOf(kDeadlineExceeded, kResourceExhausted)) << count;
  }
}

TEST_P(TurnAttacks, CallsWithoutADeadlineEndAfterMaxCallMs) {
  constexpr milliseconds kMaxCall(1000);
  const Target target(GetParam(), {"--max-call-ms", std::to_string(kMaxCall.count())});
  Http2Client client(target.address(), kAttackerAddress);
  const uint32_t stream = client.Open(PathFields("/arbiter.v1.RulesService/Perft"));
  client.Write(stream, Message(BusyCaller::LongCall().perft().SerializeAsString()), true);
  const auto begin = steady_clock::now();
  EXPECT_TRUE(client.WorkUntilEnded(stream, kMaxCall + milliseconds(1500)));
  std::cout << "a Perft without a deadline: "
            << std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin).count()
            << " ms\n";
  EXPECT_THAT(client.StatusOf(stream), ::testing::AnyOf(kDeadlineExceeded, kResourceExhausted));
}

INSTANTIATE_TEST_SUITE_P(All, TurnAttacks, BothRoutes(), NameOfRoute);

}  // namespace
}  // namespace arbiter::testing
