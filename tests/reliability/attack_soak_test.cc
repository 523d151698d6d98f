// Runs all attacks in turn for a long time: honest clients notice none of them, and the server
// releases the memory afterwards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/reliability/attacks.h"
#include "tests/reliability/honest_client.h"
#include "tests/reliability/strict_times.h"
#include "tests/reliability/target.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/load.h"
#include "tests/support/server/requests.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Returns attacks on HTTP/2, on the memory of calls and on the turns of others.
std::vector<Attack> AllAttacks() {
  const std::string picture =
      Item(R"({"renderBoard":{"position":{"variant":"chak"}}})").render_board().SerializeAsString();
  std::vector<Attack> attacks = {
      {"unread responses", 50,
       [picture](const Attackers& attackers, const std::stop_token& stop) {
         return SendAndHold(
             attackers, {UnreadResponses("/arbiter.v1.RulesService/RenderBoard", picture, 1000)},
             true, stop);
       }},
      {"bundles", 4,
       [](const Attackers& attackers, const std::stop_token& stop) {
         return FloodBundles(attackers, 4, stop);
       }},
      {"Perfts", 4,
       [](const Attackers& attackers, const std::stop_token& stop) {
         return FloodPerfts(attackers, 258, stop).calls();
       }},
      {"requests of many values", 4,
       [requests = RequestsOfManyValues()](const Attackers& attackers,
                                           const std::stop_token& stop) {
         Tally tally;
         for (size_t i = 0; !stop.stop_requested(); ++i) {
           tally.Add(Load::From(attackers.source, attackers.address, attackers.connections)
                         .Send(requests[i % requests.size()].calls, 4));
           std::this_thread::sleep_for(milliseconds(10));
         }
         return tally.calls();
       }},
  };
  for (Attack& attack : AttacksOnTransport()) attacks.push_back(std::move(attack));
  return attacks;
}

// Each attack has its own source address, and two attacks run at a time.
TEST(AttackSoak, ThroughHaproxyHonestClientsNoticeNothingAndMemoryIsReleased) {
  const auto time = SecondsFromEnvironment("ARBITER_ATTACK_SOAK_SECONDS", 12);
  const Target target(Route::kThroughHaproxy,
                      {"--max-call-ms", "2000", "--request-timeout-ms", "2000"});
  const pid_t server = target.server().pid();
  const std::vector<Attack> attacks = AllAttacks();
  // Honest clients run alone at first, so that the memory that the server needs for them belongs to
  // the baseline.
  std::vector<PacedCalls> kinds = ShortCalls();
  for (PacedCalls& kind : LongCalls()) kinds.push_back(std::move(kind));
  {
    HonestClient alone(target.address(), kinds);
    EXPECT_TRUE(alone.AwaitAnswers(20));
    alone.Stop();
    EXPECT_EQ(alone.failures(), 0);
  }
  const PeakMemory memory(server);
  HonestClient honest(target.address(), kinds);
  const auto end = steady_clock::now() + time;
  const auto attack = [&](size_t first) {
    // Each attack gets at least a second, and all of them run several times if time allows.
    const auto time_slice = std::max<milliseconds>(
        milliseconds(1000), milliseconds(time) / (8 * static_cast<int64_t>(attacks.size())));
    for (size_t i = first; steady_clock::now() < end; ++i) {
      const size_t index = i % attacks.size();
      const Attackers attackers = {.address = target.address(),
                                   .connections = attacks[index].connections,
                                   .source = "127.0.0." + std::to_string(66 + index)};
      const std::jthread attacker(
          [&](const std::stop_token& stop) { attacks[index].run(attackers, stop); });
      std::this_thread::sleep_for(std::min<steady_clock::duration>(
          time_slice, std::max(end - steady_clock::now(), steady_clock::duration(0))));
    }
  };
  {
    const std::jthread one(attack, size_t{0});
    const std::jthread two(attack, attacks.size() / 2);
  }
  const int64_t peak_mib = memory.peak_mib();
  constexpr int64_t kMaxKeptMib = 32;
  const auto attacks_end = steady_clock::now();
  int64_t kept_mib = 0;
  const bool released = Eventually([&] {
    kept_mib = FactsOf(server).resident_kib / 1024 - memory.start_mib();
    return kept_mib <= kMaxKeptMib;
  });
  const std::chrono::duration<double> taken = steady_clock::now() - attacks_end;
  honest.Stop();
  std::cout << time.count() << " s of attacks: memory from " << memory.start_mib() << " to "
            << peak_mib << " MiB, +" << kept_mib << " MiB " << taken.count()
            << " s after the attackers left; " << honest.Summary() << "\n";
  EXPECT_EQ(honest.failures(), 0);
  honest.ExpectStrictP99(milliseconds(250));
  EXPECT_TRUE(released) << kept_mib << " MiB more than before";
  ExpectStrictly("until memory was released", std::chrono::ceil<milliseconds>(taken),
                 std::chrono::seconds(60));
}

}  // namespace
}  // namespace arbiter::testing
