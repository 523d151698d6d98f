// Three replicas, HAProxy and Prometheus under load, with the files of deploy/.
#include "tests/deploy/cluster.h"

#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <iostream>
#include <limits>
#include <stop_token>

#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/file.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/load.h"
#include "tests/support/server/requests.h"
#include "tests/support/waiting.h"
#include "tests/tools/bench/requests.h"
#include "tests/tools/bench/workload.h"

namespace arbiter::testing {
namespace {

using std::chrono::seconds;

using Clock = std::chrono::steady_clock;

constexpr int kCallsPerSecond = 500;
constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

// Waits like Eventually(), but polls HAProxy, Prometheus or the replicas at a moderate rate.
template <typename Condition>
bool PollUntil(const Condition& condition) {
  return Within(kPatience, condition, std::chrono::milliseconds(20));
}

// Returns the time during which replicas are killed or hang, one after the other. At least one of
// them is, even if this time is 0. `./dev cluster` sets it.
seconds TestDuration() { return SecondsFromEnvironment("ARBITER_CLUSTER_SECONDS", 0); }

// Whether the test may expect that this machine has nothing else to do.
bool IsMachineQuiet() { return TestDuration() > seconds(0); }

std::string ReadDeployFile(const std::string& name) {
  return ReadFile(std::string(ARBITER_SOURCE_DIR "/deploy/") + name);
}

// Returns the exchanges of several workloads, alternating between methods.
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
      mixed.push_back({workload.method, exchange.request, exchange.response, kPatience});
    }
  }
  return mixed;
}

v1::PerftResponse ResponseTo(const v1::PerftRequest& request) {
  v1::PerftResponse response;
  EXPECT_TRUE(testing::CallHandler(Perft, bench::UnstoppedContext(), request, &response).ok());
  return response;
}

// Returns a call that takes long enough to be running when a replica is killed.
Calls LongCall() {
  const v1::BatchRequest item = Item(R"({"perft":{"position":{"variant":"makruk"},"depth":6}})");
  return {.method = "/arbiter.v1.RulesService/Perft",
          .request = item.perft().SerializeAsString(),
          .expected = ResponseTo(item.perft()).SerializeAsString(),
          .timeout = kPatience};
}

// Waits until a long call runs, and returns its replica.
size_t BusyReplica(const Cluster& cluster) {
  std::array<int, kReplicas> busy{};
  size_t found = 0;
  EXPECT_TRUE(PollUntil([&] {
    for (size_t i = 0; i < kReplicas; ++i) {
      busy[i] = cluster.CallsInFlight(i) > 0 ? busy[i] + 1 : 0;
      if (busy[i] >= 3) found = i;
    }
    return busy[found] >= 3;
  }));
  return found;
}

int AlertsInRules() {
  const std::string rules = ReadDeployFile("prometheus/rules.yml");
  int alerts = 0;
  for (size_t at = 0; (at = rules.find("- alert:", at)) != std::string::npos; ++at) ++alerts;
  return alerts;
}

class ClusterTest : public ::testing::Test {
 protected:
  explicit ClusterTest(Front front = Front::kHaproxy) : cluster_(front) {}

  void SetUp() override {
    target_ = cluster_.has_haproxy() ? cluster_.front() : cluster_.replicas();
    ASSERT_TRUE(PollUntil([&] { return IsInBalance(kReplicas); })) << cluster_.Diagnostics();
    ASSERT_TRUE(PollUntil([&] { return ReplicasUp() == kReplicas; })) << cluster_.Diagnostics();
    ASSERT_EQ(cluster_.AlertsLoaded(), AlertsInRules()) << cluster_.Diagnostics();
  }

  // Whether HAProxy, if there is one, sends calls to this many replicas.
  bool IsInBalance(int replicas) const {
    return !cluster_.has_haproxy() || cluster_.ReplicasInBalance() == replicas;
  }

  double ReplicasUp() const { return cluster_.Query(R"(sum(up{job="arbiter"}))"); }

  std::future<Tally> StartCalls(std::vector<Calls> calls, int64_t max_calls = kUnlimited) const {
    return std::async(std::launch::async, [this, calls = std::move(calls), max_calls] {
      Load load(target_, 1, ReadDeployFile("grpc/service_config.json"));
      return load.OfferUntil(calls, kCallsPerSecond, stop_.get_token(), {.in_all = max_calls});
    });
  }

  // Returns the number of calls that HAProxy has sent to replicas and that have not ended.
  size_t CallsEverywhere() const {
    int64_t calls = 0;
    for (size_t i = 0; i < kReplicas; ++i) calls += cluster_.CallsAt(i);
    return static_cast<size_t>(calls);
  }

  static void ExpectNoneFailed(const Tally& tally) {
    EXPECT_EQ(tally.wrong, 0);
    EXPECT_EQ(tally.failures(), 0);
    for (const auto& [code, status] : tally.examples) ADD_FAILURE() << status.ShortDebugString();
  }

  // Expects that a replica that has started again gets calls.
  void ExpectCalls(size_t replica) const {
    EXPECT_TRUE(PollUntil([&] { return cluster_.CallsStarted(replica) > kCallsPerSecond / 5; }))
        << "replica " << replica << " gets no calls after its restart";
  }

  // Kills a replica while it runs a long call, and starts it again.
  void LoseOneReplica(const Calls& long_call, Tally* tally) {
    std::future<Tally> long_calls = StartCalls({long_call}, 2);
    const size_t victim = BusyReplica(cluster_);
    cluster_.Kill(victim);
    EXPECT_TRUE(PollUntil([&] { return IsInBalance(kReplicas - 1); }));
    EXPECT_TRUE(PollUntil([&] { return ReplicasUp() == kReplicas - 1; }));
    tally->Add(long_calls.get());
    cluster_.Start(victim);
    EXPECT_TRUE(PollUntil([&] { return IsInBalance(kReplicas); }));
    ExpectCalls(victim);
    EXPECT_TRUE(PollUntil([&] { return ReplicasUp() == kReplicas; }));
  }

  // Kills replicas for the duration of the test, at least one, and expects no call to fail.
  Tally LoseReplicasUnderLoad() {
    const Calls long_call = LongCall();
    std::future<Tally> short_calls = StartCalls(ShortCalls());
    Tally tally;
    kills_ = 0;
    const Clock::time_point begin = Clock::now();
    do {
      std::this_thread::sleep_for(seconds(1));
      LoseOneReplica(long_call, &tally);
      ++kills_;
    } while (!HasFailure() && Clock::now() - begin < TestDuration());
    const seconds duration = std::chrono::duration_cast<seconds>(Clock::now() - begin);
    stop_.request_stop();
    tally.Add(short_calls.get());
    std::cout << tally.calls() << " calls, " << kills_ << " kills: " << tally.failures()
              << " failed, " << tally.wrong << " of them wrong; slowest "
              << tally.Percentile(1).count() << " ms\n";
    if (IsMachineQuiet()) {
      EXPECT_GE(tally.calls(), kCallsPerSecond * duration.count() * 9 / 10)
          << "the client did not keep up the rate";
    }
    ExpectNoneFailed(tally);
    return tally;
  }

  Cluster cluster_;
  // The target of the calls.
  std::string target_;
  std::stop_source stop_;
  int kills_ = 0;
};

TEST_F(ClusterTest, KillingAReplicaBehindHaproxyFailsNoCall) {
  const int64_t received_before = cluster_.RequestsReceived();
  const Tally tally = LoseReplicasUnderLoad();
  const int64_t by_clients = cluster_.RequestsReceived() - received_before - tally.calls();
  const int64_t by_haproxy = cluster_.RequestsRetried();
  std::cout << by_haproxy << " calls retried by HAProxy, " << by_clients << " by clients\n";
  // Fewer retries than kills would mean that a kill did not hit any call, so that the test would
  // prove nothing.
  EXPECT_GE(by_clients + by_haproxy, kills_);
}

// HAProxy sends the calls of the replica that hangs to others, or lets the client do so.
TEST_F(ClusterTest, AHangingReplicaBehindHaproxyFailsNoCall) {
  std::future<Tally> calls = StartCalls(ShortCalls());
  const Clock::time_point begin = Clock::now();
  size_t victim = 0;
  do {
    std::this_thread::sleep_for(seconds(1));
    cluster_.Stop(victim);
    const Clock::time_point stopped = Clock::now();
    EXPECT_TRUE(PollUntil([&] { return cluster_.CallsAt(victim) > 0; }));
    EXPECT_TRUE(PollUntil([&] { return cluster_.ReplicasInBalance() == kReplicas - 1; }));
    EXPECT_TRUE(PollUntil([&] { return cluster_.CallsAt(victim) == 0; }));
    std::this_thread::sleep_until(stopped + seconds(10));
    cluster_.Continue(victim);
    EXPECT_TRUE(PollUntil([&] { return cluster_.ReplicasInBalance() == kReplicas; }));
    const int64_t started = cluster_.CallsStarted(victim);
    EXPECT_TRUE(PollUntil([&] {
      return cluster_.CallsStarted(victim) > started + kCallsPerSecond / 5;
    })) << "replica "
        << victim << " gets no calls after it hung";
    victim = (victim + 1) % kReplicas;
  } while (!HasFailure() && Clock::now() - begin < TestDuration());
  stop_.request_stop();
  const Tally tally = calls.get();
  std::cout << tally.calls() << " calls: " << tally.failures() << " failed; slowest "
            << tally.Percentile(1).count() << " ms; " << cluster_.RequestsRetried()
            << " calls retried by HAProxy\n";
  ExpectNoneFailed(tally);
  if (IsMachineQuiet()) {
    EXPECT_LE(tally.Percentile(1), seconds(6));
  }
}

// This happens in a rolling update. All replicas are restarted because HAProxy decides which of
// them serve the client.
TEST_F(ClusterTest, RestartingReplicasOneByOneBehindHaproxyFailsNoCall) {
  std::future<Tally> calls = StartCalls(ShortCalls());
  std::this_thread::sleep_for(seconds(1));
  for (size_t i = 0; i < kReplicas; ++i) {
    EXPECT_EQ(cluster_.Terminate(i), 0);
    cluster_.Start(i);
    ExpectCalls(i);
  }
  stop_.request_stop();
  ExpectNoneFailed(calls.get());
}

// Returns calls of several kinds that take seconds, each with a client of its own that never
// repeats a call. They return whether they have got the right answer.
std::vector<std::function<bool()>> MakeVeryLongCalls(const std::string& target) {
  constexpr int kTimeoutMs = 120'000;
  const v1::BatchRequest item = Item(R"({"perft":{"depth":6,"position":{"variant":"chpok","options":
      {"chpok":{"skipBidding":true,"features":{"superqueen":true}}}}}})");
  const uint64_t nodes = ResponseTo(item.perft()).nodes();
  // Longer than the drain delay, so that it ends in the grace period.
  v1::AnalyzeRequest analysis = Analysis("chak");
  analysis.mutable_limits()->set_movetime_ms(6000);
  analysis.set_threads(1);
  return {[=] { return Client(target).Call(item, kTimeoutMs).perft().nodes() == nodes; },
          // The stream may end after the answer.
          [=] { return Client(target).StartBatch(kTimeoutMs)->Ask(item).perft().nodes() == nodes; },
          [=] {
            const auto answers = AnalysisClient(target).Analyze(analysis, kTimeoutMs);
            return answers.status.code() == 0 && !answers.responses.empty();
          }};
}

TEST_F(ClusterTest, RestartingReplicasBehindHaproxyEndsNoLongCall) {
  const std::vector<std::function<bool()>> kinds = MakeVeryLongCalls(target_);
  for (size_t replica = 0; replica < kReplicas; ++replica) {
    std::vector<std::future<bool>> calls;
    // HAProxy decides where a call goes, so each kind is called until this replica has got one.
    for (size_t kind = 0; kind < kinds.size(); ++kind) {
      while (cluster_.CallsAt(replica) <= static_cast<int64_t>(kind)) {
        calls.push_back(std::async(std::launch::async, kinds[kind]));
        ASSERT_TRUE(PollUntil([&] { return CallsEverywhere() == calls.size(); }));
      }
    }
    EXPECT_EQ(cluster_.Terminate(replica), 0);
    for (std::future<bool>& call : calls) EXPECT_TRUE(call.get());
    cluster_.Start(replica);
    ASSERT_TRUE(PollUntil([&] { return cluster_.ReplicasInBalance() == kReplicas; }));
  }
}

class ClusterWithoutHaproxy : public ClusterTest {
 protected:
  ClusterWithoutHaproxy() : ClusterTest(Front::kNone) {}
};

TEST_F(ClusterWithoutHaproxy, KillingAReplicaFailsNoCall) { LoseReplicasUnderLoad(); }

}  // namespace
}  // namespace arbiter::testing
