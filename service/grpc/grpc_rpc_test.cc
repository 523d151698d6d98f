#include "service/grpc/grpc_rpc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/frames.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/rpc.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using testing::FrameType;
using testing::kEndHeadersFlag;

// What the server side of a test has seen.
class Events {
 public:
  void Add(const std::string& event) {
    {
      const std::lock_guard lock(mutex_);
      events_.push_back(event);
    }
    changed_.notify_all();
  }
  // Waits until an event has happened.
  bool Await(const std::string& event) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, testing::kPatience, [&] {
      return std::find(events_.begin(), events_.end(), event) != events_.end();
    });
  }
  std::vector<std::string> all() {
    const std::lock_guard lock(mutex_);
    return events_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> events_;
};

// Answers each request with the same bytes, except for an empty one, which it does not answer.
class EchoCall final : public SelfOwnedRpc {
 public:
  EchoCall(Events* events, std::unique_ptr<Rpc> rpc)
      : SelfOwnedRpc(std::move(rpc)), events_(*events) {}

  static void Start(Events* events, bool watches, std::unique_ptr<Rpc> rpc) {
    for (const std::string_view value : rpc->FindHeaders("x-test")) {
      events->Add("x-test: " + std::string(value));
    }
    events->Add(rpc->deadline() == Rpc::Time::max() ? "no deadline" : "deadline");
    events->Add("method: " + std::string(rpc->method()));
    const auto call = watches ? Open<EchoCall>(events, std::move(rpc))
                              : OpenUnwatched<EchoCall>(events, std::move(rpc));
    call->rpc().StartRead();
  }

  void OnReadDone(bool has_message) override {
    if (!has_message) {
      events_.Add("no message");
      rpc().AddTrailingMetadata("x-id", "seven");
      rpc().AddTrailingMetadata("x-id", "eight");
      return rpc().StartFinish(
          {.code = absl::StatusCode::kInvalidArgument, .message = "empty", .details = "details"});
    }
    const ReceivedBytes message = rpc().TakeMessage();
    rpc().AddInitialMetadata("x-id", "seven");
    rpc().AddInitialMetadata("x-id", "eight");
    if (!message.view().empty()) rpc().StartWriteAndFinish(std::string(message.view()));
  }
  void OnWriteDone(bool /*ok*/) override {}
  void OnCancel() override {
    events_.Add("cancelled");
    rpc().StartFinish({.code = absl::StatusCode::kCancelled});
  }
  void OnTick(Time /*now*/) override {}
  void OnDone() override {
    events_.Add("done");
    SelfOwnedRpc::OnDone();
  }

 private:
  Events& events_;
};

class GrpcRpcTest : public ::testing::Test {
 protected:
  // `watches` is whether the server watches its RPCs from the beginning, and `quota_bytes` is the
  // limit on the memory of all connections, if there is one.
  void StartServer(bool watches = false, std::optional<size_t> quota_bytes = std::nullopt) {
    grpc::ServerBuilder builder;
    if (quota_bytes) builder.SetResourceQuota(grpc::ResourceQuota().Resize(*quota_bytes));
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    queues_ =
        AddQueues(&builder, &service_, &connections_, [this, watches](std::unique_ptr<Rpc> rpc) {
          EchoCall::Start(&events_, watches, std::move(rpc));
        });
    server_ = builder.BuildAndStart();
    for (const auto& queue : queues_) queue->Start(server_->c_server());
  }

  ~GrpcRpcTest() override {
    server_->Shutdown(std::chrono::system_clock::now() + seconds(5));
    for (const auto& queue : queues_) queue->Shutdown();
  }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  // Calls /Echo with this message, or half-closes without a message. Returns the answer.
  grpc::Status Call(grpc::ClientContext* context, const std::optional<std::string>& message,
                    std::string* answer = nullptr) {
    grpc::GenericStub stub(grpc::CreateChannel(address(), grpc::InsecureChannelCredentials()));
    grpc::CompletionQueue queue;
    const auto next = [&queue] {
      void* tag = nullptr;
      bool ok = false;
      return queue.Next(&tag, &ok) && ok;
    };
    const auto call = stub.PrepareCall(context, "/Echo", &queue);
    call->StartCall(nullptr);
    next();
    if (message.has_value()) {
      call->Write(testing::ToBuffer(*message), nullptr);
      next();
    }
    call->WritesDone(nullptr);
    next();
    grpc::ByteBuffer bytes;
    call->Read(&bytes, nullptr);
    if (next() && answer != nullptr) *answer = testing::ToString(bytes);
    grpc::Status status;
    call->Finish(&status, nullptr);
    next();
    return status;
  }

  Events events_;
  int port_ = 0;
  grpc::AsyncGenericService service_;
  Connections connections_{{}, nullptr};
  std::vector<std::unique_ptr<RpcQueue>> queues_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(GrpcRpcTest, ReadsHeadersAndMessageAndAnswers) {
  StartServer();
  // One message is copied on its way to gRPC, the other one changes its owner.
  for (const size_t size : {5, 100'000}) {
    grpc::ClientContext context;
    context.AddMetadata("x-test", "first");
    context.AddMetadata("x-other", "value");
    context.AddMetadata("x-test", "second");
    const std::string message(size, 'm');
    std::string answer;
    const grpc::Status status = Call(&context, message, &answer);
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(answer, message);
    EXPECT_EQ(context.GetServerInitialMetadata().count("x-id"), 2U);
  }
  EXPECT_TRUE(events_.Await("done"));
  const std::vector<std::string> events = events_.all();
  EXPECT_THAT(std::vector(events.begin(), events.begin() + 4),
              ElementsAre("x-test: first", "x-test: second", "no deadline", "method: /Echo"));
}

TEST_F(GrpcRpcTest, EndsWithMessageDetailsAndTrailingMetadata) {
  StartServer();
  grpc::ClientContext context;
  const grpc::Status status = Call(&context, std::nullopt);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(), "empty");
  EXPECT_EQ(status.error_details(), "details");
  EXPECT_EQ(context.GetServerTrailingMetadata().count("x-id"), 2U);
  // Clients do not retry a call that has sent initial metadata.
  EXPECT_EQ(context.GetServerInitialMetadata().count("x-id"), 0U);
}

TEST_F(GrpcRpcTest, AcceptsDeadlinesThatItsClockCannotRepresent) {
  StartServer();
  testing::RawConnection client(address());
  ASSERT_TRUE(client.SendPreface());
  const std::string fields =
      testing::PathFields("/Echo") + testing::Field("grpc-timeout", "99999999H");
  ASSERT_TRUE(client.Send(testing::Frame(FrameType::kHeaders, kEndHeadersFlag, 1, fields)));
  EXPECT_TRUE(events_.Await("no deadline"));
}

TEST_F(GrpcRpcTest, KnowsTheDeadline) {
  StartServer();
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + testing::kPatience);
  EXPECT_TRUE(Call(&context, "message").ok());
  EXPECT_TRUE(events_.Await("deadline"));
}

TEST_F(GrpcRpcTest, ReportsACancelledCallThatItWatches) {
  StartServer(/*watches=*/true);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + milliseconds(100));
  EXPECT_EQ(Call(&context, "").error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(events_.Await("cancelled"));
  EXPECT_TRUE(events_.Await("done"));
}

TEST_F(GrpcRpcTest, EndsTheReadOfACancelledCallThatItDoesNotWatch) {
  StartServer();
  testing::RawConnection client(address());
  ASSERT_TRUE(client.SendPreface());
  ASSERT_TRUE(client.Send(
      testing::Frame(FrameType::kHeaders, kEndHeadersFlag, 1, testing::PathFields("/Echo"))));
  ASSERT_TRUE(events_.Await("method: /Echo"));
  const std::string cancel(4, '\0');
  ASSERT_TRUE(client.Send(testing::Frame(FrameType::kRstStream, 0, 1, cancel)));
  EXPECT_TRUE(events_.Await("no message"));
  EXPECT_TRUE(events_.Await("done"));
}

// If memory is short, gRPC (1.51) looks for more of it as soon as a message is freed.
TEST_F(GrpcRpcTest, FreesMessagesWhileMemoryIsShort) {
  constexpr size_t kQuotaBytes = 16 * 1024;
  constexpr int kClients = 8;
  StartServer(/*watches=*/false, kQuotaBytes);
  const auto make_calls = [this] {
    for (int i = 0; i < 100; ++i) {
      grpc::ClientContext context;
      Call(&context, std::string(1000, 'm'));
    }
  };
  std::vector<std::jthread> clients;
  for (int i = 0; i < kClients; ++i) clients.emplace_back(make_calls);
  clients.clear();
  EXPECT_TRUE(events_.Await("done"));
}

}  // namespace
}  // namespace arbiter
