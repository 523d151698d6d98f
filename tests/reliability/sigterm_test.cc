// A server under load receives SIGTERM: the only calls that fail are calls that clients retry.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <future>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/file.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/load.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kGracePeriodMs = 5'000;

// Returns a call that is handled at once and one that runs on the worker pool.
std::vector<Calls> LoadCalls() {
  const v1::BatchRequest legal = Item(R"({"legalMoves":{"position":{"variant":"chak"}}})");
  const v1::BatchRequest perft = Item(R"({"perft":{"position":{"variant":"makruk"},"depth":3}})");
  return {
      {.method = "/arbiter.v1.RulesService/LegalMoves",
       .request = legal.legal_moves().SerializeAsString()},
      {.method = "/arbiter.v1.RulesService/Perft", .request = perft.perft().SerializeAsString()}};
}

TEST(Sigterm, UnderLoadFailsOnlyRetryableCalls) {
  ServerProcess ending({"--grace-period-ms", std::to_string(kGracePeriodMs), "--log-sample", "0"});
  const ServerProcess other({"--log-sample", "0"});
  std::vector<std::future<Tally>> tallies;
  for (Calls& calls : LoadCalls()) {
    calls.expected = Load(other.address()).AnswerTo(calls);
    ASSERT_FALSE(calls.expected.empty());
    tallies.push_back(std::async(std::launch::async, [&ending, calls] {
      return Load(ending.address(), 4).Keep(calls, 16, milliseconds(3000));
    }));
  }
  std::this_thread::sleep_for(milliseconds(1000));
  const auto begin = steady_clock::now();
  ending.Signal(SIGTERM);
  EXPECT_EQ(ending.Wait(), 0);
  EXPECT_LT(steady_clock::now() - begin, milliseconds(kGracePeriodMs));
  for (std::future<Tally>& future : tallies) {
    const Tally tally = future.get();
    std::cout << tally.ok << " answered, " << tally.failures() << " refused\n";
    EXPECT_GT(tally.ok, 100);
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
  auto tally = std::async(std::launch::async, [&] {
    return Load(both, 2, config).Offer(calls, 1000, milliseconds(3000));
  });
  std::this_thread::sleep_for(milliseconds(1000));
  ending.Signal(SIGTERM);
  EXPECT_EQ(ending.Wait(), 0);
  const Tally all = tally.get();
  EXPECT_GE(all.ok, 2900);
  EXPECT_EQ(all.failures(), 0) << (all.examples.empty()
                                       ? ""
                                       : all.examples.begin()->second.DebugString());
}

TEST(Sigterm, UnderLoadEndsStreamsAsUnavailableWithAReason) {
  ServerProcess server({"--grace-period-ms", std::to_string(kGracePeriodMs), "--log-sample", "0",
                        "--analysis-threads", "1"});
  auto load = std::async(std::launch::async, [&server] {
    return Load(server.address(), 2).Keep(LoadCalls().front(), 8, milliseconds(2500));
  });
  AnalysisClient client(server.address());
  const auto analysis = client.Start(InfiniteAnalysis("chak"));
  const auto session = client.Session();
  session->Analyze("a", InfiniteAnalysis("makruk"));
  const auto idle = client.Session();
  v1::AnalyzeResponse first;
  ASSERT_TRUE(analysis->Read(&first));
  std::this_thread::sleep_for(milliseconds(300));

  const auto begin = steady_clock::now();
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
  EXPECT_LT(steady_clock::now() - begin, milliseconds(kGracePeriodMs));
  load.get();
}

}  // namespace
}  // namespace arbiter::testing
