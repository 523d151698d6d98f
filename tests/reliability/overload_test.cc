// Ten times what the server can do: it goes on doing what it can.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <thread>

#include "arbiter/v1/rules_service.pb.h"
#include "tests/reliability/load.h"
#include "tests/reliability/process_facts.h"
#include "tests/reliability/seconds.h"
#include "tests/service/client.h"
#include "tests/service/process.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kServing = 1;
constexpr int kResourceExhausted = 8;
constexpr double kTimes = 10;
constexpr int64_t kMostGrowthKib = 32 * 1024;

// Work of tens of milliseconds, which only --work-threads of them do at a time.
Calls SlowCalls() {
  v1::PerftRequest request;
  request.mutable_position()->set_variant("makruk");
  request.set_depth(5);
  return {.method = "/arbiter.v1.RulesService/Perft", .request = request.SerializeAsString()};
}

// Asks for its health and its memory over and over.
class Watcher {
 public:
  explicit Watcher(const ServerProcess& server)
      : thread_([this, &server] {
          Client client(server.address());
          while (!over_) {
            const auto asked = steady_clock::now();
            if (client.Health("") != kServing) ++unhealthy_;
            ++asked_;
            slowest_ = std::max(slowest_, steady_clock::now() - asked);
            most_kib_ = std::max(most_kib_, FactsOf(server.pid()).resident_kib);
            std::this_thread::sleep_for(milliseconds(100));
          }
        }) {}

  void Stop() {
    over_ = true;
    thread_.join();
  }
  // After Stop().
  int asked() const { return asked_; }
  int unhealthy() const { return unhealthy_; }
  milliseconds slowest() const { return std::chrono::duration_cast<milliseconds>(slowest_); }
  int64_t most_kib() const { return most_kib_; }

 private:
  std::atomic<bool> over_ = false;
  int asked_ = 0;
  int unhealthy_ = 0;
  steady_clock::duration slowest_{0};
  int64_t most_kib_ = 0;
  std::thread thread_;
};

TEST(Overload, TenfoldLoadLeavesGoodputHealthAndMemoryAsTheyWere) {
  const auto time = SecondsOf("ARBITER_OVERLOAD_SECONDS", 60);
  const ServerProcess server({"--work-threads", "1", "--work-queue", "16", "--log-sample", "0"});
  Load load(server.address(), 4);
  Calls calls = SlowCalls();
  calls.expected = load.AnswerTo(calls);
  ASSERT_FALSE(calls.expected.empty());

  const auto measure = std::chrono::seconds(3);
  const Tally peak = load.Keep(calls, 8, measure);
  EXPECT_EQ(peak.failures(), 0);
  const double peak_rate = static_cast<double>(peak.ok) / measure.count();
  ASSERT_GT(peak_rate, 10);
  const int64_t kib_at_peak = FactsOf(server.pid()).resident_kib;

  Watcher watcher(server);
  const auto begin = steady_clock::now();
  const Tally offered = load.Offer(calls, kTimes * peak_rate, time);
  const std::chrono::duration<double> taken = steady_clock::now() - begin;
  watcher.Stop();

  const double goodput = static_cast<double>(offered.ok) / taken.count();
  std::cout << "peak " << peak_rate << " answers a second; offered "
            << static_cast<double>(offered.calls()) / taken.count() << " for " << taken.count()
            << " s: " << goodput << " answered (" << goodput / peak_rate << " of peak), "
            << offered.told_to_retry << " told to retry; health asked " << watcher.asked()
            << " times, slowest " << watcher.slowest().count() << " ms; memory " << kib_at_peak
            << " KiB at peak, " << watcher.most_kib() << " KiB at most\n";
  // Less would be no overload.
  EXPECT_GE(static_cast<double>(offered.calls()) / taken.count(), 0.8 * kTimes * peak_rate);
  EXPECT_GE(goodput, 0.8 * peak_rate);
  EXPECT_EQ(offered.wrong, 0);
  // Who was not answered was told when to come again.
  EXPECT_EQ(offered.ok + offered.told_to_retry, offered.calls());
  EXPECT_THAT(offered.failed, ::testing::ElementsAre(::testing::Key(kResourceExhausted)));
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(offered.examples.at(kResourceExhausted)).reason(),
            "OVERLOADED");
  EXPECT_GE(watcher.asked(), 5 * time.count());
  EXPECT_EQ(watcher.unhealthy(), 0);
  EXPECT_LE(watcher.slowest(), milliseconds(1000));
  EXPECT_LE(watcher.most_kib(), kib_at_peak + kMostGrowthKib);

  // And when it is over, everybody is served again.
  EXPECT_EQ(load.Keep(calls, 4, std::chrono::seconds(1)).failures(), 0);
}

}  // namespace
}  // namespace arbiter::testing
