// Runs all attacks in turn for a long time: honest clients notice none of them, and the server
// releases the memory afterwards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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
#include "tests/support/server/requests.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

struct Attack {
  std::string name;
  std::function<void(Attackers attackers, const std::stop_token& stop)> run;
};

std::vector<Attack> AllAttacks() {
  const std::string picture =
      Item(R"({"renderBoard":{"position":{"variant":"chak"}}})").render_board().SerializeAsString();
  std::vector<Attack> attacks = {
      {"silent streams",
       [](Attackers attackers, const std::stop_token& stop) {
         attackers.connections = 100;
         SendAndHold(attackers,
                     {SilentStreams("/arbiter.v1.RulesService/LegalMoves", 1000),
                      SilentStreams("/grpc.health.v1.Health/Watch", 1000)},
                     true, stop);
       }},
      {"unread responses",
       [picture](Attackers attackers, const std::stop_token& stop) {
         attackers.connections = 50;
         SendAndHold(attackers,
                     {UnreadResponses("/arbiter.v1.RulesService/RenderBoard", picture, 1000)}, true,
                     stop);
       }},
      {"bundles",
       [](Attackers attackers, const std::stop_token& stop) {
         attackers.connections = 4;
         FloodBundles(attackers, 4, stop);
       }},
      {"Perfts",
       [](Attackers attackers, const std::stop_token& stop) {
         attackers.connections = 4;
         while (!stop.stop_requested()) FloodPerfts(attackers, 258, milliseconds(1000));
       }},
      {"CONTINUATION flood",
       [](Attackers attackers, const std::stop_token& stop) {
         attackers.connections = 4;
         SendEndlessHeaders(attackers, stop);
       }},
      {"rapid reset",
       [](Attackers attackers, const std::stop_token& stop) {
         attackers.connections = 8;
         ResetRapidly(attackers, stop);
       }},
      {"random frames",
       [](Attackers attackers, const std::stop_token& stop) {
         attackers.connections = 8;
         SendRandomFrames(attackers, stop);
       }},
      {"requests of many values",
       [requests = RequestsOfManyValues()](const Attackers& attackers,
                                           const std::stop_token& stop) {
         for (size_t i = 0; !stop.stop_requested(); ++i) {
           Load::From(attackers.source, attackers.address, 4)
               .Send(requests[i % requests.size()].calls, 4);
         }
       }},
  };
  return attacks;
}

// Each attack has its own source address, and two attacks run at a time.
TEST(AttackSoak, HonestClientsNoticeNothingAndMemoryIsReleased) {
  const auto time = SecondsFromEnvironment("ARBITER_ATTACK_SOAK_SECONDS", 16);
  const Target target(Route::kDirect, {"--max-call-ms", "2000", "--request-timeout-ms", "2000"});
  const pid_t server = target.server().pid();
  const std::vector<Attack> attacks = AllAttacks();
  // Honest clients run alone at first, so that the memory that the server needs for them belongs to
  // the baseline.
  std::vector<PacedCalls> kinds = ShortCalls();
  for (PacedCalls& kind : LongCalls()) kinds.push_back(std::move(kind));
  {
    HonestClient alone(target.address(), kinds);
    std::this_thread::sleep_for(seconds(2));
    alone.Stop();
    EXPECT_EQ(alone.failures(), 0);
  }
  const PeakMemory memory(server);
  HonestClient honest(target.address(), kinds);
  const auto end = steady_clock::now() + time;
  const auto attack = [&](size_t first) {
    // Each attack gets at least two seconds, and all of them run several times if time allows.
    const auto time_slice = std::max<milliseconds>(
        milliseconds(2000), milliseconds(time) / (8 * static_cast<int64_t>(attacks.size())));
    for (size_t i = first; steady_clock::now() < end; ++i) {
      const size_t index = i % attacks.size();
      const Attackers attackers = {.address = target.address(),
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
  constexpr seconds kReleaseTimeout(60);
  const auto attacks_end = steady_clock::now();
  int64_t kept_mib = 0;
  do {
    std::this_thread::sleep_for(milliseconds(100));
    kept_mib = FactsOf(server).resident_kib / 1024 - memory.start_mib();
  } while (kept_mib > kMaxKeptMib && steady_clock::now() < attacks_end + kReleaseTimeout);
  const std::chrono::duration<double> taken = steady_clock::now() - attacks_end;
  honest.Stop();
  std::cout << time.count() << " s of attacks: memory from " << memory.start_mib() << " to "
            << peak_mib << " MiB, +" << kept_mib << " MiB " << taken.count()
            << " s after the attackers left; " << honest.Summary() << "\n";
  EXPECT_EQ(honest.failures(), 0);
  // In a short run, one stall of the machine affects more than one per cent of the calls, but an
  // attack that delays others affects at least an eighth of them.
  const auto [share, max_latency] =
      time < seconds(300) ? std::pair(0.9, milliseconds(500)) : std::pair(0.99, milliseconds(250));
  for (const PacedCalls& kind : kinds) {
    EXPECT_LT(honest.TallyOf(kind.name).Percentile(share), max_latency) << kind.name;
  }
  EXPECT_LE(kept_mib, kMaxKeptMib);
}

}  // namespace
}  // namespace arbiter::testing
