// AnalysisService::Session as a caller meets it.
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
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

constexpr int kCancelled = 1;
constexpr int kInvalidArgument = 3;
constexpr int kResourceExhausted = 8;

bool IsBestMove(const v1::SessionResponse& response) { return response.update().has_best_move(); }

// Nodes that an analysis took, from its answers.
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

  // Reads one message, which is progress under this id.
  void ExpectProgress(const std::string& id) {
    v1::SessionResponse response;
    ASSERT_TRUE(session_->Read(&response));
    EXPECT_EQ(response.id(), id);
    EXPECT_TRUE(response.update().has_progress()) << response.DebugString();
  }

  // The session must be over for the client.
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

TEST_F(AnalysisSessionTest, AnswersOneAnalysisAfterTheOther) {
  for (const char* id : {"first", "second", ""}) {
    session_->Analyze(id, ToDepth("makruk", 3));
    const auto responses = session_->ReadTo(id);
    ASSERT_GE(responses.size(), 2u);
    for (const v1::SessionResponse& response : responses) EXPECT_EQ(response.id(), id);
    EXPECT_TRUE(IsBestMove(responses.back()));
  }
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, ANewRequestReplacesTheRunningSearch) {
  session_->Analyze("a", Endless("makruk"));
  ExpectProgress("a");
  session_->Analyze("b", ToDepth("chak", 3));
  const auto first = session_->ReadTo("a");
  EXPECT_TRUE(IsBestMove(first.back())) << first.back().DebugString();
  for (const v1::SessionResponse& response : first) EXPECT_EQ(response.id(), "a");
  const auto second = session_->ReadTo("b");
  EXPECT_TRUE(IsBestMove(second.back()));
  for (const v1::SessionResponse& response : second) EXPECT_EQ(response.id(), "b");
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, StopBringsTheBestMove) {
  session_->Stop();
  session_->Analyze("a", Endless("makruk"));
  ExpectProgress("a");
  session_->Stop();
  EXPECT_TRUE(IsBestMove(session_->ReadTo("a").back()));
  session_->Stop();
  session_->Analyze("b", Endless("makruk"));
  session_->Stop();
  EXPECT_TRUE(IsBestMove(session_->ReadTo("b").back()));
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, KeepsItsTableForTheSameGameOnly) {
  v1::AnalyzeRequest request = ToDepth("makruk", 9);
  request.set_fresh(true);
  const auto nodes = [&](const std::string& id, const v1::AnalyzeRequest& asked) {
    session_->Analyze(id, asked);
    return NodesOf(session_->ReadTo(id));
  };
  const uint64_t cold = nodes("cold", request);
  // What is known already changes what has to be looked at.
  EXPECT_NE(nodes("warm", request), cold);
  v1::AnalyzeRequest claims = request;
  claims.mutable_position()->mutable_options()->set_draw_policy(v1::DRAW_POLICY_CLAIM);
  EXPECT_EQ(nodes("other options", claims), cold);
  EXPECT_EQ(nodes("cleared", request), cold);
  v1::AnalyzeRequest small = request;
  small.set_hash_mb(1);
  EXPECT_NE(nodes("smaller", small), cold);
  v1::AnalyzeRequest large = request;
  large.set_hash_mb(32);
  EXPECT_EQ(nodes("larger", large), cold);
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, ABadRequestIsAnsweredAndTheSessionGoesOn) {
  session_->Analyze("bad", ToDepth("chess", 1));
  const v1::SessionResponse bad = session_->ReadTo("bad").back();
  EXPECT_EQ(bad.status().code(), kInvalidArgument);
  EXPECT_EQ(ReasonIn(bad), "UNKNOWN_VARIANT");
  session_->Analyze(std::string(257, 'x'), ToDepth("makruk", 1));
  EXPECT_EQ(ReasonIn(session_->ReadTo("").back()), "BAD_FIELD");
  session_->Write({});
  EXPECT_EQ(ReasonIn(session_->ReadTo("").back()), "BAD_FIELD");
  const std::string longest(256, 'x');
  session_->Analyze(longest, ToDepth("makruk", 1));
  EXPECT_TRUE(IsBestMove(session_->ReadTo(longest).back()));
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, AtHalfCloseASearchGoesOnToItsLimits) {
  v1::AnalyzeRequest request = Analysis("makruk");
  request.mutable_limits()->set_movetime_ms(200);
  session_->Analyze("a", request);
  session_->WritesDone();
  const auto responses = session_->ReadTo("a");
  EXPECT_TRUE(IsBestMove(responses.back()));
  EXPECT_GE(responses[responses.size() - 2].update().progress().depth(), 4u);
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, AtHalfCloseAnEndlessSearchIsStopped) {
  session_->Analyze("a", Endless("makruk"));
  ExpectProgress("a");
  session_->WritesDone();
  EXPECT_TRUE(IsBestMove(session_->ReadTo("a").back()));
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, AFloodOfRequestsGetsOneLastAnswerEach) {
  constexpr int kRequests = 1000;
  std::thread writer([this] {
    for (int i = 0; i < kRequests; ++i) session_->Analyze(std::to_string(i), Endless("makruk"));
    session_->WritesDone();
  });
  // Nothing is read for a while.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::map<std::string, int> last_answers;
  int replaced = 0;
  v1::SessionResponse response;
  while (session_->Read(&response)) {
    if (response.update().has_progress()) continue;
    ++last_answers[response.id()];
    if (response.has_status()) {
      ++replaced;
      EXPECT_EQ(response.status().code(), kCancelled) << response.DebugString();
      EXPECT_EQ(ReasonIn(response), "CANCELLED");
    }
  }
  writer.join();
  EXPECT_EQ(session_->Finish().code(), 0);
  EXPECT_EQ(last_answers.size(), kRequests);
  for (const auto& [id, answers] : last_answers) EXPECT_EQ(answers, 1) << id;
  EXPECT_LT(replaced, kRequests);
  EXPECT_EQ(response.id(), std::to_string(kRequests - 1));
  EXPECT_TRUE(IsBestMove(response));
}

TEST_F(AnalysisSessionTest, AnIdleSessionHoldsNoThreadAndAFullServerIsAStatus) {
  session_->Analyze("a", ToDepth("makruk", 2));
  EXPECT_TRUE(IsBestMove(session_->ReadTo("a").back()));
  const auto other = client_.Start(Endless("chak"));
  v1::AnalyzeResponse progress;
  ASSERT_TRUE(other->Read(&progress));
  session_->Analyze("b", ToDepth("makruk", 2));
  const v1::SessionResponse refused = session_->ReadTo("b").back();
  EXPECT_EQ(refused.status().code(), kResourceExhausted);
  EXPECT_EQ(ReasonIn(refused), "OVERLOADED");
  EXPECT_GE(DetailOf<google::rpc::RetryInfo>(refused.status()).retry_delay().seconds(), 1);
  other->Cancel();
  other->Finish();
  ASSERT_TRUE(Soon([] { return Running(*server_) == 0; }));
  session_->Analyze("c", ToDepth("makruk", 2));
  EXPECT_TRUE(IsBestMove(session_->ReadTo("c").back()));
  session_->WritesDone();
  ExpectEnd();
}

TEST_F(AnalysisSessionTest, ACancelledSessionGivesItsThreadBack) {
  session_->Analyze("a", Endless("makruk"));
  ExpectProgress("a");
  session_->Cancel();
  EXPECT_EQ(session_->Finish().code(), kCancelled);
  EXPECT_TRUE(Soon([] { return Running(*server_) == 0; }));
}

}  // namespace
}  // namespace arbiter::testing
