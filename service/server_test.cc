#include "service/server.h"

#include <unistd.h>

#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "arbiter/v1/rules_service.grpc.pb.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "grpcpp/create_channel.h"
#include "gtest/gtest.h"
#include "tests/support/waiting.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using testing::kPatience;

std::string Reason(const grpc::Status& status) {
  google::rpc::Status rpc;
  google::rpc::ErrorInfo info;
  if (!rpc.ParseFromString(status.error_details()) || rpc.details().empty()) return "";
  return rpc.details(0).UnpackTo(&info) ? info.reason() : "";
}

v1::PerftRequest LongPerft() {
  v1::PerftRequest request;
  request.mutable_position()->set_variant("makruk");
  request.set_depth(12);
  return request;
}

v1::BatchRequest ShortItem(const std::string& id) {
  v1::BatchRequest item;
  item.set_id(id);
  item.mutable_start_game()->set_variant("makruk");
  return item;
}

class ServerTest : public ::testing::Test {
 protected:
  ServerTest() {
    config_.listen = "127.0.0.1:0";
    config_.metrics_listen = "";
    config_.grace_period_ms = 500;
  }

  void Start() {
    auto server = Server::Start(config_, &log_);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    const auto channel = grpc::CreateChannel(server_->listen(), grpc::InsecureChannelCredentials());
    rules_ = v1::RulesService::NewStub(channel);
  }

  grpc::Status CallPerft(milliseconds deadline) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + deadline);
    v1::PerftResponse response;
    return rules_->Perft(&context, LongPerft(), &response);
  }

  ServerConfig config_;
  Logger log_{STDERR_FILENO, LogLevel::kError};
  std::unique_ptr<Server> server_;
  std::unique_ptr<v1::RulesService::Stub> rules_;
};

TEST_F(ServerTest, EchoesTheRequestId) {
  Start();
  grpc::ClientContext context;
  context.AddMetadata("x-request-id", "mine");
  v1::ListVariantsResponse response;
  ASSERT_TRUE(rules_->ListVariants(&context, {}, &response).ok());
  EXPECT_EQ(context.GetServerInitialMetadata().find("x-request-id")->second, "mine");
}

// A call whose initial metadata has been received counts as answered, and clients do not retry it.
TEST_F(ServerTest, AnErrorHasTheRequestIdInItsTrailersAndNoInitialMetadata) {
  Start();
  grpc::ClientContext context;
  context.AddMetadata("x-request-id", "mine");
  v1::StartGameResponse response;
  EXPECT_FALSE(rules_->StartGame(&context, {}, &response).ok());
  EXPECT_TRUE(context.GetServerInitialMetadata().empty());
  EXPECT_EQ(context.GetServerTrailingMetadata().find("x-request-id")->second, "mine");
}

TEST_F(ServerTest, AnInvalidRequestFailsWithItsReason) {
  Start();
  grpc::ClientContext context;
  v1::StartGameRequest request;
  request.set_variant("nonsense");
  v1::StartGameResponse response;
  const grpc::Status status = rules_->StartGame(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(Reason(status), "UNKNOWN_VARIANT");
}

TEST_F(ServerTest, BatchAnswersEveryItemOnce) {
  Start();
  constexpr int kItems = 2000;
  grpc::ClientContext context;
  auto stream = rules_->Batch(&context);
  std::thread writer([&stream] {
    for (int i = 0; i < kItems; ++i) stream->Write(ShortItem(std::to_string(i)));
    stream->WritesDone();
  });
  std::map<std::string, int> answers;
  v1::BatchResponse response;
  while (stream->Read(&response)) {
    EXPECT_TRUE(response.has_start_game());
    ++answers[response.id()];
  }
  writer.join();
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(answers.size(), kItems);
}

TEST_F(ServerTest, ABadBatchItemFailsAlone) {
  Start();
  grpc::ClientContext context;
  auto stream = rules_->Batch(&context);
  v1::BatchRequest bad = ShortItem("bad");
  bad.mutable_start_game()->set_variant("nonsense");
  stream->Write(bad);
  stream->Write(ShortItem("good"));
  stream->WritesDone();
  std::map<std::string, bool> failed;
  v1::BatchResponse response;
  while (stream->Read(&response)) failed[response.id()] = response.has_status();
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(failed, (std::map<std::string, bool>{{"bad", true}, {"good", false}}));
}

TEST_F(ServerTest, ACancelledBatchEndsEvenIfItsAnswersAreNotRead) {
  Start();
  grpc::ClientContext context;
  auto stream = rules_->Batch(&context);
  v1::BatchRequest item;
  *item.mutable_perft() = LongPerft();
  for (int i = 0; i < config_.limits.max_batch_in_flight; ++i) stream->Write(item);
  context.TryCancel();
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
  server_->Shutdown();
}

TEST_F(ServerTest, LongWorkStopsAtItsDeadline) {
  Start();
  EXPECT_EQ(CallPerft(milliseconds(200)).error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST_F(ServerTest, AFullQueueShedsLoad) {
  config_.limits.work_threads = 1;
  config_.limits.work_queue = 0;
  Start();
  // The call that arrives first occupies the only thread until it is cancelled. The other one is
  // refused.
  grpc::ClientContext contexts[2];
  std::future<grpc::Status> calls[2];
  for (int i = 0; i < 2; ++i) {
    calls[i] = std::async(std::launch::async, [this, &context = contexts[i]] {
      v1::PerftResponse response;
      return rules_->Perft(&context, LongPerft(), &response);
    });
  }
  const auto has_ended = [&](int i) {
    return calls[i].wait_for(milliseconds(0)) == std::future_status::ready;
  };
  ASSERT_TRUE(testing::Eventually([&] { return has_ended(0) || has_ended(1); }));
  const int refused = has_ended(0) ? 0 : 1;
  const grpc::Status status = calls[refused].get();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Reason(status), "OVERLOADED");
  contexts[1 - refused].TryCancel();
  EXPECT_EQ(calls[1 - refused].get().error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(ServerTest, ShutdownEndsStreamsAndLongWork) {
  Start();
  grpc::ClientContext context;
  auto stream = rules_->Batch(&context);
  stream->Write(ShortItem("before"));
  v1::BatchResponse response;
  ASSERT_TRUE(stream->Read(&response));
  auto perft = std::async(std::launch::async, [this] { return CallPerft(10 * kPatience); });
  std::this_thread::sleep_for(milliseconds(200));
  const auto start = std::chrono::steady_clock::now();
  server_->Shutdown();
  EXPECT_LT(std::chrono::steady_clock::now() - start, kPatience);
  EXPECT_EQ(perft.get().error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_FALSE(stream->Read(&response));
  const grpc::Status status = stream->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(Reason(status), "OVERLOADED");
}

TEST_F(ServerTest, StartFailsIfAPortIsTaken) {
  config_.metrics_listen = "127.0.0.1:0";
  Start();
  ServerConfig second = config_;
  second.metrics_listen = server_->metrics_listen();
  EXPECT_THAT(Server::Start(second, &log_).status().ToString(), HasSubstr("cannot serve metrics"));
  second.metrics_listen = "";
  second.listen = server_->listen();
  EXPECT_THAT(Server::Start(second, &log_).status().ToString(), HasSubstr("cannot serve gRPC"));
}

TEST_F(ServerTest, AFailedStartDoesNotDrain) {
  config_.metrics_listen = "127.0.0.1:0";
  Start();
  ServerConfig second = config_;
  second.metrics_listen = server_->metrics_listen();
  second.drain_delay_ms = milliseconds(10 * kPatience).count();
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(Server::Start(second, &log_).ok());
  EXPECT_LT(std::chrono::steady_clock::now() - start, kPatience);
}

}  // namespace
}  // namespace arbiter
