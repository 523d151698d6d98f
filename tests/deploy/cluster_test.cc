// Three replicas, HAProxy and Prometheus, started as deploy/ says, under load.
#include "tests/deploy/cluster.h"

#include <gtest/gtest.h>

#include <future>
#include <iostream>
#include <limits>
#include <stop_token>

#include "service/handlers/handlers.h"
#include "tests/bench/requests.h"
#include "tests/bench/workload.h"
#include "tests/support/file.h"
#include "tests/support/server/load.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::seconds;

using Clock = std::chrono::steady_clock;

constexpr int kCallsPerSecond = 500;
constexpr int64_t kWithoutEnd = std::numeric_limits<int64_t>::max();

// What HAProxy and Prometheus have to notice is asked again and again, but not too often.
template <typename Condition>
bool Eventually(const Condition& condition) {
  return Within(seconds(20), condition, std::chrono::milliseconds(20));
}

// How long replicas are lost, one after the other; at least one is.
seconds Length() { return SecondsOf("ARBITER_CLUSTER_SECONDS", 0); }

std::string Deployed(const std::string& name) {
  return ReadFile(std::string(ARBITER_SOURCE_DIR "/deploy/") + name);
}

// One exchange of each workload in turn, so that methods mix.
std::vector<Calls> ShortCalls() {
  std::vector<bench::Workload> workloads;
  size_t longest = 0;
  for (const char* name : {"legal", "apply", "chakart", "record50"}) {
    workloads.push_back(bench::MakeWorkload(name));
    longest = std::max(longest, workloads.back().exchanges.size());
  }
  std::vector<Calls> mixed;
  for (size_t i = 0; i < longest; ++i) {
    for (const bench::Workload& workload : workloads) {
      const bench::Exchange& exchange = workload.exchanges[i % workload.exchanges.size()];
      mixed.push_back({workload.method, exchange.request, exchange.response});
    }
  }
  return mixed;
}

// A call long enough to be under way when a replica dies.
Calls LongCall() {
  v1::PerftRequest request;
  request.mutable_position()->set_variant("makruk");
  request.set_depth(6);
  v1::PerftResponse response;
  EXPECT_TRUE(Perft(bench::UnstoppedContext(), request, &response).ok());
  return {.method = "/arbiter.v1.RulesService/Perft",
          .request = request.SerializeAsString(),
          .expected = response.SerializeAsString()};
}

// The replica that a long call keeps busy.
size_t BusyReplica(const Cluster& cluster) {
  std::array<int, kReplicas> busy{};
  size_t found = 0;
  EXPECT_TRUE(Eventually([&] {
    for (size_t i = 0; i < kReplicas; ++i) {
      busy[i] = cluster.CallsInFlight(i) > 0 ? busy[i] + 1 : 0;
      if (busy[i] >= 3) found = i;
    }
    return busy[found] >= 3;
  }));
  return found;
}

int AlertsWritten() {
  const std::string rules = Deployed("prometheus/rules.yml");
  int alerts = 0;
  for (size_t at = 0; (at = rules.find("- alert:", at)) != std::string::npos; ++at) ++alerts;
  return alerts;
}

class ClusterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    target_ = cluster_.front();
    ASSERT_TRUE(Eventually([&] { return cluster_.ReplicasInBalance() == kReplicas; }))
        << cluster_.Complaints();
    ASSERT_TRUE(Eventually([&] { return ReplicasUp() == kReplicas; })) << cluster_.Complaints();
    ASSERT_EQ(cluster_.AlertsLoaded(), AlertsWritten()) << cluster_.Complaints();
  }

  double ReplicasUp() const { return cluster_.Query(R"(sum(up{job="arbiter"}))"); }

  std::future<Tally> Begin(std::vector<Calls> calls, int64_t max_calls = kWithoutEnd) const {
    return std::async(std::launch::async, [this, calls = std::move(calls), max_calls] {
      Load load(target_, 1, Deployed("grpc/service_config.json"));
      return load.OfferUntil(calls, kCallsPerSecond, stop_.get_token(), max_calls);
    });
  }

  static void ExpectNoneFailed(const Tally& tally) {
    EXPECT_EQ(tally.wrong, 0);
    EXPECT_EQ(tally.failures(), 0);
    for (const auto& [code, status] : tally.examples) ADD_FAILURE() << status.ShortDebugString();
  }

  // A replica dies with a long call under way and comes back.
  void LoseOneReplica(const Calls& long_call, Tally* tally) {
    std::future<Tally> long_calls = Begin({long_call}, 2);
    const size_t victim = BusyReplica(cluster_);
    cluster_.Kill(victim);
    EXPECT_TRUE(Eventually([&] { return cluster_.ReplicasInBalance() == kReplicas - 1; }));
    EXPECT_TRUE(Eventually([&] { return ReplicasUp() == kReplicas - 1; }));
    tally->Add(long_calls.get());
    cluster_.Start(victim);
    EXPECT_TRUE(Eventually([&] { return cluster_.ReplicasInBalance() == kReplicas; }));
    EXPECT_TRUE(Eventually([&] { return cluster_.CallsBegun(victim) > kCallsPerSecond / 2; }))
        << "replica " << victim << " is back, and gets no calls";
    EXPECT_TRUE(Eventually([&] { return ReplicasUp() == kReplicas; }));
  }

  // As long as is asked; at least one dies.
  Tally LoseReplicasUnderLoad() {
    const Calls long_call = LongCall();
    std::future<Tally> short_calls = Begin(ShortCalls());
    Tally tally;
    kills_ = 0;
    const Clock::time_point begin = Clock::now();
    do {
      std::this_thread::sleep_for(seconds(1));
      LoseOneReplica(long_call, &tally);
      ++kills_;
    } while (!HasFailure() && Clock::now() - begin < Length());
    const seconds length = std::chrono::duration_cast<seconds>(Clock::now() - begin);
    stop_.request_stop();
    tally.Add(short_calls.get());
    std::cout << tally.calls() << " calls, " << kills_ << " kills: " << tally.failures()
              << " failed, " << tally.wrong << " of them wrong; slowest "
              << tally.Percentile(1).count() << " ms\n";
    EXPECT_GE(tally.calls(), kCallsPerSecond * length.count() * 9 / 10) << "the rate was not kept";
    ExpectNoneFailed(tally);
    return tally;
  }

  Cluster cluster_;
  // Where calls go.
  std::string target_;
  std::stop_source stop_;
  int kills_ = 0;
};

// `kill -9` of one of three replicas behind HAProxy under load.
TEST_F(ClusterTest, KillOneOfThreeReplicasAndNoCallFailsOrIsWrong) {
  const int64_t taken_before = cluster_.RequestsTaken();
  const Tally tally = LoseReplicasUnderLoad();
  const int64_t by_clients = cluster_.RequestsTaken() - taken_before - tally.calls();
  const int64_t by_haproxy = cluster_.RequestsSentAgain();
  std::cout << "sent again " << by_haproxy << " by HAProxy, " << by_clients << " by clients\n";
  // Else nobody has met a dead replica.
  EXPECT_GE(by_clients + by_haproxy, kills_);
}

// As an update does it. Each in turn, since which of them the client knows is up to HAProxy.
TEST_F(ClusterTest, RestartReplicasOneByOneBehindHaproxyAndNoCallFailsOrIsWrong) {
  std::future<Tally> calls = Begin(ShortCalls());
  std::this_thread::sleep_for(seconds(1));
  for (size_t i = 0; i < kReplicas; ++i) {
    EXPECT_EQ(cluster_.Terminate(i), 0);
    cluster_.Start(i);
    EXPECT_TRUE(Eventually([&] { return cluster_.CallsBegun(i) > kCallsPerSecond / 5; }))
        << "replica " << i << " is back, and gets no calls";
  }
  stop_.request_stop();
  const Tally tally = calls.get();
  EXPECT_GE(tally.calls(), kCallsPerSecond * 10);
  ExpectNoneFailed(tally);
}

TEST_F(ClusterTest, KillOneOfThreeReplicasWithoutHaproxyAndNoCallFailsOrIsWrong) {
  target_ = cluster_.replicas();
  LoseReplicasUnderLoad();
}

}  // namespace
}  // namespace arbiter::testing
