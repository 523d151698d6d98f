// The selection of calls that are logged, and the trace in their log lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <string>

#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr char kGood[] = R"({"legalMoves":{"position":{"variant":"makruk"}}})";
constexpr char kBad[] = R"({"legalMoves":{"position":{"variant":"chess"}}})";
constexpr char kTrace[] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";
constexpr char kSampledTrace[] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

// Stops the server and returns the log lines of its calls.
std::vector<std::string> CallsOf(ServerProcess* server) {
  server->Signal(SIGTERM);
  EXPECT_EQ(server->Wait(), 0);
  return server->LogLines("call");
}

void CallWith(const ServerProcess& server, const std::string& key, const std::string& value) {
  Client client(server.address());
  client.AddMetadata(key, value);
  EXPECT_FALSE(client.Call(Item(kGood)).has_status());
}

TEST(CallLog, NamesTheTraceOfTheClient) {
  ServerProcess server;
  CallWith(server, "traceparent", kTrace);
  const std::vector<std::string> calls = CallsOf(&server);
  ASSERT_THAT(calls, SizeIs(1));
  EXPECT_THAT(calls[0], HasSubstr(R"("trace_id":"0af7651916cd43dd8448eb211c80319c")"));
  EXPECT_THAT(calls[0], HasSubstr(R"("parent_id":"b7ad6b7169203331")"));
  EXPECT_THAT(calls[0], HasSubstr(R"("sampled":0)"));
}

TEST(CallLog, IgnoresAMalformedOrRepeatedTrace) {
  ServerProcess server;
  CallWith(server, "traceparent", "00-FORGED-01");
  Client client(server.address());
  client.AddMetadata("traceparent", kSampledTrace);
  client.AddMetadata("traceparent", kSampledTrace);
  client.Call(Item(kGood));
  const std::vector<std::string> calls = CallsOf(&server);
  ASSERT_THAT(calls, SizeIs(2));
  for (const std::string& call : calls) {
    EXPECT_THAT(call, Not(HasSubstr("trace_id")));
    EXPECT_THAT(call, Not(HasSubstr("FORGED")));
  }
}

TEST(CallLog, ASampleOfZeroLogsErrorsAndSampledTraces) {
  ServerProcess server({"--log-sample", "0"});
  Client client(server.address());
  for (int i = 0; i < 20; ++i) client.Call(Item(kGood));
  client.Batch({Item(kGood)});
  client.Call(Item(kBad));
  CallWith(server, "traceparent", kTrace);
  CallWith(server, "traceparent", kSampledTrace);
  const std::vector<std::string> calls = CallsOf(&server);
  ASSERT_THAT(calls, SizeIs(2));
  EXPECT_THAT(calls[0], HasSubstr(R"("reason":"UNKNOWN_VARIANT")"));
  EXPECT_THAT(calls[0], HasSubstr(R"("peer":"ipv4:127.0.0.1:)"));
  EXPECT_THAT(calls[1], HasSubstr(R"("sampled":1)"));
  EXPECT_THAT(calls[1], HasSubstr(R"("peer":"ipv4:127.0.0.1:)"));
}

// Refused calls beyond a limit are not logged one by one, because they would fill the log.
TEST(CallLog, AFloodOfRefusalsIsSummarised) {
  constexpr int kCalls = 500;
  ServerProcess server({"--log-sample", "0"});
  Client client(server.address());
  for (int i = 0; i < kCalls; ++i) client.Call(Item(kBad));
  // Calls refused for another reason are still logged.
  client.Call(Item(R"({"legalMoves":{"position":{"variant":"chak","fen":"?"}}})"));
  const double limited = MetricOf(server, "arbiter_log_lines_limited_total");
  const std::vector<std::string> calls = CallsOf(&server);
  int64_t reported = 0;
  for (const std::string& line : server.LogLines("calls not logged")) {
    EXPECT_THAT(line, HasSubstr(R"("reason":"UNKNOWN_VARIANT")"));
    reported += std::stoi(line.substr(line.find(R"("count":)") + 8));
  }
  EXPECT_THAT(calls.back(), HasSubstr("BAD_FEN"));
  EXPECT_GE(calls.size(), 101u);
  EXPECT_GT(reported, 0);
  EXPECT_EQ(static_cast<int64_t>(calls.size()) + reported, kCalls + 1);
  EXPECT_EQ(limited, static_cast<double>(reported));
}

// All replicas must log the calls of a request, or none.
TEST(CallLog, ReplicasLogTheSameCalls) {
  ServerProcess first({"--log-sample", "0.5"});
  ServerProcess second({"--log-sample", "0.5"});
  for (const ServerProcess* server : {&first, &second}) {
    for (int i = 0; i < 40; ++i) CallWith(*server, "x-request-id", "request-" + std::to_string(i));
  }
  const auto ids = [](const std::vector<std::string>& calls) {
    std::vector<std::string> found;
    for (const std::string& call : calls) {
      found.push_back(call.substr(call.find(R"("request_id":)")));
    }
    return found;
  };
  const std::vector<std::string> logged = ids(CallsOf(&first));
  EXPECT_EQ(logged, ids(CallsOf(&second)));
  EXPECT_GT(logged.size(), 5u);
  EXPECT_LT(logged.size(), 35u);
}

}  // namespace
}  // namespace arbiter::testing
