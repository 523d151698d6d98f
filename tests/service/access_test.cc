#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>

#include "tests/support/key_files.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/token_signer.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kKey[] = "arb_this-is-the-key-of-the-site";
constexpr char kChakRequests[] = R"(arbiter_variant_requests_total{variant="chak"})";
constexpr char kOtherKey[] = "arb_this-is-the-key-of-a-mover";

const std::string kTwoClients =
    KeyFileOf(KeyEntry("site", kKey) + "," +
              KeyEntry("mover", kOtherKey, R"("methods":["LegalMoves","Batch","Session"])"));

std::string NotAllowed(const std::string& method) {
  return "this client is not allowed to call " + method +
         "; ask the server's operator to add it to the client's `methods`";
}

TEST(AccessTest, OnlyKnownKeysAreServed) {
  const TemporaryFile keys(kTwoClients);
  const ServerProcess server({"--api-keys", keys.path()});
  Client site(server.address(), Bearer(kKey));
  EXPECT_EQ(CallLegalMoves(site).code(), 0);
  Client by_header(server.address(), {{"x-api-key", kKey}});
  EXPECT_EQ(CallLegalMoves(by_header).code(), 0);
  Client in_capitals(server.address(), {{"authorization", std::string("BEARER ") + kKey}});
  EXPECT_EQ(CallLegalMoves(in_capitals).code(), 0);
  const Metadata refused[] = {
      {},
      Bearer(""),
      Bearer("arb_wrong"),
      Bearer(std::string(kKey) + "x"),
      Bearer("a.b.c"),
      {{"authorization", std::string("Basic ") + kKey}},
      {{"authorization", kKey}},
      {{"x-api-key", "arb_wrong"}},
      {{"authorization", "Bearer arb_wrong"}, {"x-api-key", kKey}},
      {{"x-api-key", kKey}, {"x-api-key", "arb_wrong"}},
  };
  for (const Metadata& metadata : refused) {
    Client client(server.address(), metadata);
    const google::rpc::Status status = CallLegalMoves(client);
    EXPECT_EQ(status.code(), kUnauthenticated) << ::testing::PrintToString(metadata);
    EXPECT_EQ(ReasonOf(status), "UNAUTHENTICATED");
    EXPECT_THAT(status.message(), Not(HasSubstr("arb_")));
  }
}

TEST(AccessTest, StreamsWithoutAKeyAreRefused) {
  const TemporaryFile keys(kTwoClients);
  const ServerProcess server({"--api-keys", keys.path()});
  Client nobody(server.address());
  int code = 0;
  EXPECT_THAT(nobody.Batch({LegalMovesItem()}, &code), ::testing::IsEmpty());
  EXPECT_EQ(code, kUnauthenticated);
  AnalysisClient analyst(server.address());
  EXPECT_EQ(ReasonOf(analyst.Analyze(AnalysisToDepth("chak", 1)).status), "UNAUTHENTICATED");
  EXPECT_EQ(ReasonOf(analyst.Session()->Finish()), "UNAUTHENTICATED");
  EXPECT_EQ(ReasonOf(analyst.ReviewGame({}).status), "UNAUTHENTICATED");
}

TEST(AccessTest, HealthAndReflectionNeedNoKey) {
  const TemporaryFile keys(kTwoClients);
  const ServerProcess server({"--api-keys", keys.path()});
  Client nobody(server.address());
  EXPECT_EQ(nobody.Health(""), 1);
  EXPECT_EQ(nobody.Health("arbiter.v1.RulesService"), 1);
  EXPECT_THAT(nobody.Reflection(), HasSubstr("arbiter.v1.RulesService"));
}

TEST(AccessTest, ClientsCallOnlyTheirMethods) {
  const TemporaryFile keys(kTwoClients);
  const ServerProcess server({"--api-keys", keys.path()});
  Client mover(server.address(), Bearer(kOtherKey));
  EXPECT_EQ(CallLegalMoves(mover).code(), 0);
  const v1::BatchRequest perft = Item(R"({"perft":{"position":{"variant":"chak"},"depth":1}})");
  const google::rpc::Status status = mover.Call(perft).status();
  EXPECT_EQ(status.code(), kPermissionDenied);
  EXPECT_EQ(ReasonOf(status), "PERMISSION_DENIED");
  EXPECT_EQ(status.message(), NotAllowed("Perft"));
  int code = -1;
  v1::BatchRequest bundle = Item(R"({"id":"bundle"})");
  *bundle.mutable_bundle()->add_items() = LegalMovesItem();
  *bundle.mutable_bundle()->add_items() =
      Item(R"({"renderBoard":{"position":{"variant":"chak"}}})");
  for (const v1::BatchResponse& response : mover.Batch({LegalMovesItem(), perft, bundle}, &code)) {
    EXPECT_EQ(ReasonOf(response.status()), response.has_legal_moves() ? "" : "PERMISSION_DENIED");
  }
  EXPECT_EQ(code, 0) << "a refused item fails alone";
  AnalysisClient analyst(server.address(), Bearer(kOtherKey));
  EXPECT_EQ(ReasonOf(analyst.Analyze(AnalysisToDepth("chak", 1)).status), "PERMISSION_DENIED");
  const auto session = analyst.Session();
  session->Analyze("1", AnalysisToDepth("chak", 1));
  EXPECT_TRUE(session->ReadTo("1").back().update().has_best_move());
}

TEST(AccessTest, ARefusedCallTakesNoPlaceInTheQueue) {
  const TemporaryFile keys(kTwoClients);
  const ServerProcess server(
      {"--api-keys", keys.path(), "--work-threads", "1", "--work-queue", "0"});
  const BusyCaller busy(server.address(), kKey);
  Client site(server.address(), Bearer(kKey));
  const v1::BatchRequest call = BusyCaller::LongCall();
  ASSERT_TRUE(Eventually([&] { return ReasonOf(site.Call(call, 500).status()) == "OVERLOADED"; }));
  Client nobody(server.address());
  EXPECT_EQ(ReasonOf(nobody.Call(call).status()), "UNAUTHENTICATED")
      << "refused before it is queued";
}

TEST(AccessTest, ARevokedKeyIsRefusedSoonAndSoAreItsStreams) {
  const TemporaryFile keys(kTwoClients);
  const ServerProcess server({"--api-keys", keys.path()});
  Client site(server.address(), Bearer(kKey));
  Client mover(server.address(), Bearer(kOtherKey));
  const auto batch = site.StartBatch();
  EXPECT_TRUE(batch->Ask(LegalMovesItem()).has_legal_moves());
  const auto session = AnalysisClient(server.address(), Bearer(kKey)).Session();
  session->Analyze("1", AnalysisToDepth("chak", 1));
  EXPECT_TRUE(session->ReadTo("1").back().update().has_best_move());

  keys.Write(KeyFileOf(KeyEntry("site", "arb_new") + "," + KeyEntry("mover", kOtherKey)));
  EXPECT_TRUE(Eventually([&] { return CallLegalMoves(site).code() == kUnauthenticated; }));
  EXPECT_EQ(ReasonOf(batch->Ask(LegalMovesItem()).status()), "UNAUTHENTICATED");
  session->Analyze("2", AnalysisToDepth("chak", 1));
  EXPECT_EQ(ReasonOf(session->ReadTo("2").back().status()), "UNAUTHENTICATED");
  EXPECT_EQ(CallLegalMoves(mover).code(), 0) << "other keys stay valid";
  Client renewed(server.address(), Bearer("arb_new"));
  EXPECT_EQ(CallLegalMoves(renewed).code(), 0);
}

TEST(AccessTest, OpenStreamsAreRefusedOnceTheirMethodIsRevoked) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", kKey)));
  const ServerProcess server({"--api-keys", keys.path()});
  Client site(server.address(), Bearer(kKey));
  const auto batch = site.StartBatch();
  EXPECT_TRUE(batch->Ask(LegalMovesItem()).has_legal_moves());
  const auto session = AnalysisClient(server.address(), Bearer(kKey)).Session();
  session->Analyze("1", AnalysisToDepth("chak", 1));
  EXPECT_TRUE(session->ReadTo("1").back().update().has_best_move());

  keys.Write(KeyFileOf(KeyEntry("site", kKey, R"("methods":["LegalMoves"])")));
  const auto perft = Item(R"({"perft":{"position":{"variant":"chak"},"depth":1}})");
  ASSERT_TRUE(Eventually([&] { return site.Call(perft).status().code() == kPermissionDenied; }));
  const google::rpc::Status refused = batch->Ask(LegalMovesItem()).status();
  EXPECT_EQ(ReasonOf(refused), "PERMISSION_DENIED");
  EXPECT_EQ(refused.message(), NotAllowed("Batch"));
  session->Analyze("2", AnalysisToDepth("chak", 1));
  EXPECT_EQ(session->ReadTo("2").back().status().message(), NotAllowed("Session"));
  EXPECT_EQ(batch->Finish().code(), 0);
}

TEST(AccessTest, TheRequestOfARefusedClientIsNotRead) {
  const TemporaryFile keys(kTwoClients);
  const ServerProcess server({"--api-keys", keys.path()});
  const v1::BatchRequest request =
      Item(R"({"legalMoves":{"position":{"variant":"none"},"locale":"th"}})");
  const auto locale = [&](const Metadata& metadata) {
    return DetailOf<google::rpc::LocalizedMessage>(
               Client(server.address(), metadata).Call(request).status())
        .locale();
  };
  EXPECT_EQ(locale(Bearer(kKey)), "th");
  EXPECT_EQ(locale({}), "");
}

TEST(AccessTest, RefusedRequestsAreNotCountedByVariant) {
  const TemporaryFile keys(kTwoClients);
  const ServerProcess server({"--api-keys", keys.path()});
  AnalysisClient nobody(server.address());
  EXPECT_EQ(ReasonOf(nobody.Analyze(AnalysisToDepth("chak", 1)).status), "UNAUTHENTICATED");
  AnalysisClient mover(server.address(), Bearer(kOtherKey));
  EXPECT_EQ(ReasonOf(mover.Analyze(AnalysisToDepth("chak", 1)).status), "PERMISSION_DENIED");
  EXPECT_EQ(MetricOf(server, kChakRequests), 0);
  AnalysisClient site(server.address(), Bearer(kKey));
  EXPECT_EQ(site.Analyze(AnalysisToDepth("chak", 1)).status.code(), 0);
  const auto session = site.Session();
  session->Analyze("1", AnalysisToDepth("chak", 1));
  EXPECT_TRUE(session->ReadTo("1").back().update().has_best_move());
  EXPECT_EQ(MetricOf(server, kChakRequests), 2);
}

TEST(AccessTest, ABadFileLeavesTheOldOneInUse) {
  const TemporaryFile keys(kTwoClients);
  ServerProcess server({"--api-keys", keys.path()});
  Client site(server.address(), Bearer(kKey));
  keys.Write(R"({"clients":[{"name":"site","methods":["Everything"]}]})");
  ASSERT_TRUE(EventuallyLogs(server, "cannot reload; the old contents stay in use", 1));
  EXPECT_THAT(server.Log(), HasSubstr("client 'site': unknown method or service 'Everything'"));
  EXPECT_EQ(CallLegalMoves(site).code(), 0);
}

TEST(AccessTest, DoesNotStartWithABadFile) {
  const TemporaryFile bad(R"({"clients":[{"name":"site","methods":[]}]})");
  const std::string what = "--api-keys: " + bad.path() + ": client 'site': `methods` is empty";
  const ProgramResult started = RunProgram(
      {ARBITERD, "--listen", "127.0.0.1:0", "--metrics-listen", "", "--api-keys", bad.path()});
  EXPECT_EQ(started.exit_code, 1);
  EXPECT_THAT(started.err, HasSubstr(what));
  const ProgramResult validated = RunProgram({ARBITERD, "--validate", "--api-keys", bad.path()});
  EXPECT_EQ(validated.exit_code, 2);
  EXPECT_THAT(validated.err, HasSubstr(what));
  const ProgramResult jwt = RunProgram({ARBITERD, "--validate", "--jwt-keys", "/nonexistent",
                                        "--jwt-issuer", "i", "--jwt-audience", "a"});
  EXPECT_EQ(jwt.exit_code, 2);
  EXPECT_THAT(jwt.err, HasSubstr("--jwt-keys: cannot read /nonexistent"));
}

std::string Claims(const std::string& subject, const std::string& audience = "arbiter") {
  const int64_t now = std::chrono::duration_cast<std::chrono::seconds>(
                          std::chrono::system_clock::now().time_since_epoch())
                          .count();
  return R"({"iss":"https://login.example","aud":")" + audience + R"(","sub":")" + subject +
         R"(","exp":)" + std::to_string(now + 300) + "}";
}

TEST(AccessTest, TokensAreAcceptedLikeKeys) {
  const TokenSigner rsa("RS256", "one");
  const TokenSigner ec("ES256", "two");
  const TemporaryFile jwks(rsa.JwkSet());
  const TemporaryFile keys(kTwoClients);
  const ServerProcess server({"--api-keys", keys.path(), "--jwt-keys", jwks.path(), "--jwt-issuer",
                              "https://login.example", "--jwt-audience", "arbiter"});
  const auto reason = [&](const std::string& secret, const v1::BatchRequest& request) {
    return ReasonOf(Client(server.address(), Bearer(secret)).Call(request).status());
  };
  const v1::BatchRequest perft = Item(R"({"perft":{"position":{"variant":"chak"},"depth":1}})");
  EXPECT_EQ(reason(rsa.Sign(Claims("site")), perft), "");
  EXPECT_EQ(reason(rsa.Sign(Claims("mover")), perft), "PERMISSION_DENIED")
      << "its entry does not allow Perft";
  EXPECT_EQ(reason(rsa.Sign(Claims("stranger")), perft), "PERMISSION_DENIED");
  EXPECT_EQ(reason(rsa.Sign(Claims("site", "other")), perft), "UNAUTHENTICATED");
  EXPECT_EQ(reason(ec.Sign(Claims("site")), perft), "UNAUTHENTICATED");
  EXPECT_EQ(reason(kKey, perft), "") << "keys are still accepted";
  EXPECT_EQ(reason("", perft), "UNAUTHENTICATED");

  const std::string old = rsa.Sign(Claims("site"));
  jwks.Write(ec.JwkSet());
  EXPECT_TRUE(Eventually([&] { return reason(old, perft) == "UNAUTHENTICATED"; }));
  EXPECT_EQ(reason(ec.Sign(Claims("site")), perft), "");
}

TEST(AccessTest, TheLogNamesClientsAndNeverKeysOrTokens) {
  const TokenSigner signer("ES256", "one");
  const TemporaryFile jwks(signer.JwkSet());
  const TemporaryFile keys(kTwoClients);
  ServerProcess server({"--api-keys", keys.path(), "--jwt-keys", jwks.path(), "--jwt-issuer",
                        "https://login.example", "--jwt-audience", "arbiter", "--log-level",
                        "debug"});
  const std::string token = signer.Sign(Claims("mover"));
  const std::string bad_token = token.substr(0, token.size() - 8) + "AAAAAAAA";
  for (const std::string& secret :
       {std::string(kKey), token, bad_token, std::string("arb_wrong")}) {
    Client client(server.address(), Bearer(secret));
    CallLegalMoves(client);
    client.Batch({LegalMovesItem()});
  }
  const std::string metrics = HttpGet(server.metrics_address(), "/metrics");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  const std::string log = server.Log();
  EXPECT_THAT(log, HasSubstr(R"("client":"site")"));
  EXPECT_THAT(log, HasSubstr(R"("client":"mover")"));
  EXPECT_THAT(log, HasSubstr("UNAUTHENTICATED"));
  for (const std::string& text : {log, metrics}) {
    EXPECT_THAT(text, Not(HasSubstr("arb_")));
    EXPECT_THAT(text, Not(HasSubstr(token.substr(token.find('.') + 1, 20))));
    EXPECT_THAT(text, Not(HasSubstr(token.substr(token.rfind('.') + 1, 20))));
    EXPECT_THAT(text, Not(HasSubstr(ToHex(Sha256(kKey)))));
  }
}

}  // namespace
}  // namespace arbiter::testing
