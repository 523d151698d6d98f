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
#include "tests/reliability/strict_times.h"
#include "tests/reliability/target.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/client.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/waiting.h"

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
  // Returns how long the server takes to answer a bundle of the flood when it has nothing else to
  // do: the median of several bundles.
  static milliseconds TimeOfOneBundle(const std::string& address) {
    Client client(address);
    std::vector<milliseconds> times;
    for (int i = 0; i < 5; ++i) {
      const auto begin = steady_clock::now();
      client.Batch({CostlyBundle()});
      times.push_back(std::chrono::ceil<milliseconds>(steady_clock::now() - begin));
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }

  // Returns whether, during a flood of bundles, nine of ten calls take less time than a few
  // bundles, and hardly any takes twice as long. If calls waited for their turn among the bundles,
  // they would all wait for one of each stream.
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
      EXPECT_TRUE(honest.AwaitAnswers(30));
    }
    honest.Stop();
    std::cout << connections << " connections of " << streams << " streams of bundles of "
              << bundle.count() << " ms: " << received_bytes / 1024
              << " KiB of responses, memory at most " << memory.peak_mib() << " MiB; "
              << honest.Summary() << "\n";
    EXPECT_GT(received_bytes, 0) << "the attack sent no requests";
    EXPECT_EQ(honest.failures(), 0) << target.server().Log();
    EXPECT_LT(memory.peak_mib(), 512);
    honest.ExpectStrictP99(milliseconds(250));
    constexpr int kMaxBundles = 6;
    const auto is_prompt = [&](const char* name) {
      const Tally& tally = honest.TallyOf(name);
      return tally.Percentile(0.9) < kMaxBundles * bundle &&
             tally.Percentile(0.99) < 2 * kMaxBundles * bundle;
    };
    return is_prompt("LegalMoves") && is_prompt("Health/Check");
  }
};

TEST_P(TurnAttacks, BundlesOnOneStreamDoNotDelayOthers) { ExpectBundlesDoNotDelayOthers(1, 1); }

TEST_P(TurnAttacks, BundlesOnManyStreamsDoNotDelayOthers) { ExpectBundlesDoNotDelayOthers(1, 16); }

TEST_P(TurnAttacks, BundlesOnManyConnectionsDoNotDelayOthers) {
  ExpectBundlesDoNotDelayOthers(8, 4);
}

// If honest calls waited for their turn among the Perfts, they would take longer than these do.
TEST_P(TurnAttacks, LongPerftsEndAndDoNotDelayOthers) {
  constexpr milliseconds kMaxCall(2000);
  const Target target(GetParam(), {"--max-call-ms", std::to_string(kMaxCall.count())});
  HonestClient honest(target.address(), LongCalls());
  Tally attack;
  {
    const std::jthread attacker([&](const std::stop_token& stop) {
      attack = FloodPerfts({.address = target.address(), .connections = 4}, 258, stop);
    });
    EXPECT_TRUE(honest.AwaitAnswers(20));
  }
  honest.Stop();
  const milliseconds longest = attack.Percentile(1);
  std::cout << "258 Perfts of depth 12: " << attack.calls() << " ended, the longest after "
            << longest.count() << " ms;";
  for (const auto& [code, status] : attack.examples) {
    std::cout << " code " << code << " " << ReasonOf(status) << " " << attack.failed.at(code)
              << " times;";
  }
  std::cout << " " << honest.Summary() << "\n";
  EXPECT_EQ(honest.failures(), 0);
  for (const PacedCalls& kind : LongCalls()) {
    EXPECT_LT(honest.TallyOf(kind.name).Percentile(0.9), longest / 2) << kind.name;
  }
  honest.ExpectStrictP99(milliseconds(250));
  // The server ends the attackers' calls long before their deadline, and says why.
  EXPECT_EQ(attack.ok, 0);
  EXPECT_THAT(attack.failed, ::testing::Contains(::testing::Key(kDeadlineExceeded)));
  for (const auto& [code, status] : attack.examples) {
    EXPECT_THAT(code, ::testing::AnyOf(kDeadlineExceeded, kResourceExhausted));
    if (code == kDeadlineExceeded) EXPECT_EQ(ReasonOf(status), "LIMIT_EXCEEDED");
  }
  ExpectStrictly("the longest Perft", longest, kMaxCall + milliseconds(1500));
}

TEST_P(TurnAttacks, CallsWithoutADeadlineEndAfterMaxCallMs) {
  constexpr milliseconds kMaxCall(1000);
  const Target target(GetParam(), {"--max-call-ms", std::to_string(kMaxCall.count())});
  Http2Client client(target.address(), kAttackerAddress);
  const uint32_t stream = client.Open(PathFields("/arbiter.v1.RulesService/Perft"));
  client.Write(stream, Message(BusyCaller::LongCall().perft().SerializeAsString()), true);
  const auto begin = steady_clock::now();
  EXPECT_TRUE(client.WorkUntilEnded(stream, kPatience));
  const auto taken = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
  std::cout << "a Perft without a deadline: " << taken.count() << " ms\n";
  ExpectStrictly("a Perft without a deadline", taken, kMaxCall + milliseconds(1500));
  EXPECT_EQ(client.StatusOf(stream), kDeadlineExceeded);
}

INSTANTIATE_TEST_SUITE_P(All, TurnAttacks, BothRoutes(), NameOfRoute);

}  // namespace
}  // namespace arbiter::testing
