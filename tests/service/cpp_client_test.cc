// The C++ client library (clients/cpp) against a running service.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "arbiter/client/client.h"
#include "tests/support/certificates.h"
#include "tests/support/file.h"
#include "tests/support/key_files.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

// Far longer than a connection takes, also on a busy machine.
constexpr absl::Duration kConnectTime = absl::Seconds(2);

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

TEST(CppClient, DoesNotUseAProxyForTheLoopback) {
  const ServerProcess server;
  ::setenv("http_proxy", "http://127.0.0.1:1", 1);
  const absl::Status status = Connect(server.address()).LegalMoves(MovesOf("chak")).status();
  ::unsetenv("http_proxy");
  EXPECT_TRUE(status.ok()) << status;
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
  const absl::Status refused = Connect(server.address(), options).WaitUntilConnected(kConnectTime);
  EXPECT_THAT(std::string(refused.message()), HasSubstr("the TLS handshake failed"));
}

TEST(CppClient, RefusesInvalidOptions) {
  const auto message = [](const std::string& target, const client::ClientOptions& options) {
    return std::string(client::Client::Create(target, options).status().message());
  };
  client::ClientOptions key;
  key.api_key = "arb_key";
  EXPECT_THAT(message("arbiter:50051", key), HasSubstr("in the clear"));
  EXPECT_EQ(message("localhost:1", key), "");
  key.api_key = "two words";
  EXPECT_THAT(message("localhost:1", key), HasSubstr("characters"));
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
