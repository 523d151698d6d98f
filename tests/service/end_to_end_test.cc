// The service as clients use it: a process behind a socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <thread>

#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr int kServing = 1;
constexpr int kNotServing = 2;

TEST(EndToEnd, EveryMethodAnswers) {
  ServerProcess server;
  Client client(server.address());
  for (const v1::BatchRequest& item : SampleItems()) {
    const v1::BatchResponse response = client.Call(item);
    EXPECT_FALSE(response.has_status()) << item.DebugString() << response.DebugString();
    EXPECT_NE(response.response_case(), v1::BatchResponse::RESPONSE_NOT_SET);
  }
}

// Equal requests have byte-identical answers from every process and through Batch (C3).
TEST(EndToEnd, C3_ProcessesAndBatchGiveIdenticalAnswers) {
  ServerProcess first;
  ServerProcess second;
  Client one(first.address());
  Client two(second.address());
  std::vector<v1::BatchRequest> items = SampleItems();
  std::map<std::string, std::string> expected;
  for (const v1::BatchRequest& item : items) {
    expected[item.id()] = one.Call(item).SerializeAsString();
    EXPECT_EQ(two.Call(item).SerializeAsString(), expected[item.id()]) << item.DebugString();
  }
  std::reverse(items.begin(), items.end());
  int code = -1;
  const std::vector<v1::BatchResponse> answers = two.Batch(items, &code);
  EXPECT_EQ(code, 0);
  EXPECT_THAT(answers, SizeIs(items.size()));
  for (const v1::BatchResponse& answer : answers) {
    EXPECT_EQ(answer.SerializeAsString(), expected[answer.id()]);
  }
}

// The bundle is long enough to be moved to another thread, and its answer is long enough to be sent
// without a copy.
TEST(EndToEnd, ABundleAnswersManyPositionsInOneMessage) {
  ServerProcess server;
  Client client(server.address());
  v1::BatchRequest bundle;
  for (int i = 0; i < 1000; ++i) {
    v1::BatchRequest* item = bundle.mutable_bundle()->add_items();
    item->set_id(std::to_string(i));
    item->mutable_legal_moves()->mutable_position()->set_variant(i % 2 == 0 ? "chak" : "makruk");
  }
  int code = -1;
  const std::vector<v1::BatchResponse> answers = client.Batch({bundle}, &code);
  EXPECT_EQ(code, 0);
  ASSERT_THAT(answers, SizeIs(1));
  ASSERT_THAT(answers[0].bundle().items(), SizeIs(1000));
  for (int i = 0; i < 1000; ++i) {
    const v1::BatchResponse& answer = answers[0].bundle().items(i);
    EXPECT_EQ(answer.id(), std::to_string(i));
    EXPECT_EQ(answer.legal_moves().SerializeAsString(),
              client.Call(bundle.bundle().items(i % 2)).legal_moves().SerializeAsString());
  }
}

TEST(EndToEnd, MalformedRequestsAreRefused) {
  ServerProcess server;
  Client client(server.address());
  for (const char* method : {"LegalMoves", "ApplyMoves", "Perft"}) {
    const google::rpc::Status status = client.CallBytes(method, "\xff\xff");
    EXPECT_EQ(status.code(), kInvalidArgument) << method;
    EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(status).reason(), "BAD_FIELD") << method;
  }
}

TEST(EndToEnd, ACallWithoutARequestIsRefused) {
  ServerProcess server;
  Client client(server.address());
  const google::rpc::Status status = client.CallWithoutRequest("LegalMoves");
  EXPECT_EQ(status.code(), kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("without a request"));
}

// Earlier items of the stream are answered, and other streams continue.
TEST(EndToEnd, AMalformedItemEndsOnlyItsStream) {
  ServerProcess server;
  Client client(server.address());
  v1::BatchResponse answer;
  const google::rpc::Status status = client.BatchBytes(
      Item(R"({"id":"first","legalMoves":{"position":{"variant":"chak"}}})"), "\xff\xff", &answer);
  EXPECT_EQ(answer.id(), "first");
  EXPECT_TRUE(answer.has_legal_moves());
  EXPECT_EQ(status.code(), kInvalidArgument);
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(status).reason(), "BAD_FIELD");
  EXPECT_THAT(client.Batch(SampleItems()), SizeIs(SampleItems().size()));
}

TEST(EndToEnd, ASnapshotOfOneReplicaIsReadByAnother) {
  ServerProcess first;
  ServerProcess second;
  const v1::BatchResponse applied =
      Client(first.address())
          .Call(Item(
              R"({"applyMoves":{"position":{"variant":"makruk"},"actions":["e3e4","e6e5"]}})"));
  v1::BatchRequest item;
  item.mutable_legal_moves()->mutable_position()->set_variant("makruk");
  item.mutable_legal_moves()->mutable_position()->set_snapshot(
      applied.apply_moves().state().snapshot());
  const v1::BatchResponse legal = Client(second.address()).Call(item);
  EXPECT_THAT(legal.legal_moves().texts(), ::testing::Contains("d3d4"));
}

// A game of Chakart from the commitment to the disclosed seed: random draws from the seed, a record
// with outcomes, and a queen that is hidden from one player.
TEST(EndToEnd, AGameWithRandomDrawsAndAHiddenQueenCanBePlayedAndValidated) {
  ServerProcess server;
  Client client(server.address());
  const auto start = client.Call(Item(R"({"startGame":{"variant":"chakart",
      "options":{"chakart":{"setup":"SETUP_ASYMMETRIC"}},
      "randomness":{"generate":true,"commitment":true}}})"));
  const std::string seed = start.start_game().seed();
  EXPECT_EQ(seed.size(), 32u);
  EXPECT_EQ(start.start_game().commitment().size(), 32u);
  EXPECT_GE(start.start_game().draws_size(), 8);

  v1::BatchRequest item = Item(R"({"applyMoves":{"position":{"variant":"chakart",
      "fen":"4k3/8/8/8/8/4e3/8/3QK2R w 0"},"actions":["h1h3","e8d8","d1d5?"],
      "viewer":"VIEWER_BLACK"}})");
  item.mutable_apply_moves()->mutable_randomness()->set_seed(seed);
  const v1::ApplyMovesResponse applied = client.Call(item).apply_moves();
  ASSERT_EQ(applied.applied_size(), 3);
  EXPECT_THAT(applied.applied(0).text(), ::testing::StartsWith("h1h3{put=g"));
  ASSERT_EQ(applied.applied(0).draws_size(), 1);
  EXPECT_THAT(applied.applied(0).draws(0).candidates(), ::testing::ElementsAre("g2", "g4"));
  EXPECT_EQ(applied.applied(2).text(), "d1??");
  EXPECT_EQ(applied.applied(2).san(), "Q??");
  EXPECT_THAT(applied.state().fen(), HasSubstr("/3?K3 b 3 "));
  EXPECT_EQ(applied.state().chakart().hidden_square(), "");

  v1::BatchRequest validate = Item(R"({"validateGame":{"variant":"chakart",
      "record":{"startFen":"4k3/8/8/8/8/4e3/8/3QK2R w 0"}}})");
  v1::Record& record = *validate.mutable_validate_game()->mutable_record();
  record.set_seed(seed);
  for (const std::string& action :
       {applied.applied(0).text(), std::string("e8d8"), std::string("d1d5?")}) {
    record.add_actions(action);
  }
  const v1::ValidateGameResponse valid = client.Call(validate).validate_game();
  EXPECT_EQ(valid.verdict(), v1::ValidateGameResponse::VERDICT_LEGAL) << valid.DebugString();
  EXPECT_EQ(valid.draws_checked(), 1u);
  EXPECT_EQ(valid.state().chakart().hidden_square(), "d5");
  const std::string put = applied.applied(0).draws(0).index() == 0 ? "g4" : "g2";
  record.set_actions(0, "h1h3{put=" + put + "}");
  const v1::ValidateGameResponse forged = client.Call(validate).validate_game();
  EXPECT_EQ(forged.first_illegal().reason(), "IMPOSSIBLE_OUTCOME");
  EXPECT_THAT(forged.first_illegal().message(), HasSubstr("the seed draws {put="));
}

TEST(EndToEnd, HealthAndReflectionAnswer) {
  ServerProcess server;
  Client client(server.address());
  EXPECT_EQ(client.Health(""), kServing);
  EXPECT_EQ(client.Health("arbiter.v1.RulesService"), kServing);
  EXPECT_EQ(client.Health("arbiter.v1.AnalysisService"), kServing);
  EXPECT_EQ(client.Health("arbiter.v1.liveness"), kServing);
  EXPECT_THAT(client.Reflection(), HasSubstr("arbiter.v1.RulesService"));
  EXPECT_THAT(client.Reflection(), HasSubstr("grpc.health.v1.Health"));
  // ServerReflectionRequest { string file_by_filename = 3; }
  EXPECT_THAT(client.Reflection("\032\036arbiter/v1/rules_service.proto"), HasSubstr("max_items"));
}

TEST(EndToEnd, MetricsHaveEverySeriesFromTheStart) {
  ServerProcess server;
  const std::string labels =
      R"({grpc_method="LegalMoves",grpc_service="arbiter.v1.RulesService",grpc_type="unary"})";
  const std::string handled =
      R"(grpc_server_handled_total{grpc_code="OK",grpc_method="LegalMoves",)"
      R"(grpc_service="arbiter.v1.RulesService",grpc_type="unary"})";
  const std::string before = HttpGet(server.metrics_address(), "/metrics");
  EXPECT_THAT(before, HasSubstr("grpc_server_started_total" + labels + " 0"));
  EXPECT_THAT(before, HasSubstr(handled + " 0"));
  EXPECT_THAT(before, HasSubstr(R"(grpc_code="ResourceExhausted",grpc_method="Batch")"));
  EXPECT_THAT(before, HasSubstr("grpc_server_handling_seconds_bucket"));
  EXPECT_THAT(before, HasSubstr("arbiter_in_flight_requests"));

  Client(server.address()).Call(Item(R"({"legalMoves":{"position":{"variant":"chak"}}})"));
  const std::string after = HttpGet(server.metrics_address(), "/metrics");
  EXPECT_THAT(after, HasSubstr("grpc_server_started_total" + labels + " 1"));
  EXPECT_THAT(after, HasSubstr(handled + " 1"));
  EXPECT_THAT(HttpGet(server.metrics_address(), "/healthz"), HasSubstr("200 OK"));
  EXPECT_THAT(HttpGet(server.metrics_address(), "/readyz"), HasSubstr("200 OK"));
  EXPECT_THAT(HttpGet(server.metrics_address(), "/nothing"), HasSubstr("404"));
}

TEST(EndToEnd, EachCallHasOneLogLineWithoutPayload) {
  ServerProcess server;
  Client(server.address())
      .Call(
          Item(R"({"legalMoves":{"position":{"variant":"chak","fen":"nonsense of the caller"}}})"));
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  std::istringstream log(server.Log());
  int calls = 0;
  for (std::string line; std::getline(log, line);) {
    if (line.find(R"("msg":"call")") == std::string::npos) continue;
    ++calls;
    for (const char* part :
         {R"("method":"LegalMoves")", R"("code":"INVALID_ARGUMENT")", R"("reason":"BAD_FEN")",
          R"("duration_ms":)", R"("peer":)", R"("request_id":)"}) {
      EXPECT_THAT(line, HasSubstr(part));
    }
    EXPECT_THAT(line, Not(HasSubstr("nonsense")));
  }
  EXPECT_EQ(calls, 1);
}

TEST(EndToEnd, AtSigtermTheServerDrainsAndReportsNotServing) {
  ServerProcess server({"--drain-delay-ms", "3000"});
  Client client(server.address());
  v1::BatchResponse perft;
  std::thread call([&] {
    perft = client.Call(Item(R"({"perft":{"position":{"variant":"makruk"},"depth":6}})"));
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  server.Signal(SIGTERM);
  EXPECT_TRUE(Eventually([&] { return client.Health("") == kNotServing; }));
  EXPECT_EQ(client.Health("arbiter.v1.liveness"), kServing);
  EXPECT_THAT(HttpGet(server.metrics_address(), "/readyz"), HasSubstr("503"));
  call.join();
  // The call is either completed or refused as UNAVAILABLE, but never lost.
  EXPECT_TRUE(perft.perft().nodes() == 142'078'049 || perft.status().code() == kUnavailable)
      << perft.DebugString();
  EXPECT_EQ(server.Wait(), 0);
}

}  // namespace
}  // namespace arbiter::testing
