// AnalysisService.Analyze and AnalysisService.ReviewGame over a socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "tests/service/reason_case.h"
#include "tests/support/durations.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;
using ::testing::Not;

// Returns the responses without their times and speeds, which depend on the machine.
std::vector<std::string> WithoutTimes(const Streamed<v1::AnalyzeResponse>& streamed) {
  std::vector<std::string> bytes;
  for (v1::AnalyzeResponse response : streamed.responses) {
    if (response.has_progress()) {
      response.mutable_progress()->clear_time_ms();
      response.mutable_progress()->clear_nps();
    }
    bytes.push_back(response.SerializeAsString());
  }
  return bytes;
}

std::string ReasonIn(const google::rpc::Status& status) {
  return DetailOf<google::rpc::ErrorInfo>(status).reason();
}

class AnalysisTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new ServerProcess({"--analysis-threads", "2"}); }
  static void TearDownTestSuite() { delete server_; }

  static ServerProcess* server_;
  AnalysisClient client_{server_->address()};
};
ServerProcess* AnalysisTest::server_ = nullptr;

TEST_F(AnalysisTest, EveryVariantIsAnalysed) {
  for (const char* position : kStartPositions) {
    v1::AnalyzeRequest request = AnalysisToDepth("", 4);
    *request.mutable_position() = FromJson<v1::Position>(position);
    const auto [responses, status] = client_.Analyze(request);
    ASSERT_EQ(status.code(), 0) << position << ": " << status.DebugString();
    ASSERT_GE(responses.size(), 2u);
    for (size_t i = 0; i + 1 < responses.size(); ++i) {
      ASSERT_TRUE(responses[i].has_progress());
      if (i > 0) {
        EXPECT_GE(responses[i].progress().depth(), responses[i - 1].progress().depth());
      }
    }
    EXPECT_EQ(responses.front().progress().depth(), 1u);
    const v1::AnalysisProgress& deepest = responses[responses.size() - 2].progress();
    EXPECT_EQ(deepest.depth(), 4u);
    ASSERT_TRUE(responses.back().has_best_move());
    const std::string& best = responses.back().best_move().action();
    EXPECT_EQ(deepest.lines(0).pv(0), best);
    v1::BatchRequest legal;
    *legal.mutable_legal_moves()->mutable_position() = request.position();
    EXPECT_THAT(Client(server_->address()).Call(legal).legal_moves().texts(),
                ::testing::Contains(best));
  }
}

// The target is 20 ms on a machine that does nothing else. Here, the first progress may take
// several times as long as the shortest analysis.
TEST_F(AnalysisTest, TheFirstProgressComesAtOnce) {
  Durations first_progress;
  Durations shortest;
  v1::AnalyzeRequest short_request = AnalysisToDepth("makruk", 1);
  short_request.set_fresh(true);
  for (int i = 0; i < 5; ++i) {
    std::unique_ptr<RunningAnalysis> call;
    v1::AnalyzeResponse response;
    first_progress.Measure([&] {
      call = client_.Start(InfiniteAnalysis("makruk"));
      EXPECT_TRUE(call->Read(&response));
    });
    EXPECT_TRUE(response.has_progress());
    call->Cancel();
    call->Finish();
    ASSERT_TRUE(Eventually([] { return RunningAnalyses(*server_) == 0; }));
    shortest.Measure([&] { EXPECT_EQ(client_.Analyze(short_request).status.code(), 0); });
  }
  std::cout << "first progress after " << first_progress.Median().count()
            << " us, the shortest analysis takes " << shortest.Median().count() << " us\n";
  EXPECT_LE(first_progress.Quickest(), 5 * shortest.Slowest());
}

TEST_F(AnalysisTest, ProcessesGiveTheSameAnswersForDepthAndNodes) {
  const ServerProcess other;
  AnalysisClient second(other.address());
  for (const char* position : kStartPositions) {
    std::vector<v1::AnalyzeRequest> requests = {AnalysisToDepth("", 6), Analysis("")};
    requests[1].mutable_limits()->set_nodes(50'000);
    requests[1].set_multi_pv(3);
    for (v1::AnalyzeRequest& request : requests) {
      *request.mutable_position() = FromJson<v1::Position>(position);
      request.set_fresh(true);
    }
    for (const v1::AnalyzeRequest& request : requests) {
      const auto expected = WithoutTimes(client_.Analyze(request));
      EXPECT_GT(expected.size(), 2u);
      EXPECT_EQ(WithoutTimes(second.Analyze(request)), expected);
      // Earlier analyses do not affect a later one.
      EXPECT_EQ(WithoutTimes(client_.Analyze(request)), expected);
    }
  }
}

TEST_F(AnalysisTest, MovetimeEndsASearch) {
  v1::AnalyzeRequest request = Analysis("chak");
  request.mutable_limits()->set_movetime_ms(100);
  const auto used = CpuTimeOf(server_->pid());
  const auto start = steady_clock::now();
  const auto [responses, status] = client_.Analyze(request);
  ASSERT_EQ(status.code(), 0);
  EXPECT_TRUE(responses.back().has_best_move());
  EXPECT_GE(steady_clock::now() - start, milliseconds(100));
  EXPECT_LE(CpuTimeOf(server_->pid()) - used, milliseconds(1000));
}

TEST_F(AnalysisTest, TheDeadlineEndsAnInfiniteSearch) {
  // On a busy machine, the deadline may come before the first progress.
  Streamed<v1::AnalyzeResponse> streamed;
  for (int timeout_ms = 200; streamed.responses.empty(); timeout_ms *= 2) {
    ASSERT_LT(milliseconds(timeout_ms), kPatience);
    const auto used = CpuTimeOf(server_->pid());
    streamed = client_.Analyze(InfiniteAnalysis("makruk"), timeout_ms);
    EXPECT_EQ(streamed.status.code(), kDeadlineExceeded);
    ASSERT_TRUE(EventuallyIdle(*server_));
    EXPECT_LE(CpuTimeOf(server_->pid()) - used, milliseconds(timeout_ms + 1300));
  }
}

TEST_F(AnalysisTest, ALateReaderReceivesEveryDepthAndTheBestMove) {
  v1::AnalyzeRequest request = AnalysisToDepth("makruk", 5);
  request.set_fresh(true);
  const auto expected = WithoutTimes(client_.Analyze(request));
  const auto call = client_.Start(request);
  ASSERT_TRUE(Eventually([] { return RunningAnalyses(*server_) == 0; }));
  std::this_thread::sleep_for(milliseconds(100));
  Streamed<v1::AnalyzeResponse> late;
  for (v1::AnalyzeResponse response; call->Read(&response);) late.responses.push_back(response);
  EXPECT_EQ(call->Finish().code(), 0);
  EXPECT_EQ(WithoutTimes(late), expected);
}

TEST_F(AnalysisTest, AFinishedGameHasAResultAndNoBestMove) {
  v1::AnalyzeRequest request = AnalysisToDepth("makruk", 5);
  request.mutable_position()->mutable_record()->add_actions("resign");
  const auto [responses, status] = client_.Analyze(request);
  EXPECT_EQ(status.code(), 0);
  ASSERT_EQ(responses.size(), 1u);
  EXPECT_EQ(responses[0].best_move().action(), "");
  EXPECT_EQ(responses[0].best_move().adjudication().result(), v1::RESULT_BLACK_WINS);
}

TEST_F(AnalysisTest, ErrorsHaveCodeReasonAndField) {
  struct Case {
    std::string reason;
    int code;
    std::string field;
    std::string request;
  };
  const Case cases[] = {
      {"UNKNOWN_VARIANT", kInvalidArgument, "position.variant",
       R"({"position":{"variant":"chess"},"limits":{"depth":1}})"},
      {"BAD_FEN", kInvalidArgument, "position.fen",
       R"({"position":{"variant":"chak","fen":"x"},"limits":{"depth":1}})"},
      {"BAD_FIELD", kInvalidArgument, "limits", R"({"position":{"variant":"chak"}})"},
      {"ILLEGAL_ACTION", kFailedPrecondition, "search_moves[1]",
       R"({"position":{"variant":"makruk"},"limits":{"depth":1},"searchMoves":["e3e4","e3e5"]})"},
      // The server has two threads.
      {"LIMIT_EXCEEDED", kResourceExhausted, "threads",
       R"({"position":{"variant":"chak"},"limits":{"depth":1},"threads":3})"},
      {"LIMIT_EXCEEDED", kResourceExhausted, "hash_mb",
       R"({"position":{"variant":"chak"},"limits":{"depth":1},"hashMb":100000})"},
  };
  for (const Case& expected : cases) {
    const auto [responses, status] =
        client_.Analyze(FromJson<v1::AnalyzeRequest>(expected.request));
    EXPECT_TRUE(responses.empty());
    EXPECT_EQ(status.code(), expected.code) << expected.request;
    EXPECT_EQ(ReasonIn(status), expected.reason) << expected.request;
    const auto bad = DetailOf<google::rpc::BadRequest>(status);
    ASSERT_EQ(bad.field_violations_size(), 1) << expected.request;
    EXPECT_EQ(bad.field_violations(0).field(), expected.field);
  }
}

TEST_F(AnalysisTest, ErrorsAreLocalised) {
  v1::AnalyzeRequest request = AnalysisToDepth("shogi", 1);
  request.set_locale("zh-CN");
  EXPECT_EQ(DetailOf<google::rpc::LocalizedMessage>(client_.Analyze(request).status).locale(),
            "zh-CN");
}

TEST_F(AnalysisTest, AReviewHasEveryPlyAndThenItsSummary) {
  const auto [responses, status] = client_.ReviewGame(FromJson<v1::ReviewGameRequest>(
      R"({"variant":"makruk","record":{"actions":["e3e4","e6e5","d3d4","e5d4"]},
          "limits":{"depth":3}})"));
  EXPECT_EQ(status.code(), 0) << status.DebugString();
  ASSERT_EQ(responses.size(), 5u);
  for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(responses[i].ply().index(), i);
  EXPECT_THAT(responses[4].summary().graph_svg(), HasSubstr("<svg"));
}

TEST(AnalysisMetricsAndLog, CallsAreCountedAndLoggedWithoutPayload) {
  ServerProcess server;
  AnalysisClient client(server.address());
  v1::AnalyzeRequest request = AnalysisToDepth("makruk", 3);
  request.mutable_position()->mutable_record()->add_actions("e3e4");
  const size_t sent = client.Analyze(request).responses.size();
  const std::string labels = R"(grpc_method="Analyze",grpc_service="arbiter.v1.AnalysisService",)"
                             R"(grpc_type="server_stream"})";
  EXPECT_EQ(MetricOf(server, "grpc_server_msg_received_total{" + labels), 1);
  EXPECT_EQ(MetricOf(server, "grpc_server_msg_sent_total{" + labels), sent);
  EXPECT_EQ(MetricOf(server, R"(grpc_server_handled_total{grpc_code="OK",)" + labels), 1);
  EXPECT_EQ(RunningAnalyses(server), 0);
  EXPECT_EQ(QueuedAnalyses(server), 0);
  server.Signal(15);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_THAT(server.Log(), HasSubstr(R"("method":"Analyze","code":"OK")"));
  EXPECT_THAT(server.Log(), Not(HasSubstr("e3e4")));
}

}  // namespace
}  // namespace arbiter::testing
