// Three replicas, HAProxy and Prometheus, started as deploy/ says, under load.
#include "tests/deploy/cluster.h"

#include <gtest/gtest.h>

#include <future>
#include <iostream>
#include <limits>
#include <stop_token>

#include "service/handlers/handlers.h"
#include "tests/bench/requests.h"
#include "tests/deploy/paced_calls.h"
#include "tests/reliability/seconds.h"
#include "tests/support/file.h"

namespace arbiter::testing {
namespace {

using std::chrono::seconds;

using Clock = std::chrono::steady_clock;

constexpr int kCallsPerSecond = 500;
constexpr int64_t kWithoutEnd = std::numeric_limits<int64_t>::max();
constexpr seconds kPatience(20);

// How long replicas are lost, one after the other; at least one is.
seconds Length() { return SecondsOf("ARBITER_CLUSTER_SECONDS", 0); }

std::string Deployed(const std::string& name) {
  return ReadFile(std::string(ARBITER_SOURCE_DIR "/deploy/") + name);
}

std::vector<bench::Workload> ShortWork() {
  return {bench::MakeWorkload("legal"), bench::MakeWorkload("apply"),
          bench::MakeWorkload("chakart"), bench::MakeWorkload("record50")};
}

// A call long enough to be under way when a replica dies.
bench::Workload LongWork() {
  v1::PerftRequest request;
  request.mutable_position()->set_variant("makruk");
  request.set_depth(6);
  v1::PerftResponse response;
  EXPECT_TRUE(Perft(bench::UnstoppedContext(), request, &response).ok());
  return {.method = "/arbiter.v1.RulesService/Perft",
          .exchanges = {{request.SerializeAsString(), response.SerializeAsString()}}};
}

// The replica that a long call keeps busy.
size_t BusyReplica(const Cluster& cluster) {
  std::array<int, kReplicas> busy{};
  size_t found = 0;
  EXPECT_TRUE(Within(kPatience, [&] {
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

// The calls of one or more loads.
struct Tally {
  int kills = 0;
  int64_t calls = 0;
  int64_t failed = 0;
  int64_t wrong = 0;
  std::chrono::microseconds slowest{0};

  void Add(const PacedResult& result) {
    calls += result.calls;
    failed += result.failed;
    wrong += result.wrong;
    slowest = std::max(slowest, result.slowest);
    for (const std::string& complaint : result.complaints) ADD_FAILURE() << complaint;
  }
};

class ClusterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    target_ = cluster_.front();
    ASSERT_TRUE(Within(kPatience, [&] { return cluster_.ReplicasInBalance() == kReplicas; }))
        << cluster_.Complaints();
    ASSERT_TRUE(Within(kPatience, [&] { return ReplicasUp() == kReplicas; }))
        << cluster_.Complaints();
    ASSERT_EQ(cluster_.AlertsLoaded(), AlertsWritten()) << cluster_.Complaints();
  }

  double ReplicasUp() const { return cluster_.Query(R"(sum(up{job="arbiter"}))"); }

  std::future<PacedResult> Begin(const std::vector<bench::Workload>& work,
                                 int64_t max_calls = kWithoutEnd) const {
    const PacedOptions options = {.target = target_,
                                  .service_config = Deployed("grpc/service_config.json"),
                                  .calls_per_second = kCallsPerSecond,
                                  .max_calls = max_calls};
    return std::async(std::launch::async, [work, options, stop = stop_.get_token()] {
      return RunPacedCalls(work, options, stop);
    });
  }

  // A replica dies with a long call under way and comes back.
  void LoseOneReplica(const bench::Workload& long_work, Tally* tally) {
    std::future<PacedResult> long_calls = Begin({long_work}, 2);
    const size_t victim = BusyReplica(cluster_);
    cluster_.Kill(victim);
    EXPECT_TRUE(Within(kPatience, [&] { return cluster_.ReplicasInBalance() == kReplicas - 1; }));
    EXPECT_TRUE(Within(kPatience, [&] { return ReplicasUp() == kReplicas - 1; }));
    tally->Add(long_calls.get());
    cluster_.Start(victim);
    EXPECT_TRUE(Within(kPatience, [&] { return cluster_.ReplicasInBalance() == kReplicas; }));
    EXPECT_TRUE(
        Within(kPatience, [&] { return cluster_.CallsBegun(victim) > kCallsPerSecond / 2; }))
        << "replica " << victim << " is back, and gets no calls";
    EXPECT_TRUE(Within(kPatience, [&] { return ReplicasUp() == kReplicas; }));
  }

  // As long as is asked; at least one dies.
  Tally LoseReplicasUnderLoad() {
    const bench::Workload long_work = LongWork();
    std::future<PacedResult> short_calls = Begin(ShortWork());
    Tally tally;
    const Clock::time_point begin = Clock::now();
    do {
      std::this_thread::sleep_for(seconds(1));
      LoseOneReplica(long_work, &tally);
      ++tally.kills;
    } while (!HasFailure() && Clock::now() - begin < Length());
    const seconds length = std::chrono::duration_cast<seconds>(Clock::now() - begin);
    stop_.request_stop();
    tally.Add(short_calls.get());
    std::cout << tally.calls << " calls, " << tally.kills << " kills: " << tally.failed
              << " failed, " << tally.wrong << " wrong; slowest " << tally.slowest.count() / 1000
              << " ms\n";
    EXPECT_GE(tally.calls, kCallsPerSecond * length.count() * 9 / 10) << "the rate was not kept";
    EXPECT_EQ(tally.failed, 0);
    EXPECT_EQ(tally.wrong, 0);
    return tally;
  }

  Cluster cluster_;
  // Where calls go.
  std::string target_;
  std::stop_source stop_;
};

// `kill -9` of one of three replicas behind HAProxy under load.
TEST_F(ClusterTest, KillOneOfThreeReplicasAndNoCallFailsOrIsWrong) {
  const int64_t taken_before = cluster_.RequestsTaken();
  const Tally tally = LoseReplicasUnderLoad();
  const int64_t by_clients = cluster_.RequestsTaken() - taken_before - tally.calls;
  const int64_t by_haproxy = cluster_.RequestsSentAgain();
  std::cout << "sent again " << by_haproxy << " by HAProxy, " << by_clients << " by clients\n";
  // Else nobody has met a dead replica.
  EXPECT_GE(by_clients + by_haproxy, tally.kills);
}

// As an update does it. Each in turn, since which of them the client knows is up to HAProxy.
TEST_F(ClusterTest, RestartReplicasOneByOneBehindHaproxyAndNoCallFailsOrIsWrong) {
  std::future<PacedResult> calls = Begin(ShortWork());
  std::this_thread::sleep_for(seconds(1));
  for (size_t i = 0; i < kReplicas; ++i) {
    EXPECT_EQ(cluster_.Terminate(i), 0);
    cluster_.Start(i);
    EXPECT_TRUE(Within(kPatience, [&] { return cluster_.CallsBegun(i) > kCallsPerSecond / 5; }))
        << "replica " << i << " is back, and gets no calls";
  }
  stop_.request_stop();
  Tally tally;
  tally.Add(calls.get());
  EXPECT_GE(tally.calls, kCallsPerSecond * 10);
  EXPECT_EQ(tally.failed, 0);
  EXPECT_EQ(tally.wrong, 0);
}

TEST_F(ClusterTest, KillOneOfThreeReplicasWithoutHaproxyAndNoCallFailsOrIsWrong) {
  target_ = cluster_.replicas();
  LoseReplicasUnderLoad();
}

}  // namespace
}  // namespace arbiter::testing
