// Jobs with the C++ client library and a server that keeps them in memory, loses answers and breaks
// streams.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arbiter/client/client.h"
#include "arbiter/v1/job_service.grpc.pb.h"
#include "clients/cpp/src/pgn_games.h"
#include "core/base/strings.h"
#include "google/rpc/error_details.pb.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server_builder.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Refusal = std::function<grpc::Status(const v1::AddJobItemsRequest& request)>;
using ResultWriter = grpc::ServerWriter<v1::StreamJobResultsResponse>;
using SilentStream =
    std::function<grpc::Status(grpc::ServerContext* context, ResultWriter* writer)>;

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
    if (refuse) {
      if (grpc::Status refusal = refuse(*request); !refusal.ok()) return refusal;
    }
    response->set_next_item(request->first_item() + ItemsOf(*request));
    job.set_items(std::max<uint64_t>(job.items(), response->next_item()));
    response->set_items(job.items());
    return Answer("AddJobItems");
  }
  grpc::Status StartJob(grpc::ServerContext* /*context*/, const v1::StartJobRequest* /*request*/,
                        v1::StartJobResponse* response) override {
    if (!start_refusals.empty()) {
      const grpc::Status refusal = start_refusals.back();
      start_refusals.pop_back();
      return refusal;
    }
    job.set_state(v1::JOB_STATE_RUNNING);
    *response->mutable_job() = job;
    return Answer("StartJob");
  }
  grpc::Status DeleteJob(grpc::ServerContext* /*context*/, const v1::DeleteJobRequest* request,
                         v1::DeleteJobResponse* /*response*/) override {
    deleted.push_back(request->job_id());
    return Answer("DeleteJob");
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
  grpc::Status WatchJob(grpc::ServerContext* /*context*/, const v1::WatchJobRequest* request,
                        grpc::ServerWriter<v1::WatchJobResponse>* writer) override {
    watched.push_back(request->job_id());
    if (watched.size() == 3) job.set_state(v1::JOB_STATE_DONE);
    v1::WatchJobResponse progress;
    *progress.mutable_job() = job;
    writer->Write(progress);
    return watched.size() < 3 ? interruption : grpc::Status::OK;
  }
  grpc::Status StreamJobResults(grpc::ServerContext* context,
                                const v1::StreamJobResultsRequest* request,
                                ResultWriter* writer) override {
    cursors.push_back(request->cursor());
    if (silent_stream) {
      if (grpc::Status end = silent_stream(context, writer); !end.ok()) return end;
    }
    const uint64_t first = request->cursor().empty() ? 0 : std::stoull(request->cursor());
    const uint64_t end = std::min(first + results_of_stream, job.items());
    for (uint64_t item = first; item < end; ++item) {
      v1::StreamJobResultsResponse response;
      response.add_results()->set_item(item);
      response.set_cursor(std::to_string(item + 1));
      writer->Write(response);
    }
    return end < job.items() ? interruption : grpc::Status::OK;
  }

  static uint64_t ItemsOf(const v1::AddJobItemsRequest& request) {
    // Games of this test end with an asterisk.
    const std::string& pgn = request.games().pgn();
    return static_cast<uint64_t>(std::count(pgn.begin(), pgn.end(), '*')) +
           static_cast<uint64_t>(request.requests_size());
  }
  // Returns the first item and the number of items of each AddJobItems.
  std::vector<std::pair<uint64_t, uint64_t>> Parts() const {
    std::vector<std::pair<uint64_t, uint64_t>> parts;
    for (const v1::AddJobItemsRequest& part : additions) {
      parts.emplace_back(part.first_item(), ItemsOf(part));
    }
    return parts;
  }

  // One thread at a time makes calls.
  v1::Job job;
  std::vector<std::string> keys;
  std::vector<v1::AddJobItemsRequest> additions;
  // The job ids of WatchJob and DeleteJob, and the cursors of StreamJobResults.
  std::vector<std::string> watched;
  std::vector<std::string> deleted;
  std::vector<std::string> cursors;
  // Decides whether AddJobItems is refused.
  Refusal refuse;
  // How calls of StartJob are refused, the last one first.
  std::vector<grpc::Status> start_refusals;
  // What a stream of results does at first. An error ends it.
  SilentStream silent_stream;
  // How many results a stream sends before it is interrupted, and how this ends it.
  uint64_t results_of_stream = 2;
  grpc::Status interruption{grpc::StatusCode::UNAVAILABLE, "gone"};
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
  EXPECT_THAT(service.Parts(),
              ElementsAre(std::pair(0, 1000), std::pair(1000, 501), std::pair(1501, 1)));
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

TEST(CppClientJobs, ContinuesAJobWithRequests) {
  FakeJobs service;
  service.job.set_items(1);
  const absl::StatusOr<v1::Job> job =
      service.client->SubmitJob(WithKey("key"), {Review(), Review()});
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->items(), 2);
}

std::string Games(int count) {
  std::string pgn;
  for (int i = 0; i < count; ++i) pgn += "[Event \"a\"]\n\n1. e4 e5 *\n\n";
  return pgn;
}

TEST(CppClientJobs, SendsGamesInSeveralCalls) {
  FakeJobs service;
  const std::string pgn = Games(2500);
  const absl::StatusOr<v1::Job> job = service.client->SubmitJob({}, pgn, Review());
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->items(), 2500);
  EXPECT_THAT(service.Parts(),
              ElementsAre(std::pair(0, 1000), std::pair(1000, 1000), std::pair(2000, 500)));
  std::string sent;
  for (const v1::AddJobItemsRequest& part : service.additions) sent += part.games().pgn();
  EXPECT_EQ(sent, pgn);
}

// The program itself has added 1000 games before, and another one with the same key adds the others
// and starts the job meanwhile.
TEST(CppClientJobs, SendsGamesAgainWithTheSameNumbers) {
  FakeJobs service;
  service.job.set_items(1000);
  service.refuse = [&](const v1::AddJobItemsRequest& part) {
    if (part.first_item() == 0) {
      service.job.set_items(2500);
      service.job.set_state(v1::JOB_STATE_RUNNING);
    }
    return grpc::Status::OK;
  };
  const absl::StatusOr<v1::Job> job =
      service.client->SubmitJob(WithKey("key"), Games(2500), Review());
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->items(), 2500);
  EXPECT_THAT(service.Parts(),
              ElementsAre(std::pair(0, 1000), std::pair(1000, 1000), std::pair(2000, 500)));
}

// Makes an error of the service.
grpc::Status Refused(grpc::StatusCode code, const std::string& reason,
                     const google::protobuf::Message& detail) {
  google::rpc::ErrorInfo info;
  info.set_domain("arbiter.v1");
  info.set_reason(reason);
  google::rpc::Status status;
  status.set_code(code);
  status.add_details()->PackFrom(info);
  status.add_details()->PackFrom(detail);
  return {code, reason, status.SerializeAsString()};
}

grpc::Status LimitExceeded(const std::string& field) {
  google::rpc::BadRequest request;
  request.add_field_violations()->set_field(field);
  return Refused(grpc::StatusCode::INVALID_ARGUMENT, "LIMIT_EXCEEDED", request);
}

grpc::Status QuotaExceeded(absl::Duration retry_delay) {
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(absl::ToInt64Seconds(retry_delay));
  retry.mutable_retry_delay()->set_nanos(
      static_cast<int>(absl::ToInt64Nanoseconds(retry_delay % absl::Seconds(1))));
  return Refused(grpc::StatusCode::RESOURCE_EXHAUSTED, "QUOTA_EXCEEDED", retry);
}

// Refuses calls that have more than `max_items` items, as a quota does.
Refusal RefusesAbove(uint64_t max_items) {
  return [=](const v1::AddJobItemsRequest& part) {
    return FakeJobs::ItemsOf(part) <= max_items
               ? grpc::Status::OK
               : LimitExceeded(part.has_games() ? "games" : "requests");
  };
}

TEST(CppClientJobs, HalvesCallsThatCanNeverBePaid) {
  const auto halved = ElementsAre(std::pair(0, 600), std::pair(0, 300), std::pair(0, 150),
                                  std::pair(150, 150), std::pair(300, 150), std::pair(450, 150));
  FakeJobs requests;
  requests.refuse = RefusesAbove(200);
  EXPECT_TRUE(requests.client->SubmitJob({}, std::vector<v1::JobRequest>(600, Review())).ok());
  EXPECT_THAT(requests.Parts(), halved);
  FakeJobs games;
  games.refuse = RefusesAbove(200);
  const std::string pgn = Games(600);
  EXPECT_TRUE(games.client->SubmitJob({}, pgn, Review()).ok());
  EXPECT_THAT(games.Parts(), halved);
  std::string sent;
  for (size_t call = 2; call < games.additions.size(); ++call) {
    sent += games.additions[call].games().pgn();
  }
  EXPECT_EQ(sent, pgn);
}

TEST(CppClientJobs, DoesNotHalveCallsInVain) {
  FakeJobs service;
  service.refuse = RefusesAbove(0);
  const std::vector<v1::JobRequest> requests(4, Review());
  EXPECT_EQ(client::ReasonOf(service.client->SubmitJob({}, requests).status()),
            v1::ERROR_REASON_LIMIT_EXCEEDED);
  EXPECT_THAT(service.Parts(), ElementsAre(std::pair(0, 4), std::pair(0, 2), std::pair(0, 1)));
  service.additions.clear();
  EXPECT_FALSE(service.client->SubmitJob({}, Games(4), Review()).ok());
  EXPECT_THAT(service.Parts(), ElementsAre(std::pair(0, 4), std::pair(0, 2), std::pair(0, 1)));
  service.additions.clear();
  service.refuse = [](const v1::AddJobItemsRequest& /*part*/) {
    return LimitExceeded("requests[0].pgn");
  };
  EXPECT_FALSE(service.client->SubmitJob({}, requests).ok());
  EXPECT_THAT(service.Parts(), ElementsAre(std::pair(0, 4)));
}

TEST(CppClientJobs, WaitsForTheQuotaLongerThanForAnAnswer) {
  constexpr absl::Duration kDelay = absl::Seconds(2);
  FakeJobs service(/*lost=*/0, /*timeout=*/kDelay);
  service.refuse = [&](const v1::AddJobItemsRequest& /*part*/) {
    return service.additions.size() == 1 ? QuotaExceeded(kDelay) : grpc::Status::OK;
  };
  service.start_refusals = {QuotaExceeded(kDelay)};
  const absl::Time start = absl::Now();
  EXPECT_TRUE(service.client->SubmitJob({}, {Review()}).ok());
  EXPECT_GE(absl::Now() - start, 2 * kDelay);
  EXPECT_THAT(service.start_refusals, IsEmpty());
  EXPECT_THAT(service.Parts(), ElementsAre(std::pair(0, 1), std::pair(0, 1)));
}

TEST(CppClientJobs, DoesNotWaitForHoursForTheQuota) {
  FakeJobs service;
  service.refuse = [](const v1::AddJobItemsRequest& /*part*/) {
    return QuotaExceeded(absl::Hours(1));
  };
  EXPECT_EQ(client::ReasonOf(service.client->SubmitJob({}, {Review()}).status()),
            v1::ERROR_REASON_QUOTA_EXCEEDED);
  EXPECT_EQ(service.additions.size(), 1);
}

TEST(CppClientJobs, DeletesAJobThatNobodyCanFindIfItCannotBeStarted) {
  FakeJobs service;
  service.refuse = [](const v1::AddJobItemsRequest& /*part*/) {
    return LimitExceeded("games.request");
  };
  EXPECT_FALSE(service.client->SubmitJob(WithKey("key"), Games(1), Review()).ok());
  EXPECT_THAT(service.deleted, IsEmpty());
  EXPECT_EQ(client::ReasonOf(service.client->SubmitJob({}, Games(1), Review()).status()),
            v1::ERROR_REASON_LIMIT_EXCEEDED);
  EXPECT_THAT(service.deleted, ElementsAre("1"));
}

std::vector<uint64_t> ItemsOf(client::JobResults* stream) {
  std::vector<uint64_t> items;
  for (const v1::StreamJobResultsResponse& part : *stream) {
    for (const v1::JobResult& result : part.results()) items.push_back(result.item());
  }
  return items;
}

// How a connection, a proxy or the transport interrupts a stream.
const std::vector<grpc::Status>& Interruptions() {
  static const auto& interruptions = *new std::vector<grpc::Status>{
      {grpc::StatusCode::UNAVAILABLE, "gone"},
      {grpc::StatusCode::UNKNOWN, "No status received"},
      {grpc::StatusCode::CANCELLED, "Received RST_STREAM with error code 8"},
      {grpc::StatusCode::INTERNAL, "Received RST_STREAM with error code 2"},
  };
  return interruptions;
}

TEST(CppClientJobs, ReadsResultsOnceAndInOrderHoweverOftenTheStreamBreaks) {
  for (const grpc::Status& interruption : Interruptions()) {
    SCOPED_TRACE(interruption.error_message());
    FakeJobs service;
    service.interruption = interruption;
    service.job.set_items(7);
    client::JobResults stream = service.client->StreamJobResults({});
    EXPECT_THAT(ItemsOf(&stream), ElementsAre(0, 1, 2, 3, 4, 5, 6));
    EXPECT_TRUE(stream.Finish().ok()) << stream.Finish();
    EXPECT_THAT(service.cursors, ElementsAre("", "2", "4", "6"));
  }
}

TEST(CppClientJobs, WatchesAJobHoweverOftenTheStreamBreaks) {
  for (const grpc::Status& interruption : Interruptions()) {
    SCOPED_TRACE(interruption.error_message());
    FakeJobs service;
    service.interruption = interruption;
    v1::WatchJobRequest request;
    request.set_job_id("1");
    client::JobProgress stream = service.client->WatchJob(request);
    std::vector<v1::JobState> states;
    for (const v1::WatchJobResponse& progress : stream) states.push_back(progress.job().state());
    EXPECT_TRUE(stream.Finish().ok()) << stream.Finish();
    EXPECT_THAT(states, ElementsAre(v1::JOB_STATE_OPEN, v1::JOB_STATE_OPEN, v1::JOB_STATE_DONE));
    EXPECT_THAT(service.watched, ElementsAre("1", "1", "1"));
  }
}

TEST(CppClientJobs, DoesNotResumeAStreamThatTheServiceOrTheCallerHasEnded) {
  FakeJobs service;
  service.job.set_items(7);
  service.interruption = Refused(grpc::StatusCode::UNKNOWN, "INTERNAL", v1::Job());
  client::JobResults refused = service.client->StreamJobResults({});
  EXPECT_TRUE(absl::IsUnknown(refused.Finish()));
  service.interruption = {grpc::StatusCode::INTERNAL, "a fault of the service"};
  client::JobResults failed = service.client->StreamJobResults({});
  EXPECT_TRUE(absl::IsInternal(failed.Finish()));
  std::atomic<bool> is_open = false;
  service.silent_stream = [&](grpc::ServerContext* context, ResultWriter* /*writer*/) {
    is_open = true;
    EXPECT_TRUE(Eventually([&] { return context->IsCancelled(); }));
    return grpc::Status::OK;
  };
  client::JobResults cancelled = service.client->StreamJobResults({});
  EXPECT_TRUE(Eventually([&] { return is_open.load(); }));
  cancelled.Cancel();
  EXPECT_TRUE(absl::IsCancelled(cancelled.Finish()));
  EXPECT_EQ(service.cursors.size(), 3);
}

// All streams together are silent for longer than the timeout.
TEST(CppClientJobs, GoesOnWithASilentStreamThatServersAccept) {
  constexpr absl::Duration kTimeout = absl::Milliseconds(600);
  const auto read = [&](absl::Duration silence, size_t breaks, bool sends_metadata) {
    FakeJobs service(/*lost=*/0, kTimeout);
    service.job.set_items(1);
    service.silent_stream = [&](grpc::ServerContext* context, ResultWriter* writer) {
      if (service.cursors.size() > breaks) return grpc::Status::OK;
      if (sends_metadata) {
        context->AddInitialMetadata("x-request-id", "1");
        writer->SendInitialMetadata();
      }
      absl::SleepFor(silence);
      return service.interruption;
    };
    client::JobResults stream = service.client->StreamJobResults({});
    EXPECT_THAT(ItemsOf(&stream), ElementsAre(0));
    EXPECT_TRUE(stream.Finish().ok()) << stream.Finish();
  };
  read(kTimeout, /*breaks=*/2, /*sends_metadata=*/false);
  read(kTimeout / 2, /*breaks=*/3, /*sends_metadata=*/true);
}

TEST(CppClientJobs, AStreamOfManyMessagesCountsAsOneCallThatSucceeds) {
  FakeJobs service;
  // Uses up the tokens for retries.
  service.refuse = [](const v1::AddJobItemsRequest& /*part*/) {
    return QuotaExceeded(absl::Milliseconds(1));
  };
  EXPECT_FALSE(service.client->SubmitJob(WithKey("key"), {Review()}).ok());
  const size_t calls = service.additions.size();
  EXPECT_GT(calls, 100);
  service.job.set_items(100);
  service.results_of_stream = 100;
  client::JobResults stream = service.client->StreamJobResults({});
  EXPECT_TRUE(stream.Finish().ok()) << stream.Finish();
  EXPECT_FALSE(service.client->AddJobItems({}).ok());
  EXPECT_EQ(service.additions.size(), calls + 1);
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
