// Calls from their headers to their end, through a door without a network.
#include "service/calls/call_router.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "google/rpc/status.pb.h"
#include "service/calls/health.h"
#include "service/calls/test_door.h"
#include "service/scheduling/overload_manager.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

// Everything that calls share.
class CallsTest : public ::testing::Test {
 protected:
  // Calls a method whose requests are `requests`.
  template <typename... Requests>
  TestDoor::Client Call(const std::string& method, const Requests&... requests) {
    TestDoor::Client client = {.method = method};
    (client.requests.push_back(requests.SerializeAsString()), ...);
    Run(&client);
    return client;
  }
  void Run(TestDoor::Client* client, std::function<void()> act = nullptr) {
    door_.Call([this](std::unique_ptr<Rpc> rpc) { router_.Accept(std::move(rpc)); }, client,
               std::move(act));
    ASSERT_TRUE(client->is_done);
    EXPECT_FALSE(drain_.has_calls());
  }

  void Cancel() { door_.Cancel(); }

  static v1::LegalMovesRequest LegalMoves() {
    v1::LegalMovesRequest request;
    request.mutable_position()->set_variant("makruk");
    return request;
  }
  // Takes longer than a call may, unless it is stopped.
  static v1::PerftRequest EndlessPerft() {
    v1::PerftRequest request;
    request.mutable_position()->set_variant("makruk");
    request.set_depth(12);
    return request;
  }

  Limits limits_ = {.max_perft_nodes = UINT64_MAX, .request_timeout_ms = 200};
  Drain drain_;

 private:
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> log_file_{std::tmpfile(), &std::fclose};
  Logger log_{fileno(log_file_.get()), LogLevel::kInfo};
  LogLimit log_limit_{&log_};
  const LogSample log_sample_{1};
  Metrics metrics_{"1.2.3"};
  RequestIds request_ids_;
  Access access_{{}};
  ClientShares shares_;
  Connections connections_{{}, nullptr};
  TableCache tables_{0, 0};
  BufferedBytes buffered_;
  WorkReview review_;
  FairScheduler scheduler_{{.slots = 1}};
  FairScheduler analyses_{{.slots = 1}};
  OverloadManager overload_{{.connections = &connections_,
                             .shares = &shares_,
                             .work = &scheduler_,
                             .accounted = [] { return size_t{0}; },
                             .limit = [](size_t) { return SIZE_MAX; }},
                            &metrics_.registry(),
                            &log_};
  const CallEnvironment environment_ = {.limits = limits_,
                                        .drain = drain_,
                                        .admission = {.limits = limits_,
                                                      .drain = drain_,
                                                      .access = access_,
                                                      .shares = shares_,
                                                      .connections = connections_,
                                                      .overload = overload_},
                                        .record = {.log = log_,
                                                   .log_limit = log_limit_,
                                                   .log_sample = log_sample_,
                                                   .metrics = metrics_,
                                                   .request_ids = request_ids_},
                                        .work = {.limits = limits_,
                                                 .drain = drain_,
                                                 .log = log_,
                                                 .answers = metrics_.answers(),
                                                 .scheduler = scheduler_,
                                                 .analyses = analyses_,
                                                 .review = review_,
                                                 .tables = tables_,
                                                 .buffered = buffered_,
                                                 .sealer = nullptr,
                                                 .analysis_cache = nullptr}};
  Health health_;
  CallRouter router_{&environment_, &health_};
  TestDoor door_;
};

constexpr char kLegalMoves[] = "/arbiter.v1.RulesService/LegalMoves";
constexpr char kPerft[] = "/arbiter.v1.RulesService/Perft";
constexpr char kBatch[] = "/arbiter.v1.RulesService/Batch";

TEST_F(CallsTest, AnswersAUnaryCall) {
  TestDoor::Client client = {.method = kLegalMoves, .headers = {{"x-request-id", "seven"}}};
  client.requests.push_back(LegalMoves().SerializeAsString());
  Run(&client);
  EXPECT_EQ(client.status->code, absl::StatusCode::kOk);
  EXPECT_THAT(client.metadata, ElementsAre(Pair("x-request-id", "seven")));
  ASSERT_THAT(client.answers, SizeIs(1));
  v1::LegalMovesResponse response;
  ASSERT_TRUE(response.ParseFromString(client.answers[0]));
  EXPECT_THAT(response.texts(), SizeIs(23));
}

TEST_F(CallsTest, EndsARefusedCallWithItsReasonAndRequestId) {
  v1::LegalMovesRequest request = LegalMoves();
  request.mutable_position()->set_variant("chess");
  const TestDoor::Client client = Call(kLegalMoves, request);
  EXPECT_EQ(client.status->code, absl::StatusCode::kInvalidArgument);
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(client.status->details));
  EXPECT_THAT(details.details(0).value(), HasSubstr("UNKNOWN_VARIANT"));
  EXPECT_THAT(client.answers, IsEmpty());
  EXPECT_THAT(client.metadata, SizeIs(1));
}

TEST_F(CallsTest, RefusesUnknownMethods) {
  EXPECT_EQ(Call("/arbiter.v1.RulesService/Castle").status->code, absl::StatusCode::kUnimplemented);
}

TEST_F(CallsTest, NeedsARequest) {
  const TestDoor::Client client = Call(kLegalMoves);
  EXPECT_EQ(client.status->code, absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(client.status->message, HasSubstr("without a request"));

  TestDoor::Client late = {.method = kLegalMoves, .half_closed = false};
  Run(&late);
  EXPECT_EQ(late.status->code, absl::StatusCode::kDeadlineExceeded);
}

TEST_F(CallsTest, StopsWorkThatNobodyWaitsFor) {
  TestDoor::Client cancelled = {.method = kPerft};
  cancelled.requests.push_back(EndlessPerft().SerializeAsString());
  Run(&cancelled, [this] { Cancel(); });
  EXPECT_EQ(cancelled.status->code, absl::StatusCode::kCancelled);

  TestDoor::Client late = {.method = kPerft};
  late.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  late.requests.push_back(EndlessPerft().SerializeAsString());
  Run(&late);
  EXPECT_EQ(late.status->code, absl::StatusCode::kDeadlineExceeded);
}

TEST_F(CallsTest, AnswersEveryItemOfABatch) {
  v1::BatchRequest legal_moves;
  legal_moves.set_id("a");
  *legal_moves.mutable_legal_moves() = LegalMoves();
  v1::BatchRequest empty;
  empty.set_id("b");
  const TestDoor::Client client = Call(kBatch, legal_moves, empty);
  EXPECT_EQ(client.status->code, absl::StatusCode::kOk);
  ASSERT_THAT(client.answers, SizeIs(2));
  v1::BatchResponse response;
  ASSERT_TRUE(response.ParseFromString(client.answers[0]));
  EXPECT_EQ(response.id(), "a");
  EXPECT_TRUE(response.has_legal_moves());
  ASSERT_TRUE(response.ParseFromString(client.answers[1]));
  EXPECT_EQ(response.id(), "b");
  EXPECT_TRUE(response.has_status());
}

TEST_F(CallsTest, RefusesNewCallsWhileTheServerShutsDown) {
  drain_.Begin();
  const TestDoor::Client client = Call(kLegalMoves, LegalMoves());
  EXPECT_EQ(client.status->code, absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace arbiter
