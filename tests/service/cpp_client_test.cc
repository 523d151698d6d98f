// The C++ client library (clients/cpp) against a running service.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "arbiter/client/client.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "google/rpc/error_details.pb.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server_builder.h"
#include "tests/support/certificates.h"
#include "tests/support/file.h"
#include "tests/support/free_port.h"
#include "tests/support/key_files.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

client::Client Connect(const std::string& target, const client::ClientOptions& options = {}) {
  return client::Client::Create(target, options).value();
}

v1::LegalMovesRequest MovesOf(const std::string& variant) {
  v1::LegalMovesRequest request;
  request.mutable_position()->set_variant(variant);
  return request;
}

v1::PerftRequest LongPerft() { return BusyCaller::LongCall().perft(); }

TEST(CppClient, ReturnsResponsesAndDetailedErrors) {
  const ServerProcess server;
  const client::Client client = Connect(server.address());
  EXPECT_EQ(client.LegalMoves(MovesOf("makruk"))->texts_size(), 23);

  v1::ApplyMovesRequest request;
  request.mutable_position()->set_variant("makruk");
  request.add_actions("e3e5");
  request.set_locale("zh-CN");
  client::CallOptions with_id;
  with_id.request_id = "mine";
  const absl::Status refused = client.ApplyMoves(request, with_id).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(client::ReasonOf(refused), v1::ERROR_REASON_ILLEGAL_ACTION) << "M1";
  ASSERT_EQ(client::FieldViolationsOf(refused).size(), 1U);
  EXPECT_EQ(client::FieldViolationsOf(refused)[0].field, "actions[0]");
  EXPECT_THAT(client::FieldViolationsOf(refused)[0].description, HasSubstr("never two"));
  EXPECT_THAT(client::LocalizedMessageOf(refused), HasSubstr("不合规则的着法"));
  EXPECT_EQ(client::RequestIdOf(refused), "mine");
  EXPECT_FALSE(client::RetryDelayOf(refused).has_value());
  EXPECT_EQ(client::ToStatus(client::ToRpcStatus(refused)).message(), refused.message());
}

TEST(CppClient, NamesAndParsesReasons) {
  EXPECT_EQ(client::ReasonName(v1::ERROR_REASON_BAD_FEN), "BAD_FEN");
  EXPECT_EQ(client::ParseReason("BAD_FEN"), v1::ERROR_REASON_BAD_FEN);
  EXPECT_EQ(client::ParseReason("NEWER"), v1::ERROR_REASON_UNSPECIFIED);
}

TEST(CppClient, SaysThatTheServerCannotBeReached) {
  const absl::Status lost =
      Connect("127.0.0.1:" + std::to_string(FreePort())).LegalMoves(MovesOf("chak")).status();
  EXPECT_TRUE(absl::IsUnavailable(lost));
  EXPECT_EQ(client::ReasonOf(lost), v1::ERROR_REASON_UNSPECIFIED);
  EXPECT_THAT(std::string(lost.message()), HasSubstr("cannot reach the server at 127.0.0.1:"));
}

TEST(CppClient, DoesNotUseAProxyForTheLoopback) {
  const ServerProcess server;
  ::setenv("http_proxy", "http://127.0.0.1:1", 1);
  const absl::Status status = Connect(server.address()).LegalMoves(MovesOf("chak")).status();
  ::unsetenv("http_proxy");
  EXPECT_TRUE(status.ok()) << status;
}

// Refuses calls like a server that is shutting down.
class DrainingService : public v1::RulesService::Service {
 public:
  grpc::Status LegalMoves(grpc::ServerContext* /*context*/,
                          const v1::LegalMovesRequest* /*request*/,
                          v1::LegalMovesResponse* /*response*/) override {
    ++calls_;
    google::rpc::RetryInfo retry;
    retry.mutable_retry_delay()->set_nanos(1'000'000);
    google::rpc::Status status;
    status.set_code(grpc::StatusCode::UNAVAILABLE);
    status.set_message("draining");
    status.add_details()->PackFrom(retry);
    return {grpc::StatusCode::UNAVAILABLE, "draining", status.SerializeAsString()};
  }
  int calls() const { return calls_; }

 private:
  std::atomic<int> calls_ = 0;
};

TEST(CppClient, RetriesACallThreeTimesIfTheServerIsDraining) {
  DrainingService service;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  const absl::Status status =
      Connect("127.0.0.1:" + std::to_string(port)).LegalMoves(MovesOf("chak")).status();
  EXPECT_TRUE(absl::IsUnavailable(status));
  EXPECT_EQ(service.calls(), 4);
}

TEST(CppClient, GivesUpAtTheDeadline) {
  const ServerProcess server;
  client::CallOptions brief;
  brief.timeout = absl::Milliseconds(100);
  EXPECT_TRUE(
      absl::IsDeadlineExceeded(Connect(server.address()).Perft(LongPerft(), brief).status()));
}

TEST(CppClient, RetriesAfterTheDelayThatTheServerRequests) {
  const TemporaryFile keys(KeyFileOf(
      KeyEntry("site", "arb_key", AllWithQuota(R"("tokensPerSecond":4,"burst":1)")) + "," +
      KeyEntry("slow", "arb_slow", AllWithQuota(R"("tokensPerSecond":0.001,"burst":1)"))));
  const ServerProcess server({"--api-keys", keys.path()});
  client::ClientOptions options;
  options.api_key = "arb_key";
  const client::Client client = Connect(server.address(), options);
  for (int call = 0; call < 4; ++call) {
    EXPECT_TRUE(client.LegalMoves(MovesOf("chak")).ok()) << call;
  }
  // A delay beyond the deadline of the call is not waited for.
  options.api_key = "arb_slow";
  const client::Client slow = Connect(server.address(), options);
  EXPECT_TRUE(slow.LegalMoves(MovesOf("chak")).ok());
  const absl::Status refused = slow.LegalMoves(MovesOf("chak")).status();
  EXPECT_EQ(client::ReasonOf(refused), v1::ERROR_REASON_QUOTA_EXCEEDED);
  EXPECT_TRUE(client::RetryDelayOf(refused).has_value());
}

TEST(CppClient, CancelsAnAnalysis) {
  const ServerProcess server;
  client::Analysis analysis = Connect(server.address()).Analyze(InfiniteAnalysis("chak"));
  ASSERT_TRUE(analysis.Next().has_value());
  std::thread other([&] { analysis.Cancel(); });
  EXPECT_TRUE(absl::IsCancelled(analysis.Finish()));
  other.join();
  EXPECT_TRUE(Eventually([&] { return RunningAnalyses(server) == 0; }));
}

TEST(CppClient, ReadsAnAnalysisToItsBestMove) {
  const ServerProcess server;
  client::Analysis analysis = Connect(server.address()).Analyze(AnalysisToDepth("makruk", 3));
  v1::AnalyzeResponse last;
  for (const v1::AnalyzeResponse& update : analysis) last = update;
  EXPECT_TRUE(analysis.Finish().ok());
  EXPECT_FALSE(last.best_move().action().empty());
}

TEST(CppClient, ASessionAnswersStopsAndErrors) {
  const ServerProcess server;
  client::Session session = Connect(server.address()).StartSession();
  EXPECT_TRUE(session.Analyze("endless", InfiniteAnalysis("chak")));
  EXPECT_EQ(session.Next()->id(), "endless");
  EXPECT_TRUE(session.Stop());
  while (!session.Next()->update().has_best_move()) {
  }
  EXPECT_TRUE(session.Analyze("wrong", AnalysisToDepth("chess", 1)));
  EXPECT_EQ(client::ReasonOf(client::ToStatus(session.Next()->status())),
            v1::ERROR_REASON_UNKNOWN_VARIANT);
  EXPECT_TRUE(session.Finish().ok());
  EXPECT_FALSE(session.Stop());
}

TEST(CppClient, ReturnsBatchAnswersInOrderWithTheirIds) {
  const ServerProcess server;
  std::vector<v1::BatchRequest> requests;
  for (int index = 0; index < 300; ++index) {
    requests.push_back(Item(index == 7 ? R"({"legalMoves":{"position":{"variant":"chess"}}})"
                                       : R"({"perft":{"position":{"variant":"chak"},"depth":1}})"));
    requests.back().set_id(std::to_string(index % 10));
  }
  const auto answers = Connect(server.address()).RunBatch(requests);
  ASSERT_TRUE(answers.ok());
  ASSERT_EQ(answers->size(), requests.size());
  for (size_t index = 0; index < requests.size(); ++index) {
    EXPECT_EQ((*answers)[index].id(), requests[index].id());
    EXPECT_EQ((*answers)[index].has_status(), index == 7);
  }
}

TEST(CppClient, UsesTlsWithAClientCertificate) {
  const Certificate own({});
  const TemporaryFile certificate(own.certificate());
  const TemporaryFile key(own.key());
  const ServerProcess server({"--tls-cert", certificate.path(), "--tls-key", key.path(),
                              "--tls-client-ca", certificate.path()});
  client::ClientOptions options;
  options.tls = client::TlsOptions{own.certificate(), own.certificate(), own.key(), "localhost"};
  EXPECT_TRUE(Connect(server.address(), options).LegalMoves(MovesOf("chak")).ok());
  options.tls->certificate.clear();
  options.tls->key.clear();
  EXPECT_FALSE(Connect(server.address(), options).LegalMoves(MovesOf("chak")).ok());
}

TEST(CppClient, RefusesInvalidOptions) {
  const auto message = [](const std::string& target, const client::ClientOptions& options) {
    return std::string(client::Client::Create(target, options).status().message());
  };
  client::ClientOptions key;
  key.api_key = "arb_key";
  for (const char* target : {"arbiter:50051", "127.evil.example:1", "127.0.0.1:1,10.0.0.1:1"}) {
    EXPECT_THAT(message(target, key), HasSubstr("in the clear")) << target;
  }
  for (const char* target : {"localhost:1", "[::1]:1", "127.0.0.1:1,127.0.0.2:1", "unix:/x"}) {
    EXPECT_EQ(message(target, key), "") << target;
  }
  key.api_key = "two words";
  EXPECT_THAT(message("localhost:1", key), HasSubstr("characters"));
  EXPECT_THAT(message("", {}), HasSubstr("empty"));
  EXPECT_THAT(message("one:1,two:1", {}), HasSubstr("is not a list"));
  client::ClientOptions half;
  half.tls = client::TlsOptions{"", "certificate", "", ""};
  EXPECT_THAT(message("localhost:1", half), HasSubstr("go together"));
}

TEST(CppClient, TheReadmeContainsTheTestedExample) {
  EXPECT_THAT(ReadFile(ARBITER_SOURCE_DIR "/clients/cpp/README.md"),
              HasSubstr(ReadFile(ARBITER_SOURCE_DIR "/clients/cpp/example.cc")));
}

}  // namespace
}  // namespace arbiter::testing
