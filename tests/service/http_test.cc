// Tests the port for calls through HTTP/1.1 (--http-listen) with bytes as clients, browsers and
// attackers send them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "core/base/strings.h"
#include "google/protobuf/util/json_util.h"
#include "service/http/connect_protocol.h"
#include "tests/support/key_files.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/client.h"
#include "tests/support/server/http_client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using google::protobuf::util::JsonStringToMessage;
using google::protobuf::util::MessageToJsonString;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kLegalMoves[] = "/arbiter.v1.RulesService/LegalMoves";
constexpr char kApplyMoves[] = "/arbiter.v1.RulesService/ApplyMoves";
constexpr char kAnalyze[] = "/arbiter.v1.AnalysisService/Analyze";
constexpr char kMakruk[] = R"({"position":{"variant":"makruk"}})";
constexpr char kStreamType[] = "content-type: application/connect+json\r\n";
// The same request in a URL.
constexpr char kMakrukQuery[] =
    "?connect=v1&encoding=json&message=%7B%22position%22%3A%7B%22variant%22%3A%22makruk%22%7D%7D";

std::vector<std::string> WithHttp(std::vector<std::string> flags = {}) {
  flags.insert(flags.end(), {"--http-listen", "127.0.0.1:0"});
  return flags;
}

double OpenConnections(const ServerProcess& server) {
  return MetricOf(server, "arbiter_connections");
}

std::string Envelope(std::string_view message) {
  return EnvelopeHeader(EnvelopeFlag::kMessage, message.size()) + std::string(message);
}

// Splits the body of a stream into its envelopes, each with its flag as a digit before it.
std::vector<std::string> Envelopes(std::string_view body) {
  std::vector<std::string> envelopes;
  while (body.size() >= kEnvelopeBytes) {
    size_t size = 0;
    for (const char byte : body.substr(1, 4)) size = size << 8 | static_cast<uint8_t>(byte);
    envelopes.push_back(StrCat(int{body[0]}, body.substr(kEnvelopeBytes, size)));
    body.remove_prefix(std::min(kEnvelopeBytes + size, body.size()));
  }
  EXPECT_THAT(body, IsEmpty());
  return envelopes;
}

TEST(HttpTest, IsOffByDefault) {
  const ServerProcess server;
  EXPECT_EQ(server.http_address(), "");
}

TEST(HttpTest, AnswersInJson) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const HttpResponse moves = client.Post(kLegalMoves, kMakruk);
  EXPECT_EQ(moves.status, 200);
  EXPECT_EQ(moves.headers.at("content-type"), "application/json");
  EXPECT_EQ(moves.headers.at("cache-control"), "no-store");
  EXPECT_THAT(moves.headers.at("x-request-id"), Not(IsEmpty()));
  EXPECT_THAT(moves.body, StartsWith(R"({"texts":["a1a2","a3a4",)"));
  // The connection stays open.
  const HttpResponse error =
      client.Post(kApplyMoves, R"({"position":{"variant":"chak"},"actions":["e3e5"]})",
                  "x-request-id: mine\r\n");
  EXPECT_EQ(error.status, 400);
  EXPECT_EQ(error.headers.at("content-type"), "application/json");
  EXPECT_EQ(error.headers.at("x-request-id"), "mine");
  EXPECT_THAT(error.body, AllOf(StartsWith(R"({"code":"failed_precondition","message":"e3e5: )"),
                                HasSubstr(R"("field":"actions[0]")"), HasSubstr("(K9)")));
}

// A handler does not know the door: the answers are those of gRPC.
TEST(HttpTest, C3_AnswersAreThoseOfGrpc) {
  const ServerProcess server(WithHttp());
  Client grpc(server.address());
  HttpClient http(server.http_address());
  for (const v1::BatchRequest& item : SampleItems()) {
    const auto* const field =
        v1::BatchRequest::descriptor()->FindFieldByNumber(item.request_case());
    const std::string path = StrCat("/arbiter.v1.RulesService/",
                                    ReplaceAll(field->message_type()->name(), {{"Request", ""}}));
    const auto& request = item.GetReflection()->GetMessage(item, field);
    const v1::BatchResponse expected = grpc.Call(item);
    const auto* const answer =
        v1::BatchResponse::descriptor()->FindFieldByNumber(expected.response_case());
    const std::string wire =
        expected.GetReflection()->GetMessage(expected, answer).SerializeAsString();
    const HttpResponse binary =
        http.Post(path, request.SerializeAsString(), "content-type: application/proto\r\n");
    EXPECT_EQ(binary.status, 200) << binary.body;
    EXPECT_EQ(binary.headers.at("content-type"), "application/proto");
    EXPECT_EQ(binary.body, wire) << item.DebugString();
    std::string json;
    ASSERT_TRUE(MessageToJsonString(request, &json).ok());
    const HttpResponse text = http.Post(path, json);
    EXPECT_EQ(text.status, 200) << text.body;
    const std::unique_ptr<google::protobuf::Message> parsed(
        expected.GetReflection()->GetMessage(expected, answer).New());
    ASSERT_TRUE(JsonStringToMessage(text.body, parsed.get()).ok());
    EXPECT_EQ(parsed->SerializeAsString(), wire) << item.DebugString();
  }
}

TEST(HttpTest, TheBytesMayComeInAnyPieces) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const std::string request = PostBytes(kLegalMoves, kMakruk);
  for (const char byte : request) ASSERT_TRUE(client.Send({&byte, 1}));
  EXPECT_EQ(client.Receive().status, 200);
  // Three requests in one piece.
  ASSERT_TRUE(client.Send(request + request + request));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.Receive().status, 200);
  // A body in chunks.
  ASSERT_TRUE(client.Send(StrCat("POST ", kLegalMoves,
                                 " HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                                 "transfer-encoding: chunked\r\n\r\n")));
  for (const char* chunk :
       {"5\r\n{\"pos\r\n", "1c\r\nition\":{\"variant\":\"makruk\"}}\r\n", "0\r\n\r\n"}) {
    ASSERT_TRUE(client.Send(chunk));
  }
  EXPECT_EQ(client.Receive().status, 200);
}

TEST(HttpTest, AClientMayWaitForPermission) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const std::string request = PostBytes(kLegalMoves, kMakruk, "expect: 100-continue\r\n");
  const size_t head = request.find("\r\n\r\n") + 4;
  ASSERT_TRUE(client.Send(request.substr(0, head)));
  EXPECT_EQ(client.Receive().status, 100);
  ASSERT_TRUE(client.Send(request.substr(head)));
  EXPECT_EQ(client.Receive().status, 200);
}

TEST(HttpTest, OldAndUncommonClientsAreServed) {
  const ServerProcess server(WithHttp());
  HttpClient old(server.http_address());
  ASSERT_TRUE(old.Send(StrCat("POST ", kLegalMoves,
                              " HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: ",
                              std::string(kMakruk).size(), "\r\n\r\n", kMakruk)));
  const HttpResponse response = old.Receive();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.headers.at("connection"), "close");
  HttpClient closing(server.http_address());
  EXPECT_EQ(closing.Post(kLegalMoves, kMakruk, "connection: close\r\n").status, 200);
  EXPECT_TRUE(closing.ClosesWithin(seconds(5)));
}

TEST(HttpTest, JsonIsReadStrictly) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const std::pair<std::string, std::string> faults[] = {
      {R"({"positon":{}})", "did you mean position?"},
      {R"({"position":{"variant":"chak","variant":"chak"}})",
       "position.variant: the field is repeated"},
      {R"({"position":{"variant":1}})", "position.variant: must be a string"},
      {"{", "not JSON: line 1, column 2"},
      {"", "not JSON: line 1, column 1"},
      {"[]", "not a JSON object"},
      {"{\"position\":{\"variant\":\"\xff\"}}", "not UTF-8"},
  };
  for (const auto& [body, why] : faults) {
    const HttpResponse response = client.Post(kLegalMoves, body);
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_THAT(response.body, AllOf(StartsWith(R"({"code":"invalid_argument","message":")"),
                                     HasSubstr(why), HasSubstr("BAD_FIELD")))
        << body;
  }
}

TEST(HttpTest, WhatIsNotThereIsRefusedWithASentence) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const HttpResponse unknown = client.Post("/arbiter.v1.RulesService/Legal", "{}");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_THAT(unknown.body, HasSubstr("there is nothing at"));
  const HttpResponse batch = client.Post("/arbiter.v1.RulesService/Batch", "");
  EXPECT_EQ(batch.status, 501);
  EXPECT_THAT(batch.body, HasSubstr("send the items one by one, or in a Batch through gRPC"));
  const HttpResponse session = client.Post("/arbiter.v1.AnalysisService/Session", "");
  EXPECT_THAT(session.body, HasSubstr("call Analyze"));
  const HttpResponse stream =
      client.Post("/arbiter.v1.AnalysisService/Session", Envelope("{}"), kStreamType);
  EXPECT_EQ(stream.status, 200);
  EXPECT_THAT(Envelopes(stream.body),
              ElementsAre(StartsWith(R"(2{"error":{"code":"unimplemented","message":"Session)")));
  const HttpResponse type = client.Post(kLegalMoves, kMakruk, "content-type: text/plain\r\n");
  EXPECT_EQ(type.status, 415);
  EXPECT_EQ(type.headers.at("accept-post"), "application/json, application/proto");
  EXPECT_EQ(client.Post(kAnalyze, kMakruk).status, 415);
  EXPECT_EQ(client.Post(kLegalMoves, kMakruk, kStreamType).status, 415);
  const HttpResponse gzip = client.Post(kLegalMoves, kMakruk, "content-encoding: gzip\r\n");
  EXPECT_EQ(gzip.status, 501);
  EXPECT_THAT(gzip.body, HasSubstr("supported: identity"));
  const HttpResponse version = client.Post(kLegalMoves, kMakruk, "connect-protocol-version: 2\r\n");
  EXPECT_EQ(version.status, 400);
  ASSERT_TRUE(client.Send(StrCat("DELETE ", kLegalMoves, " HTTP/1.1\r\nhost: x\r\n\r\n")));
  const HttpResponse method = client.Receive();
  EXPECT_EQ(method.status, 405);
  EXPECT_EQ(method.headers.at("allow"), "GET, POST");
  // After all that, the connection still works.
  EXPECT_EQ(client.Post(kLegalMoves, kMakruk).status, 200);
}

TEST(HttpTest, GetAnswersWhatMayStandInAUrl) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const HttpResponse moves = client.Get(StrCat(kLegalMoves, kMakrukQuery));
  EXPECT_EQ(moves.status, 200);
  EXPECT_EQ(moves.body, client.Post(kLegalMoves, kMakruk).body);
  EXPECT_EQ(moves.headers.at("cache-control"), "public, max-age=300");
  for (const char* field : {R"({"viewer":"VIEWER_WHITE"})", R"({"position":{"snapshot":"AAAA"}})",
                            R"({"position":{"record":{"seed":"AAAA"}}})"}) {
    const std::string query =
        ReplaceAll(field, {{"{", "%7B"}, {"}", "%7D"}, {"\"", "%22"}, {":", "%3A"}});
    const HttpResponse refused = client.Get(StrCat(kLegalMoves, "?message=", query));
    EXPECT_EQ(refused.status, 400) << field;
    EXPECT_THAT(refused.body, HasSubstr("a URL must not contain this field")) << field;
    EXPECT_EQ(refused.headers.at("cache-control"), "no-store");
  }
  EXPECT_EQ(client.Get(StrCat(kAnalyze, kMakrukQuery)).status, 405);
  HttpClient with_body(server.http_address());
  ASSERT_TRUE(with_body.Send(StrCat("GET ", kLegalMoves, kMakrukQuery,
                                    " HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}")));
  EXPECT_EQ(with_body.Receive().status, 400);
}

TEST(HttpTest, APictureCanBeAnImageOfAPage) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const HttpResponse picture =
      client.Get(StrCat("/arbiter.v1.RulesService/RenderBoard", kMakrukQuery, "&raw=1"));
  EXPECT_EQ(picture.status, 200);
  EXPECT_EQ(picture.headers.at("content-type"), "image/svg+xml");
  EXPECT_THAT(picture.headers.at("content-security-policy"), StartsWith("default-src 'none'"));
  EXPECT_THAT(picture.body, StartsWith("<svg "));
  EXPECT_EQ(client.Get(StrCat(kLegalMoves, kMakrukQuery, "&raw=1")).status, 400);
  const HttpResponse text = client.Get(
      "/arbiter.v1.RulesService/RenderBoard?raw=1&message=%7B%22position%22%3A%7B"
      "%22variant%22%3A%22makruk%22%7D%2C%22format%22%3A%22FORMAT_TEXT%22%7D");
  EXPECT_EQ(text.status, 400);
  EXPECT_THAT(text.body, HasSubstr("raw=1 is for pictures in SVG"));
}

TEST(HttpTest, TheFrontPageSaysWhatLivesHere) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const HttpResponse page = client.Get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr(kLegalMoves));
  ASSERT_TRUE(client.Send("HEAD / HTTP/1.1\r\nhost: x\r\n\r\n"));
  const HttpResponse head = client.Receive(/*is_head=*/true);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.headers.at("content-length"), std::to_string(page.body.size()));
  EXPECT_EQ(client.Post("/", "{}").status, 405);
}

TEST(HttpTest, PagesOfOtherOriginsNeedPermission) {
  constexpr char kOrigin[] = "origin: https://games.example\r\n";
  const std::string preflight = StrCat("OPTIONS ", kLegalMoves, " HTTP/1.1\r\nhost: x\r\n", kOrigin,
                                       "access-control-request-method: POST\r\n\r\n");
  {
    const ServerProcess server(WithHttp());
    HttpClient client(server.http_address());
    EXPECT_FALSE(
        client.Post(kLegalMoves, kMakruk, kOrigin).headers.contains("access-control-allow-origin"));
    ASSERT_TRUE(client.Send(preflight));
    EXPECT_FALSE(client.Receive().headers.contains("access-control-allow-origin"));
  }
  const ServerProcess server(WithHttp({"--http-origins", "https://games.example"}));
  HttpClient client(server.http_address());
  const HttpResponse allowed = client.Post(kLegalMoves, kMakruk, kOrigin);
  EXPECT_EQ(allowed.headers.at("access-control-allow-origin"), "https://games.example");
  EXPECT_EQ(allowed.headers.at("vary"), "origin");
  ASSERT_TRUE(client.Send(preflight));
  const HttpResponse permission = client.Receive();
  EXPECT_EQ(permission.status, 204);
  EXPECT_EQ(permission.headers.at("access-control-allow-methods"), "GET, POST");
  EXPECT_EQ(permission.headers.at("access-control-allow-origin"), "https://games.example");
  EXPECT_FALSE(client.Post(kLegalMoves, kMakruk, "origin: https://evil.example\r\n")
                   .headers.contains("access-control-allow-origin"));
}

// --- Streams.

TEST(HttpTest, AnAnalysisIsAStream) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const HttpResponse response = client.Post(
      kAnalyze, Envelope(R"({"position":{"variant":"makruk"},"limits":{"depth":2}})"), kStreamType);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.headers.at("content-type"), "application/connect+json");
  const std::vector<std::string> envelopes = Envelopes(response.body);
  ASSERT_GE(envelopes.size(), 3u);
  EXPECT_THAT(envelopes.front(), StartsWith(R"(0{"progress":{"depth":1,)"));
  EXPECT_THAT(envelopes[envelopes.size() - 2], StartsWith(R"(0{"bestMove":{"action":)"));
  EXPECT_EQ(envelopes.back(), "2{}");
  EXPECT_THAT(response.headers.at("x-request-id"), Not(IsEmpty()));
  const HttpResponse refused = client.Post(
      kAnalyze, Envelope(R"({"position":{"variant":"chess"},"limits":{"depth":2}})"), kStreamType);
  EXPECT_EQ(refused.status, 200);
  EXPECT_THAT(
      Envelopes(refused.body),
      ElementsAre(StartsWith(R"(2{"error":{"code":"invalid_argument","message":"unknown)")));
  const HttpResponse bare = client.Post(kAnalyze, kMakruk, kStreamType);
  EXPECT_THAT(Envelopes(bare.body), ElementsAre(HasSubstr("invalid_argument")));
}

TEST(HttpTest, AnAnalysisEndsWhenItsClientGoes) {
  const ServerProcess server(WithHttp());
  {
    HttpClient client(server.http_address());
    ASSERT_TRUE(client.Send(PostBytes(
        kAnalyze, Envelope(R"({"position":{"variant":"makruk"},"limits":{"infinite":true}})"),
        kStreamType)));
    EXPECT_THAT(client.ReceiveSome(), HasSubstr("200 OK"));
    EXPECT_EQ(RunningAnalyses(server), 1);
  }
  EXPECT_TRUE(EventuallyIdle(server));
}

TEST(HttpTest, ADeadlineEndsACall) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const HttpResponse stream = client.Post(
      kAnalyze, Envelope(R"({"position":{"variant":"makruk"},"limits":{"infinite":true}})"),
      StrCat(kStreamType, "connect-timeout-ms: 200\r\n"));
  ASSERT_EQ(stream.status, 200);
  EXPECT_THAT(Envelopes(stream.body).back(),
              StartsWith(R"(2{"error":{"code":"deadline_exceeded")"));
  // Perft at this depth takes longer.
  const HttpResponse perft =
      client.Post("/arbiter.v1.RulesService/Perft", R"({"position":{"variant":"chak"},"depth":5})",
                  "connect-timeout-ms: 20\r\n");
  EXPECT_EQ(perft.status, 504);
  EXPECT_THAT(perft.body, StartsWith(R"({"code":"deadline_exceeded")"));
  EXPECT_EQ(client.Post(kLegalMoves, kMakruk, "connect-timeout-ms: soon\r\n").status, 400);
}

// --- Who may call.

TEST(HttpTest, KeysAndQuotasAreThoseOfGrpc) {
  constexpr char kKey[] = "arb_this-is-the-key-of-the-site";
  const TemporaryFile keys(KeyFileOf(KeyEntry(
      "site", kKey, R"("methods":["LegalMoves"],"quota":{"tokensPerSecond":1,"burst":3})")));
  const ServerProcess server(WithHttp({"--api-keys", keys.path()}));
  HttpClient client(server.http_address());
  const HttpResponse anonymous = client.Post(kLegalMoves, kMakruk);
  EXPECT_EQ(anonymous.status, 401);
  EXPECT_THAT(anonymous.body, StartsWith(R"({"code":"unauthenticated")"));
  const std::string bearer = StrCat("authorization: Bearer ", kKey, "\r\n");
  EXPECT_EQ(client.Post(kApplyMoves, kMakruk, bearer).status, 403);
  // Answers for one client are not for the caches of others.
  const HttpResponse get = client.Get(StrCat(kLegalMoves, kMakrukQuery), bearer);
  EXPECT_EQ(get.status, 200);
  EXPECT_EQ(get.headers.at("cache-control"), "private, max-age=300");
  HttpResponse response;
  for (int i = 0; i < 10 && response.status != 429; ++i) {
    response = client.Post(kLegalMoves, kMakruk, StrCat("x-api-key: ", kKey, "\r\n"));
  }
  EXPECT_EQ(response.status, 429);
  EXPECT_THAT(response.body, HasSubstr("QUOTA_EXCEEDED"));
  EXPECT_THAT(response.headers.at("retry-after"), Not(IsEmpty()));
}

TEST(HttpTest, CallsAreCountedAndErrorsAreNotCached) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  for (int i = 0; i < 3; ++i) client.Post(kLegalMoves, kMakruk);
  client.Post(kLegalMoves, "{");
  const auto handled = [&](std::string_view code) {
    return MetricOf(server, StrCat(R"(grpc_server_handled_total{grpc_code=")", code,
                                   R"(",grpc_method="LegalMoves",)",
                                   R"(grpc_service="arbiter.v1.RulesService",grpc_type="unary"})"));
  };
  EXPECT_EQ(handled("OK"), 3);
  EXPECT_EQ(handled("InvalidArgument"), 1);
  for (const char* target : {"/arbiter.v1.RulesService/Legal", "/arbiter.v1.RulesService/Batch"}) {
    EXPECT_EQ(client.Get(target).headers.at("cache-control"), "no-store") << target;
  }
}

TEST(HttpTest, ATargetCanBeAWholeUrl) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  EXPECT_EQ(client.Get("http://games.example/openapi.json").status, 200);
  EXPECT_EQ(client.Post(StrCat("http://games.example", kLegalMoves), kMakruk).status, 200);
  EXPECT_EQ(client.Get("http://games.example").status, 200);
}

// --- Attacks.

TEST(HttpTest, WhatProxiesCouldReadDifferentlyIsRefused) {
  const ServerProcess server(WithHttp());
  const std::string line = StrCat("POST ", kLegalMoves, " HTTP/1.1\r\n");
  const std::string type = "content-type: application/json\r\n";
  const std::pair<std::string, int> requests[] = {
      {StrCat(line, "host: x\r\n", type,
              "content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}"),
       400},
      {StrCat(line, "host: x\r\n", type,
              "transfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n{}"),
       400},
      {StrCat(line, "host: x\r\n", type, "content-length: 2\r\ncontent-length: 3\r\n\r\n{}"), 400},
      {StrCat(line, "host: x\r\n", type, "content-length: 2\r\ncontent-length: 2\r\n\r\n{}"), 400},
      {StrCat(line, "host: x\r\n", type, "content-length: 2,2\r\n\r\n{}"), 400},
      {StrCat(line, "host: x\r\n", type, "content-length: +2\r\n\r\n{}"), 400},
      {StrCat(line, "host: x\r\n", type, "content-length: -2\r\n\r\n{}"), 400},
      {StrCat(line, "host: x\r\n", type, "content-length: 0x2\r\n\r\n{}"), 400},
      {StrCat(line, "host: x\r\n", type, "transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n"), 501},
      {StrCat(line, "host: x\r\n", type, "transfer-encoding: xchunked\r\n\r\n0\r\n\r\n"), 501},
      {StrCat(line, "host: x\r\n", type, "transfer-encoding : chunked\r\n\r\n0\r\n\r\n"), 400},
      {StrCat(line, "host: x\r\nhost: y\r\n", type, "content-length: 2\r\n\r\n{}"), 400},
      {StrCat(line, type, "content-length: 2\r\n\r\n{}"), 400},
      {StrCat("POST ", kLegalMoves, " HTTP/1.0\r\n", type,
              "transfer-encoding: chunked\r\n\r\n0\r\n\r\n"),
       501},
      {StrCat(line, "host: x\r\nexpect: magic\r\ncontent-length: 2\r\n\r\n{}"), 417},
      {"GET / HTTP/2.0\r\nhost: x\r\n\r\n", 400},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
      {StrCat("GET / HTTP/1.1\r\nhost: x\r\nx: ", std::string(20'000, 'a'), "\r\n\r\n"), 431},
      {"\x16\x03\x01\x02", 0},
      {"nonsense\r\n\r\n", 400},
  };
  for (const auto& [request, status] : requests) {
    HttpClient client(server.http_address());
    ASSERT_TRUE(client.Send(request));
    if (status == 0) continue;
    const HttpResponse response = client.Receive();
    EXPECT_TRUE(response.status == status || (status == 400 && response.status == 505))
        << request.substr(0, 200) << response.status << response.body;
    EXPECT_TRUE(client.ClosesWithin(seconds(10))) << request.substr(0, 200);
  }
  HttpClient client(server.http_address());
  EXPECT_EQ(client.Post(kLegalMoves, kMakruk).status, 200);
}

TEST(HttpTest, ALongBodyIsRefused) {
  const ServerProcess server(WithHttp({"--max-message-bytes", "100000"}));
  HttpClient client(server.http_address());
  const HttpResponse announced = client.Post(kLegalMoves, std::string(200'000, ' '));
  EXPECT_EQ(announced.status, 429);
  EXPECT_THAT(announced.body, AllOf(HasSubstr("resource_exhausted"), HasSubstr("100000 bytes")));
  // A client that sends everything before it reads is told as well.
  HttpClient eager(server.http_address());
  EXPECT_EQ(eager.Post(kLegalMoves, std::string(5'000'000, ' ')).status, 429);
  // A client that expects a stream looks for the error at its end.
  HttpClient stream(server.http_address());
  const HttpResponse refused =
      stream.Post(kAnalyze, Envelope(std::string(200'000, ' ')), kStreamType);
  EXPECT_EQ(refused.status, 200);
  EXPECT_THAT(Envelopes(refused.body),
              ElementsAre(StartsWith(R"(2{"error":{"code":"resource_exhausted")")));
  // Nobody waits for a body that is only announced.
  HttpClient absurd(server.http_address());
  ASSERT_TRUE(absurd.Send(StrCat("POST ", kLegalMoves,
                                 " HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                                 "content-length: 99999999999\r\n\r\n{")));
  EXPECT_EQ(absurd.Receive().status, 429);
  HttpClient chunked(server.http_address());
  ASSERT_TRUE(chunked.Send(StrCat("POST ", kLegalMoves,
                                  " HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                                  "transfer-encoding: chunked\r\n\r\n")));
  HttpClient endless_line(server.http_address());
  ASSERT_TRUE(endless_line.Send(StrCat("POST ", kLegalMoves,
                                       " HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                                       "transfer-encoding: chunked\r\n\r\n1;")));
  for (int i = 0; i < 10; ++i) endless_line.connection().SendSome(std::string(8'000, 'a'));
  EXPECT_EQ(endless_line.Receive().status, 400);
  const std::string chunk = StrCat("2000\r\n", std::string(0x2000, ' '), "\r\n");
  for (int i = 0; i < 20; ++i) chunked.connection().SendSome(chunk);
  EXPECT_EQ(chunked.Receive().status, 429);
}

TEST(HttpTest, SlowClientsKeepNobodyOut) {
  const ServerProcess server(WithHttp({"--request-timeout-ms", "1000"}));
  std::vector<std::unique_ptr<HttpClient>> slow;
  for (int i = 0; i < 50; ++i) {
    slow.push_back(std::make_unique<HttpClient>(server.http_address()));
    ASSERT_TRUE(slow.back()->Send(PostBytes(kLegalMoves, kMakruk).substr(0, 20 + 2 * i)));
  }
  HttpClient client(server.http_address());
  EXPECT_EQ(client.Post(kLegalMoves, kMakruk).status, 200);
  // A body that does not arrive is not awaited for long.
  HttpClient waiting(server.http_address());
  const std::string request = PostBytes(kLegalMoves, kMakruk);
  ASSERT_TRUE(waiting.Send(request.substr(0, request.size() - 1)));
  const HttpResponse late = waiting.Receive();
  EXPECT_EQ(late.status, 504);
  EXPECT_THAT(late.body, HasSubstr("did not arrive in time"));
  // What arrives after such an answer must not be taken for another request.
  for (const char* path : {kLegalMoves, kAnalyze}) {
    HttpClient headless(server.http_address());
    const std::string whole = PostBytes(path, request, path == kAnalyze ? kStreamType : "");
    ASSERT_TRUE(headless.Send(whole.substr(0, whole.size() - request.size())));
    const HttpResponse refused = headless.Receive();
    EXPECT_EQ(refused.status, path == kAnalyze ? 200 : 504);
    if (path == kAnalyze) EXPECT_THAT(refused.body, HasSubstr("deadline_exceeded"));
    headless.Send(request);
    EXPECT_EQ(headless.Receive(false, seconds(5)).status, 0) << path;
  }
  for (const auto& connection : slow) EXPECT_TRUE(connection->ClosesWithin(seconds(20)));
}

// A client that has gone is noticed even while nothing more is read from it.
TEST(HttpTest, AClientThatSendsTooMuchAndGoesHoldsNoConnection) {
  const ServerProcess server(WithHttp({"--self-probe-ms", "0"}));
  const double before = OpenConnections(server);
  {
    HttpClient client(server.http_address());
    ASSERT_TRUE(
        client.Send(PostBytes("/grpc.health.v1.Health/Watch", Envelope("{}"), kStreamType)));
    EXPECT_THAT(client.ReceiveSome(), HasSubstr("200 OK"));
    ASSERT_TRUE(client.Send(std::string(80'000, 'x')));
    EXPECT_EQ(OpenConnections(server), before + 1);
  }
  EXPECT_TRUE(Eventually([&] { return OpenConnections(server) == before; }));
}

TEST(HttpTest, ManyHeadersAreRefused) {
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  std::string headers;
  for (int i = 0; i < 3'000; ++i) headers += "a:\r\n";
  const HttpResponse response = client.Post(kLegalMoves, kMakruk, headers);
  EXPECT_EQ(response.status, 431);
  EXPECT_THAT(response.body, HasSubstr("more than 100 headers"));
}

// Clients that send without end, and read nothing, fill neither the memory nor the time of others.
TEST(HttpTest, AFloodOfRequestsKeepsNobodyOut) {
  const ServerProcess server(WithHttp());
  HttpClient http(server.http_address());
  Client grpc(server.address());
  EXPECT_EQ(http.Post(kLegalMoves, kMakruk).status, 200);
  const PeakMemory memory(server.pid());
  std::string requests;
  for (int i = 0; i < 1'000; ++i) requests += PostBytes(kLegalMoves, kMakruk);
  std::vector<std::unique_ptr<HttpClient>> flood;
  for (int i = 0; i < 16; ++i) {
    flood.push_back(std::make_unique<HttpClient>(server.http_address()));
    flood.back()->connection().SendSome(requests);
  }
  for (int i = 0; i < 100; ++i) {
    for (const auto& client : flood) client->connection().SendSome(requests);
    ASSERT_EQ(http.Post(kLegalMoves, kMakruk).status, 200);
    ASSERT_TRUE(grpc.Call(SampleItems().front()).has_list_variants());
  }
  EXPECT_LT(memory.growth_mib(), 32);
}

// In each message, every tag of a wrong type would repeat the search in the message before it.
TEST(HttpTest, ASearchInAUrlTakesTimeInProportionToItsLength) {
  const auto repeat = [](std::string_view bytes) {
    std::string repeated;
    for (int i = 0; i < 1'900; ++i) repeated += bytes;
    return repeated;
  };
  const auto field = [](char tag, const std::string& bytes) {
    return StrCat(std::string(1, tag),
                  std::string(1, static_cast<char>((bytes.size() & 127) | 128)),
                  std::string(1, static_cast<char>(bytes.size() >> 7)), bytes);
  };
  // The tags are those of Position.record, of LegalMovesRequest.position, and of an unknown field.
  const std::string position = field('\x22', repeat("\x78\x01")) + repeat("\x20\x01");
  const std::string request = field('\x0a', position) + repeat("\x08\x01");
  const ServerProcess server(WithHttp());
  HttpClient client(server.http_address());
  const HttpResponse refused = client.Get(
      StrCat(kLegalMoves, "?encoding=proto&base64=1&message=", absl::WebSafeBase64Escape(request)));
  EXPECT_EQ(refused.status, 400);
}

TEST(HttpTest, OneAddressHasALimitOnBothPortsTogether) {
  const ServerProcess server(WithHttp({"--max-connections-per-address", "4"}));
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<HttpClient>(server.http_address()));
    EXPECT_EQ(clients.back()->Post(kLegalMoves, kMakruk).status, 200);
  }
  HttpClient fourth(server.http_address());
  HttpClient fifth(server.http_address());
  const int served = (fourth.Post(kLegalMoves, kMakruk).status == 200 ? 1 : 0) +
                     (fifth.Post(kLegalMoves, kMakruk).status == 200 ? 1 : 0);
  EXPECT_LE(served, 1);
  clients.clear();
  EXPECT_TRUE(Eventually([&] {
    HttpClient next(server.http_address());
    return next.Post(kLegalMoves, kMakruk).status == 200;
  }));
}

// --- The end.

TEST(HttpTest, AShutdownLosesNoAnswer) {
  ServerProcess server(WithHttp({"--grace-period-ms", "5000"}));
  HttpClient idle(server.http_address());
  EXPECT_EQ(idle.Post(kLegalMoves, kMakruk).status, 200);
  HttpClient busy(server.http_address());
  ASSERT_TRUE(busy.Send(
      PostBytes("/arbiter.v1.RulesService/Perft", R"({"position":{"variant":"chak"},"depth":4})")));
  HttpClient endless(server.http_address());
  ASSERT_TRUE(endless.Send(PostBytes(
      kAnalyze, Envelope(R"({"position":{"variant":"makruk"},"limits":{"infinite":true}})"),
      kStreamType)));
  EXPECT_TRUE(Eventually([&] { return RunningAnalyses(server) == 1; }));
  server.Signal(SIGTERM);
  const HttpResponse answer = busy.Receive();
  EXPECT_TRUE(answer.status == 200 || answer.status == 503) << answer.body;
  const std::vector<std::string> envelopes = Envelopes(endless.Receive().body);
  ASSERT_THAT(envelopes, Not(IsEmpty()));
  EXPECT_THAT(envelopes.back(), HasSubstr(R"("code":"unavailable")"));
  EXPECT_TRUE(idle.ClosesWithin(seconds(10)));
  EXPECT_EQ(server.Wait(), 0);
}

}  // namespace
}  // namespace arbiter::testing
