// The retries of the C++ client library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arbiter/client/client.h"
#include "arbiter/v1/analysis_service.grpc.pb.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "google/rpc/error_details.pb.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server_builder.h"
#include "tests/support/free_port.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using Clock = std::chrono::steady_clock;

client::Client Connect(const std::string& address, absl::Duration timeout) {
  client::ClientOptions options;
  options.timeout = timeout;
  return client::Client::Create(address, options).value();
}

v1::LegalMovesRequest LegalMoves() {
  v1::LegalMovesRequest request;
  request.mutable_position()->set_variant("makruk");
  return request;
}

// An error without details, as a proxy sends it.
const grpc::Status& Unavailable() {
  static const auto& status = *new grpc::Status(grpc::StatusCode::UNAVAILABLE, "unavailable");
  return status;
}

google::rpc::Status Overloaded(std::chrono::milliseconds retry_delay) {
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(retry_delay.count() / 1000);
  retry.mutable_retry_delay()->set_nanos(static_cast<int>(retry_delay.count() % 1000 * 1'000'000));
  google::rpc::Status status;
  status.set_code(grpc::StatusCode::RESOURCE_EXHAUSTED);
  status.set_message("overloaded");
  status.add_details()->PackFrom(retry);
  return status;
}

grpc::Status ToGrpc(const google::rpc::Status& status) {
  return {static_cast<grpc::StatusCode>(status.code()), status.message(),
          status.SerializeAsString()};
}

using BatchStream = grpc::ServerReaderWriter<v1::BatchResponse, v1::BatchRequest>;

// A server whose answers a test decides. `attempt` counts the calls from 1.
class FakeServer {
 public:
  using Answer = std::function<grpc::Status(int attempt)>;
  using BatchAnswer = std::function<grpc::Status(int attempt, BatchStream* stream)>;

  // `answer` answers LegalMoves and Analyze, which begins with an update if the answer is OK.
  explicit FakeServer(Answer answer) : FakeServer(std::move(answer), nullptr) {}
  explicit FakeServer(BatchAnswer answer) : FakeServer(nullptr, std::move(answer)) {}

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  // Returns when each call so far arrived.
  std::vector<Clock::time_point> arrivals() const {
    const std::lock_guard lock(mutex_);
    return arrivals_;
  }
  int calls() const { return static_cast<int>(arrivals().size()); }

 private:
  class Rules : public v1::RulesService::Service {
   public:
    explicit Rules(FakeServer* server) : server_(server) {}
    grpc::Status LegalMoves(grpc::ServerContext* /*context*/,
                            const v1::LegalMovesRequest* /*request*/,
                            v1::LegalMovesResponse* /*response*/) override {
      return server_->answer_(server_->CountCall());
    }
    grpc::Status Batch(grpc::ServerContext* /*context*/, BatchStream* stream) override {
      return server_->batch_answer_(server_->CountCall(), stream);
    }

   private:
    FakeServer* const server_;
  };

  class Analyses : public v1::AnalysisService::Service {
   public:
    explicit Analyses(FakeServer* server) : server_(server) {}
    grpc::Status Analyze(grpc::ServerContext* /*context*/, const v1::AnalyzeRequest* /*request*/,
                         grpc::ServerWriter<v1::AnalyzeResponse>* writer) override {
      const grpc::Status status = server_->answer_(server_->CountCall());
      if (status.ok()) writer->Write({});
      return status.ok() ? Unavailable() : status;
    }

   private:
    FakeServer* const server_;
  };

  FakeServer(Answer answer, BatchAnswer batch_answer)
      : answer_(std::move(answer)), batch_answer_(std::move(batch_answer)) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(&rules_);
    builder.RegisterService(&analyses_);
    server_ = builder.BuildAndStart();
  }

  // Returns the number of the call.
  int CountCall() {
    const std::lock_guard lock(mutex_);
    arrivals_.push_back(Clock::now());
    return static_cast<int>(arrivals_.size());
  }

  const Answer answer_;
  const BatchAnswer batch_answer_;
  Rules rules_{this};
  Analyses analyses_{this};
  int port_ = 0;
  mutable std::mutex mutex_;
  std::vector<Clock::time_point> arrivals_;
  std::unique_ptr<grpc::Server> server_;
};

const absl::Duration kLong = absl::FromChrono(kPatience);

TEST(CppClientRetries, LastLongerThanGrpcsOwn) {
  const FakeServer server(
      [](int attempt) { return attempt <= 8 ? Unavailable() : grpc::Status::OK; });
  EXPECT_TRUE(Connect(server.address(), kLong).LegalMoves(LegalMoves()).ok());
  EXPECT_EQ(server.calls(), 9);
}

TEST(CppClientRetries, WaitAsLongAsTheServerSays) {
  constexpr std::chrono::milliseconds kDelay(100);
  const FakeServer server(
      [&](int attempt) { return attempt <= 7 ? ToGrpc(Overloaded(kDelay)) : grpc::Status::OK; });
  EXPECT_TRUE(Connect(server.address(), kLong).LegalMoves(LegalMoves()).ok());
  const std::vector<Clock::time_point> arrivals = server.arrivals();
  EXPECT_EQ(arrivals.size(), 8U);
  for (size_t call = 1; call < arrivals.size(); ++call) {
    EXPECT_GE(arrivals[call] - arrivals[call - 1], kDelay) << call;
  }
}

TEST(CppClientRetries, AreNotMadeForOtherErrors) {
  const FakeServer server([](int /*attempt*/) {
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "too large");
  });
  EXPECT_TRUE(absl::IsResourceExhausted(
      Connect(server.address(), kLong).LegalMoves(LegalMoves()).status()));
  EXPECT_EQ(server.calls(), 1);
}

TEST(CppClientRetries, EndBeforeTheDeadlineWithTheLastError) {
  const std::string address = "127.0.0.1:" + std::to_string(FreePort());
  const client::Client client = Connect(address, absl::Milliseconds(300));
  // On a busy machine, even the first attempt could otherwise take longer than the deadline.
  EXPECT_FALSE(client.WaitUntilConnected(absl::Seconds(2)).ok());
  const Clock::time_point start = Clock::now();
  const absl::Status status = client.LegalMoves(LegalMoves()).status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_EQ(status.message(), "cannot reach the server at " + address + ": nothing listens there");
  EXPECT_EQ(client::ReasonOf(status), v1::ERROR_REASON_UNSPECIFIED);
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(5));
}

TEST(CppClientRetries, OfAllCallsShareABudget) {
  std::atomic<bool> refuses = true;
  const FakeServer server([&](int /*attempt*/) {
    return refuses ? ToGrpc(Overloaded(std::chrono::milliseconds(1))) : grpc::Status::OK;
  });
  const client::Client client = Connect(server.address(), kLong);
  constexpr int kCallers = 10;
  constexpr int kBudget = 1000;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < kCallers; ++caller) {
    callers.emplace_back([&] { EXPECT_FALSE(client.LegalMoves(LegalMoves()).ok()); });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(server.calls(), kCallers + kBudget);
  // Ten calls that succeed give back the token for one retry.
  refuses = false;
  for (int call = 0; call < 10; ++call) EXPECT_TRUE(client.LegalMoves(LegalMoves()).ok());
  refuses = true;
  EXPECT_FALSE(client.LegalMoves(LegalMoves()).ok());
  EXPECT_EQ(server.calls(), kCallers + kBudget + 10 + 2);
}

TEST(CppClientRetries, OfAStreamEndWithItsFirstMessage) {
  const FakeServer server(
      [](int attempt) { return attempt <= 2 ? Unavailable() : grpc::Status::OK; });
  client::Analysis analysis = Connect(server.address(), kLong).Analyze(InfiniteAnalysis("makruk"));
  EXPECT_TRUE(analysis.Next().has_value());
  EXPECT_FALSE(analysis.Next().has_value());
  EXPECT_TRUE(absl::IsUnavailable(analysis.Finish()));
  EXPECT_EQ(server.calls(), 3);
}

TEST(CppClientRetries, EndAtOnceWhenTheCallIsCancelled) {
  const FakeServer server(
      [](int /*attempt*/) { return ToGrpc(Overloaded(std::chrono::hours(1))); });
  client::Analysis analysis =
      Connect(server.address(), absl::InfiniteDuration()).Analyze(InfiniteAnalysis("makruk"));
  std::thread canceller([&] {
    EXPECT_TRUE(Eventually([&] { return server.calls() == 1; }));
    // Most likely, the call waits by then. The test must pass in any case.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    analysis.Cancel();
  });
  const Clock::time_point start = Clock::now();
  EXPECT_TRUE(absl::IsCancelled(analysis.Finish()));
  EXPECT_LT(Clock::now() - start, kPatience);
  canceller.join();
}

// Reads the next request and answers it with `response`; false if there are no more requests.
bool AnswerNext(BatchStream* stream, v1::BatchResponse response) {
  v1::BatchRequest request;
  if (!stream->Read(&request)) return false;
  response.set_id(request.id());
  return stream->Write(response);
}

v1::BatchResponse Moves() {
  v1::BatchResponse response;
  response.mutable_legal_moves();
  return response;
}

v1::BatchResponse Refusal(std::chrono::milliseconds retry_delay) {
  v1::BatchResponse response;
  *response.mutable_status() = Overloaded(retry_delay);
  return response;
}

std::vector<v1::BatchRequest> Requests(size_t count) {
  v1::BatchRequest request;
  *request.mutable_legal_moves() = LegalMoves();
  return std::vector<v1::BatchRequest>(count, request);
}

void ExpectAllAnswered(const absl::StatusOr<std::vector<v1::BatchResponse>>& answers,
                       size_t count) {
  ASSERT_TRUE(answers.ok()) << answers.status();
  ASSERT_EQ(answers->size(), count);
  for (const v1::BatchResponse& answer : *answers) EXPECT_TRUE(answer.has_legal_moves());
}

TEST(CppClientRetries, OfABatchWaitForTheLongestDelay) {
  constexpr std::chrono::milliseconds kShort(10);
  constexpr std::chrono::milliseconds kLongest(200);
  const FakeServer server([&](int attempt, BatchStream* stream) {
    if (attempt == 1) {
      AnswerNext(stream, Refusal(kShort));
      AnswerNext(stream, Moves());
      AnswerNext(stream, Refusal(kLongest));
    }
    int answered = 0;
    while (AnswerNext(stream, Moves())) ++answered;
    EXPECT_EQ(answered, attempt == 1 ? 0 : 2) << "only what was refused is sent again";
    return grpc::Status::OK;
  });
  ExpectAllAnswered(Connect(server.address(), kLong).RunBatch(Requests(3)), 3);
  const std::vector<Clock::time_point> arrivals = server.arrivals();
  ASSERT_EQ(arrivals.size(), 2U);
  EXPECT_GE(arrivals[1] - arrivals[0], kLongest);
}

// Each stream answers one request. All waits together are longer than the timeout, but none is.
TEST(CppClientRetries, OfABatchGoOnAsLongAsThereAreAnswers) {
  const FakeServer server([](int /*attempt*/, BatchStream* stream) {
    AnswerNext(stream, Moves());
    return Unavailable();
  });
  ExpectAllAnswered(Connect(server.address(), absl::Seconds(3)).RunBatch(Requests(8)), 8);
  EXPECT_EQ(server.calls(), 8);
}

TEST(CppClientRetries, OfABatchEndWithoutAnswers) {
  const FakeServer server([](int /*attempt*/, BatchStream* /*stream*/) { return Unavailable(); });
  const auto answers = Connect(server.address(), absl::Milliseconds(300)).RunBatch(Requests(1));
  EXPECT_TRUE(absl::IsUnavailable(answers.status())) << answers.status();
}

// Calls a server in a loop, by single calls and by batches, and counts right answers.
class Caller {
 public:
  Caller(const client::Client& client, bool by_batch)
      : thread_([this, client, by_batch] {
          while (!stopping_) {
            by_batch ? CallBatch(client) : Call(client);
            ++calls_;
          }
        }) {}
  ~Caller() {
    stopping_ = true;
    thread_.join();
  }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  int calls() const { return calls_; }

 private:
  static constexpr int kMoves = 23;

  static void Call(const client::Client& client) {
    const auto moves = client.LegalMoves(LegalMoves());
    ASSERT_TRUE(moves.ok()) << moves.status();
    EXPECT_EQ(moves->texts_size(), kMoves);
  }
  static void CallBatch(const client::Client& client) {
    constexpr size_t kRequests = 20;
    const auto answers = client.RunBatch(Requests(kRequests));
    ExpectAllAnswered(answers, kRequests);
    for (const v1::BatchResponse& answer : *answers) {
      EXPECT_EQ(answer.legal_moves().texts_size(), kMoves);
    }
  }

  std::atomic<bool> stopping_ = false;
  std::atomic<int> calls_ = 0;
  std::thread thread_;
};

class CppClientRestart : public ::testing::TestWithParam<std::chrono::milliseconds> {};

TEST_P(CppClientRestart, IsNotNoticedByCallers) {
  const std::string address = "127.0.0.1:" + std::to_string(FreePort());
  std::optional<ServerProcess> server;
  server.emplace(std::vector<std::string>{"--listen", address});
  const client::Client client = client::Client::Create(address).value();
  std::vector<std::unique_ptr<Caller>> callers;
  for (int caller = 0; caller < 16; ++caller) {
    callers.push_back(std::make_unique<Caller>(client, /*by_batch=*/caller % 2 == 0));
  }
  // Waits until every caller has completed a call that began after this.
  const auto all_go_on = [&callers] {
    std::vector<int> before;
    for (const auto& caller : callers) before.push_back(caller->calls());
    for (size_t caller = 0; caller < callers.size(); ++caller) {
      EXPECT_TRUE(Eventually([&] { return callers[caller]->calls() > before[caller] + 1; }));
    }
  };
  all_go_on();
  server->Signal(SIGKILL);
  server->Wait();
  std::this_thread::sleep_for(GetParam());
  server.emplace(std::vector<std::string>{"--listen", address});
  all_go_on();
}

INSTANTIATE_TEST_SUITE_P(AfterATime, CppClientRestart,
                         ::testing::Values(std::chrono::milliseconds(300),
                                           std::chrono::milliseconds(2000)));

}  // namespace
}  // namespace arbiter::testing
