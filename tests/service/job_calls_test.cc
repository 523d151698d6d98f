// The calls of JobService that wait, and those that return a stream, on a real PostgreSQL.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "service/http/connect_protocol.h"
#include "service/jobs/job_watch.h"
#include "service/jobs/postgres.h"
#include "tests/support/key_files.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/http_client.h"
#include "tests/support/server/job_client.h"
#include "tests/support/server/job_server.h"
#include "tests/support/status.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using Clock = std::chrono::steady_clock;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kNotFound = 5;
constexpr int kPermissionDenied = 7;
constexpr int kUnavailable = 14;

v1::StreamJobResultsRequest ResultsRequest(const std::string& id,
                                           v1::ResultOrder order = v1::RESULT_ORDER_UNSPECIFIED,
                                           const std::string& cursor = "") {
  v1::StreamJobResultsRequest request;
  request.set_job_id(id);
  request.set_order(order);
  request.set_cursor(cursor);
  return request;
}

// Reads a stream to its end, adds its results, and returns its status. `cursor` becomes the last
// one.
google::rpc::Status ReadAll(RunningStream<v1::StreamJobResultsResponse>* stream,
                            std::vector<v1::JobResult>* results, std::string* cursor) {
  for (v1::StreamJobResultsResponse response; stream->Read(&response);) {
    for (const v1::JobResult& result : response.results()) results->push_back(result);
    *cursor = response.cursor();
  }
  return stream->Finish();
}

// Calls a method that changes a job, such as CancelJob, and returns the HTTP status.
template <typename Request, typename Response>
int Change(JobServer* server, const std::string& method, const std::string& id) {
  Request request;
  request.set_job_id(id);
  Response response;
  return server->Call(method, request, &response);
}

int Cancel(JobServer* server, const std::string& id) {
  return Change<v1::CancelJobRequest, v1::CancelJobResponse>(server, "CancelJob", id);
}

int Delete(JobServer* server, const std::string& id) {
  return Change<v1::DeleteJobRequest, v1::DeleteJobResponse>(server, "DeleteJob", id);
}

TEST(JobCalls, AWatchShowsTheProgressAndEndsWithTheJob) {
  JobServer service("service");
  std::vector<v1::JobRequest> requests = MixedJobRequests(160);
  // The others are done long before this one.
  v1::AnalyzeRequest& slow = *requests.emplace_back().mutable_analyze();
  slow.mutable_position()->set_variant("makruk");
  slow.mutable_limits()->set_movetime_ms(1'500);
  const std::string id = SubmitJob(&service, requests);
  const auto watch = JobClient(service.address()).Watch(id);
  v1::WatchJobResponse response;
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.job().id(), id);
  EXPECT_EQ(response.job().state(), v1::JOB_STATE_RUNNING);
  EXPECT_EQ(response.items_per_second(), 0);
  EXPECT_EQ(response.expected_end_time_ms(), 0u);
  const JobServer worker("worker");
  std::vector<Clock::time_point> times = {Clock::now()};
  uint64_t done = 0;
  bool had_rate = false;
  while (watch->Read(&response)) {
    times.push_back(Clock::now());
    EXPECT_GE(response.job().done(), done);
    if (response.job().done() > done) EXPECT_GT(response.items_per_second(), 0);
    done = response.job().done();
    if (response.expected_end_time_ms() == 0) continue;
    had_rate = true;
    EXPECT_EQ(response.job().state(), v1::JOB_STATE_RUNNING);
    EXPECT_GT(response.expected_end_time_ms(), response.job().start_time_ms());
  }
  EXPECT_EQ(watch->Finish().code(), 0);
  EXPECT_EQ(response.job().state(), v1::JOB_STATE_DONE);
  EXPECT_EQ(done, requests.size());
  EXPECT_TRUE(had_rate);
  // At most twice a second, apart from the first and the last one.
  const std::chrono::duration<double> time = times.back() - times.front();
  EXPECT_LE(static_cast<double>(times.size()), time.count() * 2 + 3);
  // A job that has ended needs one message.
  const auto again = JobClient(service.address()).Watch(id);
  ASSERT_TRUE(again->Read(&response));
  EXPECT_EQ(response.job().state(), v1::JOB_STATE_DONE);
  EXPECT_GT(response.items_per_second(), 0);
  EXPECT_EQ(response.expected_end_time_ms(), 0u);
  EXPECT_FALSE(again->Read(&response));
  EXPECT_EQ(again->Finish().code(), 0);
}

TEST(JobCalls, ResultsStreamInBothOrdersWhileTheJobRuns) {
  JobServer service("service");
  const std::vector<v1::JobRequest> requests = MixedJobRequests(120);
  const std::string id = SubmitJob(&service, requests);
  JobClient client(service.address());
  const auto by_item = client.StreamResults(ResultsRequest(id));
  const auto by_completion = client.StreamResults(ResultsRequest(id, v1::RESULT_ORDER_COMPLETION));
  const JobServer worker("worker");
  std::string cursor;
  std::vector<v1::JobResult> results;
  EXPECT_EQ(ReadAll(by_item.get(), &results, &cursor).code(), 0);
  ASSERT_EQ(results.size(), requests.size());
  for (size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i].item(), i);
  std::vector<v1::JobResult> completed;
  std::string completion_cursor;
  EXPECT_EQ(ReadAll(by_completion.get(), &completed, &completion_cursor).code(), 0);
  std::set<uint64_t> items;
  for (const v1::JobResult& result : completed) {
    items.insert(result.item());
    EXPECT_EQ(result.SerializeAsString(), results[result.item()].SerializeAsString());
  }
  EXPECT_EQ(completed.size(), requests.size());
  EXPECT_EQ(items.size(), requests.size());
  // A stream after the last result ends at once, and the list goes on where a stream has stopped.
  results.clear();
  EXPECT_EQ(
      ReadAll(client.StreamResults(ResultsRequest(id, v1::RESULT_ORDER_UNSPECIFIED, cursor)).get(),
              &results, &cursor)
          .code(),
      0);
  EXPECT_THAT(results, IsEmpty());
  v1::ListJobResultsRequest list;
  list.set_job_id(id);
  list.set_page_size(100);
  v1::ListJobResultsResponse page;
  ASSERT_EQ(service.Call("ListJobResults", list, &page), 200) << service.error();
  EXPECT_EQ(ReadAll(client
                        .StreamResults(ResultsRequest(id, v1::RESULT_ORDER_UNSPECIFIED,
                                                      page.next_page_token()))
                        .get(),
                    &results, &cursor)
                .code(),
            0);
  ASSERT_EQ(results.size(), requests.size() - 100);
  EXPECT_EQ(results.front().item(), 100u);
  list.set_page_token(cursor);
  ASSERT_EQ(service.Call("ListJobResults", list, &page), 200) << service.error();
  EXPECT_EQ(page.results_size(), 0);
  EXPECT_EQ(page.next_page_token(), "");
  const auto wrong = client.StreamResults(ResultsRequest(id, v1::RESULT_ORDER_UNSPECIFIED, "c1"));
  const google::rpc::Status refused = ReadAll(wrong.get(), &results, &cursor);
  const auto details = DetailOf<google::rpc::BadRequest>(refused);
  ASSERT_EQ(details.field_violations_size(), 1);
  EXPECT_EQ(details.field_violations(0).field(), "cursor");
}

TEST(JobCalls, StreamsWorkThroughHttp) {
  JobServer server("both");
  const std::string id = SubmitJob(&server, MixedJobRequests(24));
  const std::string request = StrCat(R"({"jobId":")", id, R"("})");
  const std::string envelope = EnvelopeHeader(EnvelopeFlag::kMessage, request.size()) + request;
  for (const auto& [method, message] : {std::pair{"WatchJob", R"("state":"JOB_STATE_DONE")"},
                                        std::pair{"StreamJobResults", R"("item":"23")"}}) {
    const HttpResponse answer = HttpClient(server.http_address())
                                    .Post(StrCat("/arbiter.v1.JobService/", method), envelope,
                                          "content-type: application/connect+json\r\n");
    EXPECT_EQ(answer.status, 200) << method;
    EXPECT_THAT(answer.body, HasSubstr(message)) << method;
    // The last envelope has no error.
    EXPECT_EQ(answer.body.substr(answer.body.size() - 2), "{}") << method;
    EXPECT_THAT(answer.headers, ::testing::Contains(::testing::Key("x-request-id"))) << method;
  }
}

TEST(JobCalls, ABrokenStreamGoesOnAtAnotherServer) {
  auto first = std::make_unique<JobServer>("service");
  JobServer second("service");
  std::vector<v1::JobRequest> requests = MixedJobRequests(240);
  // The job must not have ended before the stream is broken.
  v1::AnalyzeRequest& last = *requests.emplace_back().mutable_analyze();
  last.mutable_position()->set_variant("makruk");
  last.mutable_limits()->set_movetime_ms(2000);
  for (const v1::ResultOrder order : {v1::RESULT_ORDER_UNSPECIFIED, v1::RESULT_ORDER_COMPLETION}) {
    const std::string id = SubmitJob(&second, requests);
    std::vector<v1::JobResult> results;
    std::string cursor;
    const JobServer worker("worker");
    {
      const auto stream = JobClient(first->address()).StreamResults(ResultsRequest(id, order));
      v1::StreamJobResultsResponse response;
      ASSERT_TRUE(stream->Read(&response));
      for (const v1::JobResult& result : response.results()) results.push_back(result);
      cursor = response.cursor();
      first->Signal(SIGKILL);
      const google::rpc::Status status = ReadAll(stream.get(), &results, &cursor);
      EXPECT_EQ(status.code(), kUnavailable) << status.message();
    }
    first = std::make_unique<JobServer>("service");
    const auto stream =
        JobClient(second.address()).StreamResults(ResultsRequest(id, order, cursor));
    EXPECT_EQ(ReadAll(stream.get(), &results, &cursor).code(), 0);
    std::set<uint64_t> items;
    for (const v1::JobResult& result : results) items.insert(result.item());
    EXPECT_EQ(results.size(), requests.size());
    EXPECT_EQ(items.size(), requests.size());
  }
}

// Returns how many statements have read jobs.
int64_t JobStatements(PostgresConnection* connection) {
  const auto rows = connection->Query(
      "SELECT CAST(COALESCE(sum(calls), 0) AS bigint) FROM pg_stat_statements "
      "WHERE query LIKE '%FROM arbiter_jobs job%'");
  EXPECT_THAT(rows, IsOk());
  return rows.ok() ? rows->Number(0, 0) : -1;
}

TEST(JobCalls, ManyCallersWaitWithFewStatements) {
  constexpr int kCallers = 40;
  const PostgresProcess postgres({"shared_preload_libraries=pg_stat_statements"});
  const std::vector<std::string> flags = {"--jobs-for-anyone"};
  JobServer service("service", flags, postgres);
  const std::string id = SubmitJob(&service, MixedJobRequests(4));
  const auto connection =
      PostgresConnection::Connect({.url = postgres.url(), .timeout = kPatience});
  ASSERT_THAT(connection, IsOk());
  ASSERT_THAT((*connection)->Query("CREATE EXTENSION pg_stat_statements"), IsOk());
  std::vector<std::unique_ptr<HttpClient>> callers;
  for (int i = 0; i < kCallers; ++i) {
    callers.push_back(std::make_unique<HttpClient>(service.http_address()));
  }
  // Sends WaitJob from all callers.
  const auto send = [&](int max_wait_ms) {
    for (const auto& caller : callers) {
      ASSERT_TRUE(caller->Send(
          PostBytes("/arbiter.v1.JobService/WaitJob",
                    StrCat(R"({"jobId":")", id, R"(","maxWaitMs":)", max_wait_ms, "}"))));
    }
  };
  const int64_t before = JobStatements(connection->get());
  const Clock::time_point begin = Clock::now();
  send(2'000);
  for (const auto& caller : callers) {
    const HttpResponse answer = caller->Receive();
    EXPECT_EQ(answer.status, 200);
    EXPECT_THAT(answer.body, HasSubstr("JOB_STATE_RUNNING"));
  }
  const auto looks = (Clock::now() - begin) / JobWatch::kInterval + 1;
  EXPECT_LE(JobStatements(connection->get()) - before, kCallers + looks);
  // When nobody waits, nobody looks.
  EXPECT_TRUE(Eventually([&] {
    const int64_t statements = JobStatements(connection->get());
    std::this_thread::sleep_for(2 * JobWatch::kInterval);
    return JobStatements(connection->get()) == statements;
  }));
  // All of them are told when the job ends.
  send(50'000);
  const JobServer worker("worker", flags, postgres);
  for (const auto& caller : callers) {
    EXPECT_THAT(caller->Receive().body, HasSubstr("JOB_STATE_DONE"));
  }
}

// Both streams of a job that waits for a worker.
struct WaitingStreams {
  WaitingStreams(const std::string& address, const std::string& id, const Metadata& metadata = {})
      : client(address, metadata),
        watch(client.Watch(id)),
        results(client.StreamResults(ResultsRequest(id))) {
    v1::WatchJobResponse response;
    EXPECT_TRUE(watch->Read(&response));
  }

  // Waits for both to end with an error, and returns it.
  google::rpc::Status Error() const {
    v1::WatchJobResponse response;
    while (watch->Read(&response)) EXPECT_EQ(response.job().state(), v1::JOB_STATE_RUNNING);
    v1::StreamJobResultsResponse page;
    while (results->Read(&page)) EXPECT_EQ(page.results_size(), 0);
    const google::rpc::Status error = watch->Finish();
    EXPECT_EQ(results->Finish().code(), error.code());
    return error;
  }

  JobClient client;
  std::unique_ptr<RunningStream<v1::WatchJobResponse>> watch;
  std::unique_ptr<RunningStream<v1::StreamJobResultsResponse>> results;
};

TEST(JobCalls, ACancelledJobEndsItsStreamsAndWaits) {
  JobServer service("service");
  const std::string id = SubmitJob(&service, MixedJobRequests(4));
  const WaitingStreams streams(service.address(), id);
  EXPECT_EQ(Cancel(&service, id), 200);
  v1::WatchJobResponse response;
  while (streams.watch->Read(&response)) {
  }
  EXPECT_EQ(response.job().state(), v1::JOB_STATE_CANCELLED);
  EXPECT_EQ(streams.watch->Finish().code(), 0);
  v1::StreamJobResultsResponse page;
  EXPECT_FALSE(streams.results->Read(&page));
  EXPECT_EQ(streams.results->Finish().code(), 0);
  v1::WaitJobRequest wait;
  wait.set_job_id(id);
  v1::WaitJobResponse waited;
  EXPECT_EQ(service.Call("WaitJob", wait, &waited), 200) << service.error();
  EXPECT_EQ(waited.job().state(), v1::JOB_STATE_CANCELLED);
}

TEST(JobCalls, ASilentStreamShowsThatItLives) {
  JobServer service("service");
  const WaitingStreams streams(service.address(), SubmitJob(&service, MixedJobRequests(4)));
  v1::WatchJobResponse response;
  ASSERT_TRUE(streams.watch->Read(&response));
  EXPECT_EQ(response.job().state(), v1::JOB_STATE_RUNNING);
  v1::StreamJobResultsResponse page;
  ASSERT_TRUE(streams.results->Read(&page));
  EXPECT_EQ(page.results_size(), 0);
}

TEST(JobCalls, AWaitEndsBeforeTheDeadlineOfItsCall) {
  JobServer service("service");
  v1::WaitJobRequest wait;
  wait.set_job_id(SubmitJob(&service, MixedJobRequests(4)));
  v1::WaitJobResponse waited;
  EXPECT_EQ(service.Call("WaitJob", wait, &waited, "connect-timeout-ms: 3000\r\n"), 200)
      << service.error();
  EXPECT_EQ(waited.job().state(), v1::JOB_STATE_RUNNING);
}

TEST(JobCalls, ADeletedJobEndsItsStreamsAndWaits) {
  JobServer service("service");
  const std::string id = SubmitJob(&service, MixedJobRequests(4));
  const WaitingStreams streams(service.address(), id);
  HttpClient caller(service.http_address());
  ASSERT_TRUE(caller.Send(PostBytes("/arbiter.v1.JobService/WaitJob",
                                    StrCat(R"({"jobId":")", id, R"(","maxWaitMs":50000})"))));
  EXPECT_EQ(Delete(&service, id), 200);
  const google::rpc::Status error = streams.Error();
  EXPECT_EQ(error.code(), kNotFound);
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(error).reason(), "JOB_NOT_FOUND");
  EXPECT_EQ(caller.Receive().status, 404);
  // The job of somebody else does not exist either.
  const auto unknown = JobClient(service.address()).Watch(id);
  v1::WatchJobResponse response;
  EXPECT_FALSE(unknown->Read(&response));
  EXPECT_EQ(unknown->Finish().code(), kNotFound);
}

TEST(JobCalls, StreamsEndWhenTheServerShutsDown) {
  JobServer service("service");
  const std::string id = SubmitJob(&service, MixedJobRequests(4));
  const WaitingStreams streams(service.address(), id);
  service.Signal(SIGTERM);
  const google::rpc::Status error = streams.Error();
  EXPECT_EQ(error.code(), kUnavailable);
  EXPECT_THAT(error.message(), HasSubstr("shutting down"));
  EXPECT_EQ(service.Wait(), 0);
}

TEST(JobCalls, StreamsEndWhenTheDatabaseStaysAway) {
  JobServer service("service");
  const std::string id = SubmitJob(&service, MixedJobRequests(4));
  const WaitingStreams streams(service.address(), id);
  SharedPostgres().Kill();
  EXPECT_EQ(streams.Error().code(), kUnavailable);
  SharedPostgres().Start();
}

TEST(JobCalls, StreamsAndWaitsEndWhenTheClientLosesItsPermissionOrGoes) {
  const std::string key = StrCat("arb_", std::string(43, 'k'));
  const std::string header = StrCat("x-api-key: ", key, "\r\n");
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", key)));
  JobServer service("service", {"--api-keys", keys.path()});
  const std::string id = SubmitJob(&service, MixedJobRequests(4), v1::JOB_PRIORITY_NORMAL, header);
  const auto count = [&](const std::string& what, const std::string& method,
                         const std::string& type) {
    return MetricOf(service,
                    StrCat(what, R"(grpc_method=")", method,
                           R"(",grpc_service="arbiter.v1.JobService",grpc_type=")", type, R"("})"));
  };
  const std::string wait =
      PostBytes("/arbiter.v1.JobService/WaitJob",
                StrCat(R"({"jobId":")", id, R"(","maxWaitMs":50000})"), header);
  {
    const WaitingStreams streams(service.address(), id, Bearer(key));
    HttpClient caller(service.http_address());
    ASSERT_TRUE(caller.Send(wait));
    EXPECT_TRUE(Eventually(
        [&] { return count("grpc_server_msg_received_total{", "WaitJob", "unary") == 1; }));
    streams.watch->Cancel();
    streams.results->Cancel();
  }
  for (const auto& call :
       {std::pair{"WatchJob", "server_stream"}, std::pair{"StreamJobResults", "server_stream"},
        std::pair{"WaitJob", "unary"}}) {
    EXPECT_TRUE(Eventually([&] {
      return count(R"(grpc_server_handled_total{grpc_code="Canceled",)", call.first, call.second) ==
             1;
    })) << call.first;
  }
  const WaitingStreams streams(service.address(), id, Bearer(key));
  HttpClient caller(service.http_address());
  ASSERT_TRUE(caller.Send(wait));
  EXPECT_TRUE(Eventually(
      [&] { return count("grpc_server_msg_received_total{", "WaitJob", "unary") == 2; }));
  keys.Write(KeyFileOf(KeyEntry("site", key, R"("methods":["GetJob"])")));
  EXPECT_EQ(streams.Error().code(), kPermissionDenied);
  EXPECT_EQ(caller.Receive().status, 403);
}

TEST(JobCalls, AJobWithoutAWorkerOfItsVersionCanBeRepinned) {
  JobServer service("service");
  const JobServer worker("worker");
  const auto connection =
      PostgresConnection::Connect({.url = SharedPostgres().url(), .timeout = kPatience});
  ASSERT_THAT(connection, IsOk());
  v1::RepinJobRequest repin;
  v1::RepinJobResponse repinned;
  for (const bool any_engine : {false, true}) {
    v1::CreateJobRequest create;
    create.set_idempotency_key(NewJobKey());
    v1::CreateJobResponse created;
    ASSERT_EQ(service.Call("CreateJob", create, &created), 200) << service.error();
    const std::string& id = created.job().id();
    ASSERT_THAT(
        (*connection)->Query("UPDATE arbiter_jobs SET engine_version = 'old' WHERE id = $1", {id}),
        IsOk());
    v1::AddJobItemsRequest add;
    add.set_job_id(id);
    for (const v1::JobRequest& request : MixedJobRequests(4)) *add.add_requests() = request;
    v1::AddJobItemsResponse added;
    ASSERT_EQ(service.Call("AddJobItems", add, &added), 200) << service.error();
    ASSERT_EQ((Change<v1::StartJobRequest, v1::StartJobResponse>(&service, "StartJob", id)), 200);
    EXPECT_TRUE(JobOf(&service, id).lacks_worker());
    repin.set_job_id(id);
    repin.set_any_engine(any_engine);
    EXPECT_EQ(service.Call("RepinJob", repin, &repinned), 200) << service.error();
    EXPECT_EQ(repinned.job().engine_version(), any_engine ? "" : created.job().engine_version());
    EXPECT_FALSE(repinned.job().lacks_worker());
    EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, id); }));
  }
  // A repeated call may find the job done.
  EXPECT_EQ(service.Call("RepinJob", repin, &repinned), 200) << service.error();
}

// The lines of all moves take more than a message may have here, and as JSON, so does a page
// that is small enough otherwise.
TEST(JobCalls, ResultsFitIntoMessages) {
  JobServer server("both", {"--jobs-for-anyone", "--max-message-bytes", "1536"});
  std::vector<v1::JobRequest> requests = MixedJobRequests(24);
  v1::JobRequest large;
  large.mutable_analyze()->mutable_position()->set_variant("makruk");
  large.mutable_analyze()->mutable_limits()->set_depth(5);
  large.mutable_analyze()->set_multi_pv(64);
  requests[5] = large;
  const std::string id = SubmitJob(&server, requests);
  const auto stream = JobClient(server.address()).StreamResults(ResultsRequest(id));
  std::vector<v1::JobResult> results;
  std::string cursor;
  EXPECT_EQ(ReadAll(stream.get(), &results, &cursor).code(), 0);
  ASSERT_EQ(results.size(), requests.size());
  EXPECT_THAT(results[5].status().message(), HasSubstr("a result may have at most"));
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(results[5].status()).reason(), "LIMIT_EXCEEDED");
  std::string token;
  int listed = 0;
  do {
    const HttpResponse answer =
        HttpClient(server.http_address())
            .Post("/arbiter.v1.JobService/ListJobResults",
                  StrCat(R"({"jobId":")", id, R"(","pageToken":")", token, R"("})"));
    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto page = FromJson<v1::ListJobResultsResponse>(answer.body);
    listed += page.results_size();
    token = page.next_page_token();
  } while (!token.empty());
  EXPECT_EQ(listed, static_cast<int>(requests.size()));
}

}  // namespace
}  // namespace arbiter::testing
