// A server under load receives SIGTERM: the only calls that fail are calls that clients retry.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/file.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/load.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;

// The server exits with an error if it needs longer.
constexpr int kGracePeriodMs = milliseconds(kPatience).count();

// Returns a call that is handled at once and one that runs on the worker pool.
std::vector<Calls> LoadCalls() {
  const v1::BatchRequest legal = Item(R"({"legalMoves":{"position":{"variant":"chak"}}})");
  const v1::BatchRequest perft = Item(R"({"perft":{"position":{"variant":"makruk"},"depth":3}})");
  return {
      {.method = "/arbiter.v1.RulesService/LegalMoves",
       .request = legal.legal_moves().SerializeAsString(),
       .timeout = kPatience},
      {.method = "/arbiter.v1.RulesService/Perft", .request = perft.perft().SerializeAsString()}};
}

// Calls that are made until this object is destroyed.
class RunningLoad {
 public:
  using Make = std::function<Tally(Load& load, const std::stop_token& stop)>;

  RunningLoad(std::unique_ptr<Load> load, Make make)
      : load_(std::move(load)),
        thread_([this, make = std::move(make)](const std::stop_token& stop) {
          tally_ = make(*load_, stop);
        }) {}

  // Waits until this many further calls have ended.
  bool AwaitCalls(int64_t calls) const {
    const int64_t enough = load_->ended() + calls;
    return Eventually([&] { return load_->ended() >= enough; });
  }
  // Makes no more calls, and returns the results of all.
  Tally Stop() {
    thread_.request_stop();
    thread_.join();
    return tally_;
  }

 private:
  const std::unique_ptr<Load> load_;
  Tally tally_;
  std::jthread thread_;
};

// Keeps this many calls in flight.
std::unique_ptr<RunningLoad> StartLoad(const std::string& address, const Calls& calls,
                                       int in_flight) {
  return std::make_unique<RunningLoad>(std::make_unique<Load>(address, 4),
                                       [=](Load& load, const std::stop_token& stop) {
                                         return load.KeepUntil(calls, in_flight, stop);
                                       });
}

TEST(Sigterm, UnderLoadFailsOnlyRetryableCalls) {
  ServerProcess ending({"--grace-period-ms", std::to_string(kGracePeriodMs), "--log-sample", "0"});
  const ServerProcess other({"--log-sample", "0"});
  std::vector<std::unique_ptr<RunningLoad>> loads;
  for (Calls& calls : LoadCalls()) {
    calls.expected = Load(other.address()).AnswerTo(calls);
    ASSERT_FALSE(calls.expected.empty());
    loads.push_back(StartLoad(ending.address(), calls, 16));
  }
  for (const auto& load : loads) EXPECT_TRUE(load->AwaitCalls(200));
  ending.Signal(SIGTERM);
  EXPECT_EQ(ending.Wait(), 0);
  for (const auto& load : loads) {
    EXPECT_TRUE(load->AwaitCalls(100)) << "the calls that were running have not ended";
    const Tally tally = load->Stop();
    std::cout << tally.ok << " answered, " << tally.failures() << " refused\n";
    EXPECT_GE(tally.ok, 200);
    EXPECT_EQ(tally.wrong, 0);
    // The only code on which clients retry (deploy/grpc/service_config.json).
    EXPECT_THAT(tally.failed, ::testing::ElementsAre(::testing::Key(kUnavailable)));
  }
}

TEST(Sigterm, UnderLoadIsNotNoticedByClientsThatRetryElsewhere) {
  ServerProcess ending({"--grace-period-ms", std::to_string(kGracePeriodMs), "--log-sample", "0"});
  const ServerProcess other({"--log-sample", "0"});
  // gRPC resolves this name to both addresses and balances the calls between them.
  const std::string both = "ipv4:" + ending.address() + "," + other.address();
  Calls calls = LoadCalls().front();
  calls.expected = Load(other.address()).AnswerTo(calls);
  const std::string config = ReadFile(ARBITER_SOURCE_DIR "/deploy/grpc/service_config.json");
  RunningLoad load(std::make_unique<Load>(both, 2, config),
                   [&calls](Load& made, const std::stop_token& stop) {
                     return made.OfferUntil({calls}, 500, stop);
                   });
  EXPECT_TRUE(load.AwaitCalls(500));
  ending.Signal(SIGTERM);
  EXPECT_EQ(ending.Wait(), 0);
  EXPECT_TRUE(load.AwaitCalls(500));
  const Tally all = load.Stop();
  EXPECT_GE(all.ok, 1000);
  EXPECT_EQ(all.failures(), 0) << (all.examples.empty()
                                       ? ""
                                       : all.examples.begin()->second.DebugString());
}

TEST(Sigterm, UnderLoadEndsStreamsAsUnavailableWithAReason) {
  ServerProcess server({"--grace-period-ms", std::to_string(kGracePeriodMs), "--log-sample", "0",
                        "--analysis-threads", "1"});
  const auto load = StartLoad(server.address(), LoadCalls().front(), 8);
  AnalysisClient client(server.address());
  const auto idle = client.Session();
  const auto analysis = client.Start(InfiniteAnalysis("chak"));
  const auto session = client.Session();
  session->Analyze("a", InfiniteAnalysis("makruk"));
  v1::AnalyzeResponse first;
  ASSERT_TRUE(analysis->Read(&first));
  // One of the two has a thread. The other one waits for its first turn, or for its next one.
  ASSERT_TRUE(Eventually(
      [&] { return QueuedAnalyses(server) + MetricOf(server, "arbiter_analyses_paused") == 1; }));

  server.Signal(SIGTERM);
  for (v1::AnalyzeResponse response; analysis->Read(&response);) {
  }
  for (v1::SessionResponse response; session->Read(&response);) {
  }
  for (const google::rpc::Status& status :
       {analysis->Finish(), session->Finish(), idle->Finish()}) {
    EXPECT_EQ(status.code(), kUnavailable) << status.DebugString();
    EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(status).reason(), "OVERLOADED");
    EXPECT_THAT(status.message(), ::testing::HasSubstr("shutting down"));
  }
  EXPECT_EQ(server.Wait(), 0);
  load->Stop();
}

// A load balancer that cannot connect might take the server for dead and end the running call.
TEST(Sigterm, LetsNewConnectionsReadTheHealthButMakeNoCalls) {
  ServerProcess server({"--grace-period-ms", "60000", "--log-sample", "0"});
  AnalysisClient client(server.address());
  v1::AnalyzeRequest request = Analysis("chak");
  request.mutable_limits()->set_movetime_ms(60'000);
  const auto running = client.Start(request);
  v1::AnalyzeResponse response;
  ASSERT_TRUE(running->Read(&response));
  server.Signal(SIGTERM);
  const v1::BatchRequest item = Item(R"({"legalMoves":{"position":{"variant":"chak"}}})");
  EXPECT_TRUE(Eventually(
      [&] { return Client(server.address()).Call(item).status().code() == kUnavailable; }));
  constexpr int kNotServing = 2;
  EXPECT_EQ(Client(server.address()).Health(""), kNotServing);
  EXPECT_TRUE(running->Read(&response));
  running->Cancel();
  EXPECT_EQ(server.Wait(), 0);
}

}  // namespace
}  // namespace arbiter::testing
