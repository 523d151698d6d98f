// Attacks on HTTP/2 itself, and messages that need far more memory than their size suggests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <string>
#include <thread>

#include "tests/reliability/attacks.h"
#include "tests/reliability/honest_client.h"
#include "tests/reliability/target.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/client.h"
#include "tests/support/server/server_process.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;

// A server that is attacked without HAProxy.
class DirectTarget {
 public:
  const Target& target() const { return target_; }
  Attackers attackers(int connections) const {
    // Each byte can take the server 160 bytes.
    constexpr double kBytesPerSecond = 8e6;
    return {.address = target_.address(),
            .connections = connections,
            .bytes_per_second = kBytesPerSecond};
  }

  // Expects that the server releases the memory of the attacks so far, and answers calls. While it
  // still works on what the attackers sent, it may break off connections.
  void ExpectRecovery() const {
    constexpr int64_t kMaxKeptMib = 48;
    int64_t kept_mib = 0;
    EXPECT_TRUE(Eventually([&] {
      Client client(target_.address());
      const bool answers = CallLegalMoves(client).code() == 0;
      kept_mib = ResidentMib() - start_mib_;
      return answers && kept_mib <= kMaxKeptMib;
    })) << kept_mib
        << " MiB more than before";
  }

 private:
  int64_t ResidentMib() const { return FactsOf(target_.server().pid()).resident_kib / 1024; }

  const Target target_{Route::kDirect};
  const int64_t start_mib_ = ResidentMib();
};

// Nobody notices an attack through HAProxy.
TEST(TransportAttacks, DoNotAffectOthersThroughHaproxy) {
  const auto time = SecondsFromEnvironment("ARBITER_ATTACK_SECONDS", 1);
  const Target target(Route::kThroughHaproxy);
  constexpr int64_t kMaxGrowthMib = 32;
  int last_byte = 66;
  for (const Attack& attack : AttacksOnTransport()) {
    SCOPED_TRACE(attack.name);
    HonestClient honest(target.address());
    const PeakMemory memory(target.server().pid());
    int64_t sent = 0;
    {
      // HAProxy refuses further connections of an attacker for a while, so each attack comes from
      // another address.
      const Attackers attackers = {.address = target.address(),
                                   .connections = attack.connections,
                                   .source = "127.0.0." + std::to_string(last_byte++)};
      const std::jthread attacker(
          [&](const std::stop_token& stop) { sent = attack.run(attackers, stop); });
      EXPECT_TRUE(honest.AwaitAnswers(20 * time.count()));
    }
    honest.Stop();
    std::cout << attack.name << " on " << attack.connections << " connections: sent " << sent / 1000
              << " KB, memory from " << memory.start_mib() << " to " << memory.peak_mib()
              << " MiB; " << honest.Summary() << "\n";
    EXPECT_GT(sent, 0);
    EXPECT_EQ(honest.failures(), 0);
    EXPECT_LT(memory.growth_mib(), kMaxGrowthMib);
    honest.ExpectStrictP99(milliseconds(1000));
  }
}

// Whoever reaches the server directly is trusted, so an attack may affect others, but not for long
// after the attackers have left.
TEST(TransportAttacks, LeaveNothingBehindWithoutHaproxy) {
  const DirectTarget direct;
  for (const Attack& attack : AttacksOnTransport()) {
    SCOPED_TRACE(attack.name);
    const PeakMemory memory(direct.target().server().pid());
    int64_t sent = 0;
    {
      const std::jthread attacker([&](const std::stop_token& stop) {
        sent = attack.run(direct.attackers(attack.connections), stop);
      });
      std::this_thread::sleep_for(milliseconds(500));
    }
    std::cout << attack.name << " on " << attack.connections << " connections: sent " << sent / 1000
              << " KB, memory at most " << memory.peak_mib() << " MiB\n";
    EXPECT_GT(sent, 0);
    direct.ExpectRecovery();
  }
}

// These attacks fill the memory with something that belongs to no call.
TEST(TransportAttacks, ConnectionsAreBrokenOffWhenTheHeapStaysFull) {
  const DirectTarget direct;
  const ServerProcess& server = direct.target().server();
  const auto broken_off = [&server] {
    return MetricOf(server, R"(arbiter_connections_broken_off_total{reason="memory"})");
  };
  for (const BlockStart start : {BlockStart::kEmptyPriority, BlockStart::kUnfinishedField}) {
    const PeakMemory memory(server.pid());
    const double before = broken_off();
    {
      const std::jthread attacker(
          [&](const std::stop_token& stop) { RepeatField(direct.attackers(8), start, "", stop); });
      EXPECT_TRUE(Eventually([&] { return broken_off() > before; }));
    }
    std::cout << "memory at most " << memory.peak_mib() << " MiB; " << broken_off() - before
              << " connections were broken off\n";
    direct.ExpectRecovery();
  }
  EXPECT_TRUE(EventuallyLogs(server, "broke off connections because memory is short", 2));
}

class LargeRequests : public ::testing::TestWithParam<Route> {};

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

}  // namespace
}  // namespace arbiter::testing
