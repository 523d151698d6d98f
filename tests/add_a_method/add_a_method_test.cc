// Adding a method takes its messages in the proto, its handler and its row in the table of methods.
// The service under test has the added method Echo and, of the real methods, only ListVariants and
// Batch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arbiter/client/client.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "clients/cli/arguments/access_arguments.h"
#include "clients/cli/backend/backend.h"
#include "grpcpp/create_channel.h"
#include "service/access/methods.h"
#include "service/measure/work_estimate.h"
#include "service/server.h"
#include "tests/support/key_files.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::HttpGet;
using testing::KeyEntry;
using testing::KeyFileOf;
using testing::kPatience;
using ::testing::Not;
using testing::TemporaryFile;

v1::EchoRequest MakeEcho(const std::string& text) {
  v1::EchoRequest request;
  request.set_text(text);
  return request;
}

v1::BatchRequest EchoItem(const std::string& text) {
  v1::BatchRequest item;
  item.set_id(text);
  *item.mutable_echo() = MakeEcho(text);
  return item;
}

class AddedMethod : public ::testing::Test {
 protected:
  // Starts a server with a client that may call these methods. The client's quota is this many
  // tokens, which practically never refill.
  void Start(const std::string& methods = "*", int tokens = 1000) {
    keys_ = std::make_unique<TemporaryFile>(
        KeyFileOf(KeyEntry("site", "arb_k",
                           R"("methods":[")" + methods +
                               R"("],"quota":{"tokensPerSecond":1e-6,"maxInFlight":4,"burst":)" +
                               std::to_string(tokens) + "}")));
    ServerConfig config;
    config.listen = "127.0.0.1:0";
    config.metrics_listen = "127.0.0.1:0";
    config.grace_period_ms = 500;
    config.security.api_keys = keys_->path();
    auto server = Server::Start(config, &log_);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    client::ClientOptions options;
    options.api_key = "arb_k";
    auto client = client::Client::Create(server_->listen(), options);
    ASSERT_TRUE(client.ok()) << client.status();
    client_ = std::make_unique<client::Client>(*std::move(client));
  }

  // Returns the answers to `item` from both backends of the command line, first the remote one and
  // then the embedded one.
  std::vector<v1::BatchResponse> AnswersOfBackends(const v1::BatchRequest& item) const {
    cli::ServerAccess access;
    access.secret = "arb_k";
    const absl::Duration timeout = absl::FromChrono(kPatience);
    const auto remote = cli::MakeRemoteBackend(server_->listen(), access, timeout);
    EXPECT_TRUE(remote.ok()) << remote.status();
    const auto embedded = cli::MakeEmbeddedBackend(timeout);
    std::vector<v1::BatchResponse> answers(2);
    (*remote)->Call(item, &answers[0]);
    embedded->Call(item, &answers[1]);
    return answers;
  }

  std::unique_ptr<TemporaryFile> keys_;
  Logger log_{STDERR_FILENO, LogLevel::kError};
  std::unique_ptr<Server> server_;
  std::unique_ptr<client::Client> client_;
};

TEST_F(AddedMethod, AnswersTheCppClient) {
  Start();
  const auto answer = client_->Echo(MakeEcho("hello"));
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->text(), "hello");
}

TEST_F(AddedMethod, AnswersItemsOfABatchAndOfABundle) {
  Start();
  v1::BatchRequest bundle;
  *bundle.mutable_bundle()->add_items() = EchoItem("inner");
  const auto answers = client_->RunBatch({EchoItem("item"), bundle});
  ASSERT_TRUE(answers.ok()) << answers.status();
  EXPECT_EQ(answers->at(0).echo().text(), "item");
  EXPECT_EQ(answers->at(1).bundle().items(0).echo().text(), "inner");
}

TEST_F(AddedMethod, AnswersBothBackendsOfTheCommandLine) {
  Start();
  for (const v1::BatchResponse& answer : AnswersOfBackends(EchoItem("typed"))) {
    EXPECT_EQ(answer.echo().text(), "typed") << answer.ShortDebugString();
  }
}

TEST_F(AddedMethod, CostsWhatItsRowSays) {
  Start("*", /*tokens=*/15);
  EXPECT_TRUE(client_->Echo(MakeEcho("7 tokens")).ok());
  EXPECT_TRUE(client_->Echo(MakeEcho("14")).ok());
  EXPECT_TRUE(absl::IsResourceExhausted(client_->Echo(MakeEcho("21")).status()));
}

TEST_F(AddedMethod, NeedsItsOwnPermission) {
  Start("ListVariants");
  EXPECT_TRUE(client_->ListVariants({}).ok());
  const absl::Status refused = client_->Echo(MakeEcho("no")).status();
  EXPECT_TRUE(absl::IsPermissionDenied(refused)) << refused;
  EXPECT_THAT(refused.message(), HasSubstr("not allowed to call Echo"));
}

TEST_F(AddedMethod, HasItsMetrics) {
  Start();
  ASSERT_TRUE(client_->Echo(MakeEcho("counted")).ok());
  const std::string metrics = HttpGet(server_->metrics_listen(), "/metrics");
  EXPECT_THAT(metrics, HasSubstr(R"(grpc_server_started_total{grpc_method="Echo",)"
                                 R"(grpc_service="arbiter.v1.RulesService",grpc_type="unary"} 1)"));
  EXPECT_THAT(metrics,
              HasSubstr(R"(arbiter_client_calls_total{client="site",code="OK",method="Echo"} 1)"));
}

TEST_F(AddedMethod, HasTheWorkEstimateOfItsRow) {
  EXPECT_EQ(EstimateWork(v1::BatchRequest::kEcho, {}), std::chrono::microseconds(1));
}

template <typename T>
concept HasPerft = requires(T client, v1::PerftRequest request) {
  client.Perft(request);
};

TEST_F(AddedMethod, RemovingARowRemovesTheMethodEverywhere) {
  Start();
  const auto channel = grpc::CreateChannel(server_->listen(), grpc::InsecureChannelCredentials());
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer arb_k");
  v1::PerftResponse response;
  const grpc::Status end =
      v1::RulesService::NewStub(channel)->Perft(&context, v1::PerftRequest(), &response);
  EXPECT_EQ(end.error_code(), grpc::StatusCode::UNIMPLEMENTED);

  v1::BatchRequest item;
  item.mutable_perft();
  const auto answers = client_->RunBatch({item});
  ASSERT_TRUE(answers.ok()) << answers.status();
  EXPECT_THAT(answers->at(0).status().message(), HasSubstr("the item holds no request"));

  const std::vector<v1::BatchResponse> refused = AnswersOfBackends(item);
  EXPECT_THAT(refused[0].status().message(), HasSubstr("names no method"));
  EXPECT_THAT(refused[1].status().message(), HasSubstr("the item holds no request"));

  static_assert(!HasPerft<client::Client>);
  EXPECT_EQ(FindMethod("Perft"), std::nullopt);
  EXPECT_THAT(HttpGet(server_->metrics_listen(), "/metrics"),
              AllOf(HasSubstr("Echo"), Not(HasSubstr("Perft")), Not(HasSubstr("Analyze"))));
}

}  // namespace
}  // namespace arbiter
