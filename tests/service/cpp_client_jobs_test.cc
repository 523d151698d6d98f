// Jobs with the C++ client library and a server that keeps them in memory, loses answers and breaks
// streams.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arbiter/client/client.h"
#include "arbiter/v1/job_service.grpc.pb.h"
#include "clients/cpp/src/pgn_games.h"
#include "core/base/strings.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server_builder.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A service with one job. The answers to the first `lost` calls of each method are lost.
class FakeJobs : public v1::JobService::Service {
 public:
  explicit FakeJobs(int lost = 0, absl::Duration timeout = absl::FromChrono(kPatience))
      : lost_(lost) {
    job.set_id("1");
    job.set_state(v1::JOB_STATE_OPEN);
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
    client::ClientOptions options;
    options.timeout = timeout;
    client = client::Client::Create(StrCat("127.0.0.1:", port), options).value();
  }
  ~FakeJobs() override { server_->Shutdown(std::chrono::system_clock::now()); }

  grpc::Status CreateJob(grpc::ServerContext* /*context*/, const v1::CreateJobRequest* request,
                         v1::CreateJobResponse* response) override {
    keys.push_back(request->idempotency_key());
    *response->mutable_job() = job;
    return Answer("CreateJob");
  }
  grpc::Status AddJobItems(grpc::ServerContext* /*context*/, const v1::AddJobItemsRequest* request,
                           v1::AddJobItemsResponse* response) override {
    additions.push_back(*request);
    // Games of this test end with an asterisk.
    const std::string& pgn = request->games().pgn();
    const auto games = static_cast<uint64_t>(std::count(pgn.begin(), pgn.end(), '*'));
    const uint64_t items = request->first_item() + games + request->requests().size();
    job.set_items(std::max<uint64_t>(job.items(), items));
    response->set_items(job.items());
    return Answer("AddJobItems");
  }
  grpc::Status StartJob(grpc::ServerContext* /*context*/, const v1::StartJobRequest* /*request*/,
                        v1::StartJobResponse* response) override {
    job.set_state(v1::JOB_STATE_RUNNING);
    *response->mutable_job() = job;
    return Answer("StartJob");
  }
  grpc::Status WaitJob(grpc::ServerContext* /*context*/, const v1::WaitJobRequest* /*request*/,
                       v1::WaitJobResponse* response) override {
    absl::SleepFor(absl::Milliseconds(300));
    *response->mutable_job() = job;
    return grpc::Status::OK;
  }
  grpc::Status RetryFailedItems(grpc::ServerContext* /*context*/,
                                const v1::RetryFailedItemsRequest* /*request*/,
                                v1::RetryFailedItemsResponse* /*response*/) override {
    return Answer("RetryFailedItems");
  }
  grpc::Status StreamJobResults(grpc::ServerContext* /*context*/,
                                const v1::StreamJobResultsRequest* request,
                                grpc::ServerWriter<v1::StreamJobResultsResponse>* writer) override {
    cursors.push_back(request->cursor());
    const uint64_t first = request->cursor().empty() ? 0 : std::stoull(request->cursor());
    for (uint64_t item = first; item < std::min(first + 2, job.items()); ++item) {
      v1::StreamJobResultsResponse response;
      response.add_results()->set_item(item);
      response.set_cursor(std::to_string(item + 1));
      writer->Write(response);
    }
    return first + 2 < job.items() ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone")
                                   : grpc::Status::OK;
  }

  // One thread at a time makes calls.
  v1::Job job;
  std::vector<std::string> keys;
  std::vector<v1::AddJobItemsRequest> additions;
  std::vector<std::string> cursors;
  std::map<std::string, int> calls;
  absl::StatusOr<client::Client> client;

 private:
  grpc::Status Answer(const std::string& method) {
    return ++calls[method] <= lost_ ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone")
                                    : grpc::Status::OK;
  }

  const int lost_;
  std::unique_ptr<grpc::Server> server_;
};

v1::JobRequest Review() {
  v1::JobRequest request;
  request.mutable_review_game()->set_variant("makruk");
  return request;
}

v1::CreateJobRequest WithKey(const std::string& key) {
  v1::CreateJobRequest settings;
  settings.set_idempotency_key(key);
  return settings;
}

// The README shows the body of this function.
absl::Status PrintFaults(const client::Client& arbiter, std::string_view pgn) {
  v1::JobRequest request;
  request.mutable_validate_game();
  const absl::StatusOr<v1::Job> job = arbiter.SubmitJob({}, pgn, request);
  if (!job.ok()) return job.status();
  v1::StreamJobResultsRequest ask;
  ask.set_job_id(job->id());
  client::JobResults results = arbiter.StreamJobResults(ask);
  for (const v1::StreamJobResultsResponse& part : results) {
    for (const v1::JobResult& result : part.results()) {
      std::cout << result.item() << ' ' << result.status().message() << '\n';
    }
  }
  return results.Finish();
}

TEST(CppClientJobs, SubmitsAndReadsAsInTheReadme) {
  FakeJobs service;
  ::testing::internal::CaptureStdout();
  const absl::Status status = PrintFaults(*service.client, "1. e4 e5 * 1. a4 *");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "0 \n1 \n");
  EXPECT_TRUE(status.ok()) << status;
}

TEST(CppClientJobs, AddsItemsInCallsOfALimitedNumberAndSize) {
  FakeJobs service;
  std::vector<v1::JobRequest> requests(1500, Review());
  v1::JobRequest large = Review();
  large.set_pgn(std::string(700'000, 'x'));
  requests.insert(requests.end(), {large, large});
  const absl::StatusOr<v1::Job> job = service.client->SubmitJob({}, requests);
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->state(), v1::JOB_STATE_RUNNING);
  EXPECT_EQ(job->items(), requests.size());
  std::vector<std::pair<uint64_t, int>> parts;
  for (const v1::AddJobItemsRequest& part : service.additions) {
    parts.emplace_back(part.first_item(), part.requests_size());
  }
  EXPECT_THAT(parts, ElementsAre(std::pair(0, 1000), std::pair(1000, 501), std::pair(1501, 1)));
  EXPECT_EQ(service.keys.at(0).size(), 32);
}

TEST(CppClientJobs, EachJobHasAKeyOfItsOwn) {
  FakeJobs service;
  ASSERT_TRUE(service.client->SubmitJob({}, {Review()}).ok());
  ASSERT_TRUE(service.client->SubmitJob({}, {Review()}).ok());
  EXPECT_NE(service.keys.at(0), service.keys.at(1));
}

TEST(CppClientJobs, RepeatsCallsWhoseAnswerIsLostWithTheSameKeyAndNumber) {
  FakeJobs service(/*lost=*/1);
  const absl::StatusOr<v1::Job> job = service.client->SubmitJob({}, {Review(), Review()});
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->items(), 2);
  ASSERT_EQ(service.keys.size(), 2);
  EXPECT_EQ(service.keys[0], service.keys[1]);
  ASSERT_EQ(service.additions.size(), 2);
  EXPECT_EQ(service.additions[0].SerializeAsString(), service.additions[1].SerializeAsString());
  EXPECT_EQ(service.calls["StartJob"], 2);
}

TEST(CppClientJobs, DoesNotRepeatAFailedRetryOfItems) {
  FakeJobs service(/*lost=*/1);
  EXPECT_TRUE(absl::IsUnavailable(service.client->RetryFailedItems({}).status()));
  EXPECT_EQ(service.calls["RetryFailedItems"], 1);
}

TEST(CppClientJobs, WaitsForAJobInAdditionToTheTimeoutOfCalls) {
  FakeJobs service(/*lost=*/0, absl::Milliseconds(100));
  client::CallOptions limited;
  limited.timeout = absl::Milliseconds(100);
  EXPECT_TRUE(absl::IsDeadlineExceeded(service.client->WaitJob({}, limited).status()));
  EXPECT_TRUE(service.client->WaitJob({}).ok());
  v1::WaitJobRequest request;
  request.set_max_wait_ms(50'000);
  EXPECT_TRUE(service.client->WaitJob(request).ok());
}

TEST(CppClientJobs, ReturnsAJobThatHasBeenStartedAlready) {
  FakeJobs service;
  service.job.set_state(v1::JOB_STATE_DONE);
  const absl::StatusOr<v1::Job> job = service.client->SubmitJob(WithKey("key"), {Review()});
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->state(), v1::JOB_STATE_DONE);
  EXPECT_THAT(service.additions, IsEmpty());
}

TEST(CppClientJobs, ContinuesAJobWithRequestsButNotOneWithGames) {
  FakeJobs service;
  service.job.set_items(1);
  EXPECT_TRUE(absl::IsFailedPrecondition(
      service.client->SubmitJob(WithKey("key"), "1. e4 *", Review()).status()));
  const absl::StatusOr<v1::Job> job =
      service.client->SubmitJob(WithKey("key"), {Review(), Review()});
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->items(), 2);
}

TEST(CppClientJobs, SendsGamesInSeveralCalls) {
  FakeJobs service;
  std::string pgn;
  for (int i = 0; i < 2500; ++i) pgn += "[Event \"a\"]\n\n1. e4 e5 *\n\n";
  const absl::StatusOr<v1::Job> job = service.client->SubmitJob({}, pgn, Review());
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->items(), 2500);
  std::vector<uint64_t> numbers;
  std::string sent;
  for (const v1::AddJobItemsRequest& part : service.additions) {
    numbers.push_back(part.first_item());
    sent += part.games().pgn();
  }
  EXPECT_THAT(numbers, ElementsAre(0, 1000, 2000));
  EXPECT_EQ(sent, pgn);
}

TEST(CppClientJobs, ReadsResultsOnceAndInOrderHoweverOftenTheStreamBreaks) {
  FakeJobs service;
  service.job.set_items(7);
  client::JobResults stream = service.client->StreamJobResults({});
  std::vector<uint64_t> items;
  for (const v1::StreamJobResultsResponse& part : stream) {
    for (const v1::JobResult& result : part.results()) items.push_back(result.item());
  }
  EXPECT_TRUE(stream.Finish().ok()) << stream.Finish();
  EXPECT_THAT(items, ElementsAre(0, 1, 2, 3, 4, 5, 6));
  EXPECT_THAT(service.cursors, ElementsAre("", "2", "4", "6"));
}

TEST(CppClientJobs, CutsPgnOnlyBetweenGames) {
  std::vector<std::string> games;
  std::string text;
  for (const std::string_view result : {"*", "1-0", "0-1", "1/2-1/2", "*"}) {
    games.push_back(
        StrCat("[Event \"a\"]\n[Site \"?\"]\n\n1. e4 {a comment\n\n[Event in words]} e5 ", result,
               "\r\n \n\n"));
    text += games.back();
  }
  const auto parts = [&](size_t max_bytes, size_t max_games) {
    std::vector<std::string> copies;
    for (const std::string_view part : client::PartsOfPgn(text, max_bytes, max_games)) {
      copies.emplace_back(part);
    }
    return copies;
  };
  EXPECT_EQ(parts(1000, 1), games);
  EXPECT_EQ(parts(games[3].size(), 100), games);
  EXPECT_THAT(parts(1000, 2), ElementsAre(games[0] + games[1], games[2] + games[3], games[4]));
  EXPECT_THAT(parts(1000, 100), ElementsAre(text));
  text = "\n \n";
  EXPECT_THAT(parts(10, 10), IsEmpty());
  // Tags of one game are not cut, nor is a game without a result.
  text = "[Site \"?\"]\n\n[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n*";
  EXPECT_THAT(parts(1, 1), ElementsAre(text));
}

}  // namespace
}  // namespace arbiter::testing
