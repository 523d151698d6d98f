// AnalysisService.Session over a socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

bool IsBestMove(const v1::SessionResponse& response) { return response.update().has_best_move(); }

// Returns the nodes of an analysis according to its last progress.
uint64_t NodesOf(const std::vector<v1::SessionResponse>& responses) {
  uint64_t nodes = 0;
  for (const v1::SessionResponse& response : responses) {
    if (response.update().has_progress()) nodes = response.update().progress().nodes();
  }
  return nodes;
}

std::string ReasonIn(const v1::SessionResponse& response) {
  return DetailOf<google::rpc::ErrorInfo>(response.status()).reason();
}

class AnalysisSessionTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    server_ = new ServerProcess({"--analysis-threads", "1", "--analysis-queue", "0"});
  }
  static void TearDownTestSuite() { delete server_; }

  // Reads one message and expects it to be progress with this id.
  void ExpectProgress(const std::string& id) {
    v1::SessionResponse response;
    ASSERT_TRUE(session_->Read(&response));
    EXPECT_EQ(response.id(), id);
    EXPECT_TRUE(response.update().has_progress()) << response.DebugString();
  }

  // Expects the session to end with OK, without further messages.
  void ExpectEnd() {
    v1::SessionResponse response;
    EXPECT_FALSE(session_->Read(&response)) << response.DebugString();
    EXPECT_EQ(session_->Finish().code(), 0);
  }

  static ServerProcess* server_;
  AnalysisClient client_{server_->address()};
  std::unique_ptr<RunningSession> session_ = client_.Session();
};
ServerProcess* AnalysisSessionTest::server_ = nullptr;

TEST_F(AnalysisSessionTest, AnswersSequentialAnalyses) {
  for (const char* id : {"first", "second", ""}) {
    session_->Analyze(id, AnalysisToDepth("makruk", 3));
    const auto responses = session_->ReadTo(id);
    ASSERT_GE(responses.size(), 2u);
    for (const v1::SessionResponse& response : responses) EXPECT_EQ(response.id(), id);
    EXPECT_TRUE(IsBestMove(responses.back()));
  }
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, ANewRequestReplacesTheRunningSearch) {
  session_->Analyze("a", InfiniteAnalysis("makruk"));
  ExpectProgress("a");
  session_->Analyze("b", AnalysisToDepth("chak", 3));
  const auto first = session_->ReadTo("a");
  EXPECT_TRUE(IsBestMove(first.back())) << first.back().DebugString();
  for (const v1::SessionResponse& response : first) EXPECT_EQ(response.id(), "a");
  const auto second = session_->ReadTo("b");
  EXPECT_TRUE(IsBestMove(second.back()));
  for (const v1::SessionResponse& response : second) EXPECT_EQ(response.id(), "b");
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, StopReturnsTheBestMove) {
  session_->Stop();
  session_->Analyze("a", InfiniteAnalysis("makruk"));
  ExpectProgress("a");
  session_->Stop();
  EXPECT_TRUE(IsBestMove(session_->ReadTo("a").back()));
  session_->Stop();
  session_->Analyze("b", InfiniteAnalysis("makruk"));
  session_->Stop();
  EXPECT_TRUE(IsBestMove(session_->ReadTo("b").back()));
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, KeepsItsTableForTheSameGameOnly) {
  v1::AnalyzeRequest request = AnalysisToDepth("makruk", 9);
  request.set_fresh(true);
  const auto nodes = [&](const std::string& id, const v1::AnalyzeRequest& analysis) {
    session_->Analyze(id, analysis);
    return NodesOf(session_->ReadTo(id));
  };
  const uint64_t cold = nodes("cold", request);
  // Entries in the table change which nodes are searched.
  EXPECT_NE(nodes("warm", request), cold);
  v1::AnalyzeRequest claims = request;
  claims.mutable_position()->mutable_options()->set_draw_policy(v1::DRAW_POLICY_CLAIM);
  EXPECT_EQ(nodes("other options", claims), cold);
  EXPECT_EQ(nodes("cleared", request), cold);
  v1::AnalyzeRequest small = request;
  small.set_hash_mb(1);
  EXPECT_EQ(nodes("smaller", small), cold);
  EXPECT_NE(nodes("smaller, warm", small), cold);
  v1::AnalyzeRequest large = request;
  large.set_hash_mb(32);
  EXPECT_EQ(nodes("larger", large), cold);
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, ABadRequestDoesNotEndTheSession) {
  session_->Analyze("bad", AnalysisToDepth("chess", 1));
  const v1::SessionResponse bad = session_->ReadTo("bad").back();
  EXPECT_EQ(bad.status().code(), kInvalidArgument);
  EXPECT_EQ(ReasonIn(bad), "UNKNOWN_VARIANT");
  session_->Analyze(std::string(257, 'x'), AnalysisToDepth("makruk", 1));
  EXPECT_EQ(ReasonIn(session_->ReadTo("").back()), "BAD_FIELD");
  session_->Write({});
  EXPECT_EQ(ReasonIn(session_->ReadTo("").back()), "BAD_FIELD");
  const std::string longest(256, 'x');
  session_->Analyze(longest, AnalysisToDepth("makruk", 1));
  EXPECT_TRUE(IsBestMove(session_->ReadTo(longest).back()));
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, AfterHalfCloseASearchContinuesToItsLimits) {
  constexpr std::chrono::milliseconds kTime(200);
  v1::AnalyzeRequest request = Analysis("makruk");
  request.mutable_limits()->set_movetime_ms(kTime.count());
  const auto start = std::chrono::steady_clock::now();
  session_->Analyze("a", request);
  session_->WritesDone();
  EXPECT_TRUE(IsBestMove(session_->ReadTo("a").back()));
  EXPECT_GE(std::chrono::steady_clock::now() - start, kTime);
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, AtHalfCloseAnInfiniteSearchIsStopped) {
  session_->Analyze("a", InfiniteAnalysis("makruk"));
  ExpectProgress("a");
  session_->WritesDone();
  EXPECT_TRUE(IsBestMove(session_->ReadTo("a").back()));
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, EachRequestOfAFloodHasOneFinalAnswer) {
  constexpr int kRequests = 1000;
  std::thread writer([this] {
    for (int i = 0; i < kRequests; ++i) {
      session_->Analyze(std::to_string(i), InfiniteAnalysis("makruk"));
    }
    session_->WritesDone();
  });
  // The client reads nothing for a while.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::map<std::string, int> final_answers;
  int replaced = 0;
  v1::SessionResponse response;
  while (session_->Read(&response)) {
    if (response.update().has_progress()) continue;
    ++final_answers[response.id()];
    if (response.has_status()) {
      ++replaced;
      EXPECT_EQ(response.status().code(), kCancelled) << response.DebugString();
      EXPECT_EQ(ReasonIn(response), "CANCELLED");
    }
  }
  writer.join();
  EXPECT_EQ(session_->Finish().code(), 0);
  EXPECT_EQ(final_answers.size(), kRequests);
  for (const auto& [id, answers] : final_answers) EXPECT_EQ(answers, 1) << id;
  EXPECT_LT(replaced, kRequests);
  EXPECT_EQ(response.id(), std::to_string(kRequests - 1));
  EXPECT_TRUE(IsBestMove(response));
}

TEST_F(AnalysisSessionTest, AnIdleSessionHoldsNoThreadAndARefusalDoesNotEndIt) {
  session_->Analyze("a", AnalysisToDepth("makruk", 2));
  EXPECT_TRUE(IsBestMove(session_->ReadTo("a").back()));
  const auto other = client_.Start(InfiniteAnalysis("chak"));
  v1::AnalyzeResponse progress;
  ASSERT_TRUE(other->Read(&progress));
  session_->Analyze("b", AnalysisToDepth("makruk", 2));
  const v1::SessionResponse refused = session_->ReadTo("b").back();
  EXPECT_EQ(refused.status().code(), kResourceExhausted);
  EXPECT_EQ(ReasonIn(refused), "OVERLOADED");
  EXPECT_GE(DetailOf<google::rpc::RetryInfo>(refused.status()).retry_delay().seconds(), 1);
  other->Cancel();
  other->Finish();
  ASSERT_TRUE(Eventually([] { return RunningAnalyses(*server_) == 0; }));
  session_->Analyze("c", AnalysisToDepth("makruk", 2));
  EXPECT_TRUE(IsBestMove(session_->ReadTo("c").back()));
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, ACancelledSessionReleasesItsThread) {
  session_->Analyze("a", InfiniteAnalysis("makruk"));
  ExpectProgress("a");
  session_->Cancel();
  EXPECT_EQ(session_->Finish().code(), kCancelled);
  EXPECT_TRUE(Eventually([] { return RunningAnalyses(*server_) == 0; }));
}

}  // namespace
}  // namespace arbiter::testing
