#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "google/protobuf/util/time_util.h"
#include "tests/support/key_files.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using google::protobuf::util::TimeUtil;
using std::chrono::milliseconds;
using ::testing::HasSubstr;

constexpr char kKey[] = "arb_key";

// A server for one client, which has the key kKey and this quota.
class QuotaServer {
 public:
  explicit QuotaServer(const std::string& quota)
      : keys_(KeyFileOf(KeyEntry("site", kKey, AllWithQuota(quota)))),
        server_({"--api-keys", keys_.path()}) {}

  const std::string& address() const { return server_.address(); }
  const ServerProcess& process() const { return server_; }
  Client MakeClient() const { return Client(address(), Bearer(kKey)); }

 private:
  TemporaryFile keys_;
  ServerProcess server_;
};

// Makes a call until it is refused and returns the number of successful calls, at most 1000.
int CallsLeft(const QuotaServer& server, google::rpc::Status* refusal = nullptr,
              const v1::BatchRequest& item = LegalMovesItem()) {
  Client client = server.MakeClient();
  for (int calls = 0; calls < 1000; ++calls) {
    const google::rpc::Status status = client.Call(item).status();
    if (status.code() == 0) continue;
    EXPECT_EQ(ReasonOf(status), "QUOTA_EXCEEDED");
    if (refusal != nullptr) *refusal = status;
    return calls;
  }
  return 1000;
}

// A long call is charged for its time, and the server is sometimes slow, so these tests have
// tolerances. The tests in service/access are exact.
constexpr char kHundredFifty[] = R"("tokensPerSecond":0.001,"burst":150)";
constexpr char kThousand[] = R"("tokensPerSecond":0.001,"burst":1000)";

TEST(QuotaTest, ACallAfterTheRetryDelayIsServed) {
  const QuotaServer server(R"("tokensPerSecond":2,"burst":5)");
  google::rpc::Status refusal;
  EXPECT_GE(CallsLeft(server, &refusal), 1);
  EXPECT_EQ(refusal.code(), 8);
  const auto retry = DetailOf<google::rpc::RetryInfo>(refusal).retry_delay();
  const int64_t ms = TimeUtil::DurationToMilliseconds(retry);
  EXPECT_GT(ms, 0);
  EXPECT_LE(ms, 10'000) << "a token takes half a second";
  std::this_thread::sleep_for(milliseconds(ms + 1));
  Client client = server.MakeClient();
  EXPECT_EQ(CallLegalMoves(client).code(), 0);
}

// A key with 100 tokens per second and the default burst was once refused every analysis of a
// second or more, with a retry delay of 10 ms, because opening the stream took one of the 100
// tokens.
TEST(QuotaTest, AnalysesAndReviewsAreServedAfterTheRetryDelay) {
  v1::AnalyzeRequest second = Analysis("chak");
  second.mutable_limits()->set_movetime_ms(1000);
  v1::AnalyzeRequest two_threads = AnalysisToDepth("makruk", 3);
  two_threads.set_threads(2);
  v1::ReviewGameRequest review;
  review.set_variant("makruk");
  review.mutable_record()->add_actions("a3a4");
  review.mutable_limits()->set_depth(3);
  for (const char* quota : {R"("tokensPerSecond":100)", R"("tokensPerSecond":100,"burst":1)",
                            R"("tokensPerSecond":250,"burst":150)"}) {
    SCOPED_TRACE(quota);
    const TemporaryFile keys(KeyFileOf(KeyEntry("site", kKey, AllWithQuota(quota))));
    const ServerProcess server({"--api-keys", keys.path(), "--analysis-threads", "2"});
    AnalysisClient analyst(server.address(), Bearer(kKey));
    const std::function<google::rpc::Status()> calls[] = {
        [&] { return analyst.Analyze(second).status; },
        [&] { return analyst.ReviewGame(review).status; },
        [&] { return analyst.Analyze(two_threads).status; },
        [&] { return analyst.ReviewGame(review).status; },
    };
    EXPECT_EQ(calls[0]().code(), 0) << "the bucket was full";
    for (const auto& call : calls) {
      google::rpc::Status status = call();
      if (status.code() != 0) {
        ASSERT_EQ(ReasonOf(status), "QUOTA_EXCEEDED");
        const int64_t ms = TimeUtil::DurationToMilliseconds(
            DetailOf<google::rpc::RetryInfo>(status).retry_delay());
        std::this_thread::sleep_for(milliseconds(ms + 1));
        status = call();
      }
      EXPECT_EQ(status.code(), 0) << status.DebugString();
    }
  }
}

TEST(QuotaTest, EachMethodCostsAtLeastWhatItsRowSays) {
  const std::vector<std::pair<std::string, int>> costs = {
      {R"({"perft":{"position":{"variant":"chak"},"depth":1}})", 10},
      {R"({"validateGame":{"variant":"chak","record":{}}})", 5},
      {R"({"renderBoard":{"position":{"variant":"chak"}}})", 2},
  };
  for (const auto& [item, cost] : costs) {
    const QuotaServer server(kThousand);
    EXPECT_LE(CallsLeft(server, nullptr, Item(item)), 1000 / cost) << item;
  }
}

TEST(QuotaTest, ViewsAndPicturesCostMore) {
  v1::BatchRequest view;
  view.mutable_view_game()->mutable_position()->set_variant("chak");
  for (int i = 0; i < 3; ++i) view.mutable_view_game()->add_views()->mutable_picture();
  // 1 for the call, and 2 for each view with a picture.
  EXPECT_LE(CallsLeft(QuotaServer(kHundredFifty), nullptr, view), 150 / 7);
}

TEST(QuotaTest, LongWorkIsChargedByTime) {
  const QuotaServer server(kThousand);
  Client client = server.MakeClient();
  // On a busy machine, the server works for only a part of a second.
  const auto used = [before = CpuTimeOf(server.process().pid()), &server] {
    return CpuTimeOf(server.process().pid()) - before;
  };
  while (used() < milliseconds(500)) {
    const auto response = client.Call(BusyCaller::LongCall(), 1000);
    EXPECT_EQ(response.status().code(), 4) << "the deadline must end the call";
    // The client notices its deadline before the server does.
    ASSERT_TRUE(
        Eventually([&] { return MetricOf(server.process(), "arbiter_in_flight_requests") == 0; }));
  }
  EXPECT_LE(CallsLeft(server), 1000 - 30);
}

// An analysis is charged 100 tokens for each second for which it holds its thread, whether or not
// the thread gets a processor.
TEST(QuotaTest, AnAnalysisCostsMoreThanACall) {
  const QuotaServer calls(kHundredFifty);
  EXPECT_GT(CallsLeft(calls), 75) << "a call costs less than two tokens";
  const QuotaServer analyses(kHundredFifty);
  AnalysisClient analyst(analyses.address(), Bearer(kKey));
  const auto start = std::chrono::steady_clock::now();
  const auto ended = analyst.Analyze(InfiniteAnalysis("chak"));
  EXPECT_EQ(ReasonOf(ended.status), "QUOTA_EXCEEDED");
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(1400));
  EXPECT_EQ(CallsLeft(analyses), 0);
  const auto refused = analyst.Analyze(AnalysisToDepth("chak", 1));
  EXPECT_EQ(ReasonOf(refused.status), "QUOTA_EXCEEDED");
  EXPECT_GT(TimeUtil::DurationToMilliseconds(
                DetailOf<google::rpc::RetryInfo>(refused.status).retry_delay()),
            0);
}

TEST(QuotaTest, AnAnalysisThatEndsEarlyIsRefunded) {
  // Each analysis is charged 100 tokens in advance. In the end, it costs no more than the time for
  // which the client waits, which may be long on a busy machine.
  const QuotaServer server(kThousand);
  AnalysisClient analyst(server.address(), Bearer(kKey));
  double max_cost = 0;
  for (int i = 0; i < 12 && max_cost <= 1000 - 100; ++i) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(analyst.Analyze(AnalysisToDepth("chak", 1)).status.code(), 0) << i;
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    max_cost += 1 + std::max(1.0, 100 * waited.count());
  }
}

TEST(QuotaTest, EachAnalysisOfASessionIsCharged) {
  const QuotaServer server(kHundredFifty);
  const auto session = AnalysisClient(server.address(), Bearer(kKey)).Session();
  const auto start = std::chrono::steady_clock::now();
  session->Analyze("1", InfiniteAnalysis("chak"));
  EXPECT_EQ(ReasonOf(session->ReadTo("1").back().status()), "QUOTA_EXCEEDED");
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(1400));
  session->Analyze("2", AnalysisToDepth("chak", 1));
  EXPECT_EQ(ReasonOf(session->ReadTo("2").back().status()), "QUOTA_EXCEEDED");
  session->WritesDone();
  EXPECT_EQ(session->Finish().code(), 0) << "the session continues";
}

TEST(QuotaTest, ItemsOfABatchAreChargedAndRefusedIndividually) {
  const QuotaServer server(R"("tokensPerSecond":0.001,"burst":20)");
  Client client = server.MakeClient();
  v1::BatchRequest bundle = Item(R"({"id":"bundle"})");
  for (int i = 0; i < 10; ++i) *bundle.mutable_bundle()->add_items() = LegalMovesItem();
  std::vector<v1::BatchRequest> items(5, LegalMovesItem());
  items.push_back(bundle);
  items.insert(items.end(), 9, LegalMovesItem());
  int code = -1;
  const std::vector<v1::BatchResponse> responses = client.Batch(items, &code);
  EXPECT_EQ(code, 0);
  ASSERT_EQ(responses.size(), items.size());
  const auto served = std::count_if(responses.begin(), responses.end(),
                                    [](const auto& response) { return !response.has_status(); });
  EXPECT_LE(served, 5 + 1 + 5) << "ten tokens for the bundle";
  EXPECT_GE(served, 1);
  for (const v1::BatchResponse& response : responses) {
    if (!response.has_status()) continue;
    EXPECT_EQ(ReasonOf(response.status()), "QUOTA_EXCEEDED");
    EXPECT_GT(DetailOf<google::rpc::RetryInfo>(response.status()).retry_delay().seconds(), 0);
  }
}

// A client does not pay for the time that reading an item takes that is then refused.
TEST(QuotaTest, LittleIsReadFromABatchWithoutQuota) {
  const QuotaServer server(R"("tokensPerSecond":0.001,"burst":4)");
  Client client = server.MakeClient();
  // A full bucket could pay for anything.
  EXPECT_EQ(CallLegalMoves(client).code(), 0);
  const auto time_for = [&client](size_t count, const v1::BatchRequest& item) {
    const auto start = std::chrono::steady_clock::now();
    int code = -1;
    EXPECT_EQ(client.Batch(std::vector(count, item), &code).size(), count);
    EXPECT_EQ(code, 0);
    return std::chrono::steady_clock::now() - start;
  };
  v1::BatchRequest bundle = Item(R"({"id":"bundle"})");
  for (int i = 0; i < 2000; ++i) *bundle.mutable_bundle()->add_items() = LegalMovesItem();
  // More than the server reads ahead.
  const auto time_for_bundles = time_for(100, bundle);
  EXPECT_GE(time_for_bundles, std::chrono::seconds(1));
  EXPECT_LE(time_for(1000, LegalMovesItem()), 5 * time_for_bundles);
}

TEST(QuotaTest, ConcurrentCallsAreCapped) {
  const QuotaServer server(R"("maxInFlight":1)");
  auto busy = std::make_unique<BusyCaller>(server.address(), kKey);
  Client client = server.MakeClient();
  google::rpc::Status status;
  EXPECT_TRUE(Eventually([&] {
    status = CallLegalMoves(client);
    return ReasonOf(status) == "QUOTA_EXCEEDED";
  }));
  EXPECT_EQ(
      status.message(),
      "this client already has as many open calls as its quota allows (1); wait until one ends");
  EXPECT_GT(DetailOf<google::rpc::RetryInfo>(status).retry_delay().seconds(), 0);
  busy.reset();
  EXPECT_TRUE(Eventually([&] { return CallLegalMoves(client).code() == 0; }));
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(CallLegalMoves(client).code(), 0) << "one after another, " << i;
  }
}

TEST(QuotaTest, ConcurrentStreamsAreCapped) {
  const QuotaServer server(R"("maxStreams":2)");
  Client client = server.MakeClient();
  const auto first = client.StartBatch();
  EXPECT_TRUE(first->Ask(LegalMovesItem()).has_legal_moves());
  AnalysisClient analyst(server.address(), Bearer(kKey));
  const auto second = analyst.Start(InfiniteAnalysis("chak"));
  v1::AnalyzeResponse response;
  EXPECT_TRUE(second->Read(&response));
  const auto third = analyst.Analyze(AnalysisToDepth("chak", 1));
  EXPECT_EQ(ReasonOf(third.status), "QUOTA_EXCEEDED");
  EXPECT_THAT(third.status.message(), HasSubstr("as its quota allows (2)"));
  EXPECT_EQ(CallLegalMoves(client).code(), 0) << "calls do not count as streams";
  second->Cancel();
  second->Finish();
  EXPECT_TRUE(
      Eventually([&] { return analyst.Analyze(AnalysisToDepth("chak", 1)).status.code() == 0; }));
  EXPECT_EQ(first->Finish().code(), 0);
}

}  // namespace
}  // namespace arbiter::testing
