// How analyses share threads and memory: which of them end so that others can run, and what
// their clients are told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "service/server.h"
#include "tests/service/interactive.h"
#include "tests/support/key_files.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A server with 384 MB, of which tables take 48, and clients with the keys `key-0`, `key-1`, ...
class AnalysisTurns : public ::testing::Test {
 protected:
  static constexpr int kClients = 10;

  AnalysisTurns() {
    config_.listen = "127.0.0.1:0";
    config_.metrics_listen = "";
    config_.grace_period_ms = 100;
    config_.memory = size_t{384} << 20;
    config_.limits.analysis_threads = 2;
    config_.limits.hash_mb = 1;
    config_.limits.max_hash_mb = 16;
    std::string entries;
    for (int i = 0; i < kClients; ++i) {
      const std::string number = std::to_string(i);
      entries += (i == 0 ? "" : ",") + KeyEntry("client-" + number, "key-" + number);
    }
    keys_.Write(KeyFileOf(entries));
    config_.security.api_keys = keys_.path();
  }

  void Start() {
    auto server = Server::Start(config_, &log_);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    for (int i = 0; i < kClients; ++i) {
      clients_.push_back(std::make_unique<AnalysisClient>(
          server_->listen(), Metadata{{"authorization", "Bearer key-" + std::to_string(i)}}));
    }
  }

  AnalysisClient& ClientOf(size_t i) { return *clients_.at(i); }

  ServerConfig config_;
  TemporaryFile keys_;
  Logger log_{STDERR_FILENO, LogLevel::kError};
  std::unique_ptr<Server> server_;
  std::vector<std::unique_ptr<AnalysisClient>> clients_;
};

v1::AnalyzeRequest WithTable(v1::AnalyzeRequest request, uint32_t megabytes) {
  request.set_hash_mb(megabytes);
  return request;
}

v1::AnalyzeRequest ForMilliseconds(const std::string& variant, uint32_t milliseconds) {
  v1::AnalyzeRequest request = Analysis(variant);
  request.mutable_limits()->set_movetime_ms(milliseconds);
  return request;
}

// Starts an analysis and waits until it runs.
std::unique_ptr<RunningAnalysis> Hold(AnalysisClient& client, const v1::AnalyzeRequest& request) {
  auto call = client.Start(request);
  v1::AnalyzeResponse response;
  EXPECT_TRUE(call->Read(&response) && response.has_progress()) << response.DebugString();
  return call;
}

// Reads to the end and returns the last response.
v1::AnalyzeResponse Last(RunningAnalysis* call) {
  v1::AnalyzeResponse last;
  for (v1::AnalyzeResponse response; call->Read(&response);) last = response;
  return last;
}

TEST_F(AnalysisTurns, TheOldestEndsWithItsBestMoveIfThereIsNoRoom) {
  Start();
  // Three tables of 16 MB fill the budget. One of the analyses has a time limit.
  std::vector<std::unique_ptr<RunningAnalysis>> held;
  held.push_back(Hold(ClientOf(0), WithTable(ForMilliseconds("makruk", 100'000), 16)));
  held.push_back(Hold(ClientOf(1), WithTable(InfiniteAnalysis("makruk"), 16)));
  held.push_back(Hold(ClientOf(2), WithTable(InfiniteAnalysis("makruk"), 16)));
  for (int i = 0; i < 2; ++i) {
    const auto found = ClientOf(3).Analyze(ForMilliseconds("chak", 50));
    EXPECT_EQ(found.status.code(), 0) << found.status.DebugString();
    EXPECT_EQ(found.responses.back().best_move().stopped_by(), v1::STOPPED_BY_UNSPECIFIED);
  }
  // One end made room for both.
  const v1::BestMove best = Last(held[0].get()).best_move();
  EXPECT_EQ(best.stopped_by(), v1::STOPPED_BY_OTHERS_WAIT);
  EXPECT_FALSE(best.action().empty());
  EXPECT_EQ(held[0]->Finish().code(), 0);
  for (int i = 1; i < 3; ++i) {
    held[i]->Cancel();
    EXPECT_EQ(held[i]->Finish().code(), kCancelled);
  }
}

// C3: whatever else runs, a search with a fixed depth or number of nodes gives the same answer.
TEST_F(AnalysisTurns, FixedAnalysesAreNeverCutShort) {
  Start();
  v1::AnalyzeRequest to_nodes = Analysis("chak");
  to_nodes.mutable_limits()->set_nodes(300'000);
  const v1::AnalyzeRequest requests[] = {AnalysisToDepth("makruk", 9), to_nodes};
  const auto analyze = [&](const v1::AnalyzeRequest& request) {
    v1::AnalyzeRequest fresh = request;
    fresh.set_fresh(true);
    const auto found = ClientOf(9).Analyze(fresh);
    EXPECT_EQ(found.status.code(), 0) << found.status.DebugString();
    std::vector<std::string> answers;
    for (v1::AnalyzeResponse response : found.responses) {
      response.mutable_progress()->clear_time_ms();
      response.mutable_progress()->clear_nps();
      answers.push_back(response.DebugString());
    }
    return answers;
  };
  std::vector<std::vector<std::string>> alone;
  for (const auto& request : requests) alone.push_back(analyze(request));
  std::vector<std::unique_ptr<RunningAnalysis>> others;
  for (int i = 0; i < 8; ++i) {
    others.push_back(ClientOf(i).Start(WithTable(InfiniteAnalysis("makruk"), 16)));
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(analyze(requests[i]), alone[i]);
  }
  for (const auto& other : others) other->Cancel();
}

TEST_F(AnalysisTurns, ANewcomerHearsThatThereIsNoMemoryIfNothingCanEnd) {
  Start();
  // Fixed analyses take at most half of the memory together: one table of 16 MB and one of 8 MB.
  const auto large = Hold(ClientOf(0), WithTable(AnalysisToDepth("makruk", 60), 16));
  const auto small = Hold(ClientOf(1), WithTable(AnalysisToDepth("makruk", 60), 8));
  const auto refused = ClientOf(2).Analyze(WithTable(AnalysisToDepth("chak", 3), 16));
  EXPECT_EQ(refused.status.code(), kResourceExhausted);
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(refused.status).reason(), "OVERLOADED");
  EXPECT_THAT(refused.status.message(), HasSubstr("no memory for another table"));
  EXPECT_GE(DetailOf<google::rpc::RetryInfo>(refused.status).retry_delay().seconds(), 1);
  // The other half is for analyses that can end.
  EXPECT_EQ(ClientOf(2).Analyze(WithTable(ForMilliseconds("chak", 20), 16)).status.code(), 0);
  for (auto* call : {large.get(), small.get()}) call->Cancel();
}

TEST_F(AnalysisTurns, ALargerTableIsRefusedWithTheLargestThatIsPossible) {
  Start();
  const auto refused = ClientOf(0).Analyze(WithTable(ForMilliseconds("chak", 20), 17));
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(refused.status).reason(), "LIMIT_EXCEEDED");
  EXPECT_THAT(refused.status.message(), HasSubstr("16"));
}

// The analyses of one client wait for their own turns as long as nobody else needs the place.
TEST_F(AnalysisTurns, ManyReviewsOfOneClientAllEnd) {
  Start();
  v1::ReviewGameRequest review;
  review.set_variant("makruk");
  review.mutable_record()->add_actions("a3a4");
  review.mutable_limits()->set_depth(7);
  std::vector<std::future<google::rpc::Status>> calls;
  for (int i = 0; i < 80; ++i) {
    calls.push_back(
        std::async(std::launch::async, [&] { return ClientOf(0).ReviewGame(review).status; }));
  }
  for (auto& call : calls) {
    const google::rpc::Status status = call.get();
    EXPECT_EQ(status.code(), 0) << status.DebugString();
  }
}

// A GUI expects that an infinite search goes on until it is stopped.
TEST_F(AnalysisTurns, AnInfiniteSearchOfAnEngineGoesOnAfterOthersHaveHadTheirTurn) {
  Start();
  const TemporaryFile key("key-0");
  InteractiveProgram engine(
      {ARBITER_CLI, "uci", "--server", server_->listen(), "--api-key-file", key.path()});
  engine.Send("setoption name Hash value 16");
  engine.Send("position startpos");
  engine.Send("go infinite");
  engine.Await("info depth");
  std::vector<std::unique_ptr<RunningAnalysis>> others;
  for (int i = 1; i < 4; ++i) {
    others.push_back(ClientOf(i).Start(WithTable(InfiniteAnalysis("makruk"), 16)));
  }
  // The last one to begin shows that the engine's search has ended, and its end that it has begun
  // again.
  v1::AnalyzeResponse response;
  for (const auto& other : others) EXPECT_TRUE(other->Read(&response));
  for (const auto& other : others) other->Cancel();
  engine.Await("info depth 1 ");
  engine.Send("stop");
  engine.Await("bestmove ");
  for (const std::string& line : engine.passed()) EXPECT_THAT(line, StartsWith("info "));
}

// The endless analyses of one client share its turns too.
TEST_F(AnalysisTurns, EndlessAnalysesOfOneClientTakeTurns) {
  Start();
  std::vector<std::unique_ptr<RunningAnalysis>> held;
  for (int i = 0; i < 6; ++i) held.push_back(Hold(ClientOf(0), InfiniteAnalysis("makruk")));
  EXPECT_EQ(ClientOf(0).Analyze(ForMilliseconds("chak", 20)).status.code(), 0);
  for (const auto& call : held) call->Cancel();
}

// Returns the message of a refusal for a full queue.
std::string MessageOf(const Streamed<v1::AnalyzeResponse>& refused) {
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(refused.status).reason(), "OVERLOADED");
  return refused.status.message();
}

TEST_F(AnalysisTurns, ARefusalSaysWhetherTheQueueIsFullOfTheClientsOwnWork) {
  config_.limits.analysis_threads = 1;
  config_.limits.analysis_queue = 1;
  Start();
  const v1::AnalyzeRequest deep = AnalysisToDepth("makruk", 60);
  const auto runs = Hold(ClientOf(0), deep);
  // One of two waiting analyses of one client is refused.
  std::vector<std::unique_ptr<RunningAnalysis>> waiting;
  waiting.push_back(ClientOf(0).Start(deep));
  waiting.push_back(ClientOf(0).Start(deep));
  EXPECT_THAT(MessageOf(ClientOf(0).Analyze(deep)), HasSubstr("this client has the most work"));
  // Of many clients with equal shares, some are refused, whatever has begun in the meantime.
  std::vector<std::future<Streamed<v1::AnalyzeResponse>>> others;
  for (size_t i = 1; i < kClients; ++i) {
    others.push_back(std::async(std::launch::async, [&, i] { return ClientOf(i).Analyze(deep); }));
  }
  const auto is_refused = [](const auto& other) {
    return other.wait_for(milliseconds(0)) == std::future_status::ready;
  };
  ASSERT_TRUE(Eventually([&] { return std::ranges::any_of(others, is_refused); }));
  EXPECT_THAT(MessageOf(std::ranges::find_if(others, is_refused)->get()),
              HasSubstr("many clients"));
  // Ends the analyses that still run.
  server_ = nullptr;
}

}  // namespace
}  // namespace arbiter::testing
