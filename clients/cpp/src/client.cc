#include "arbiter/client/client.h"

#include <utility>

#include "absl/strings/string_view.h"
#include "clients/cpp/src/batch.h"
#include "clients/cpp/src/connection.h"
#include "clients/cpp/src/jobs.h"
#include "clients/cpp/src/retries.h"
#include "clients/cpp/src/session.h"
#include "clients/cpp/src/update_stream.h"

namespace arbiter::client {
namespace {

// The time for which the server waits on purpose before it answers.
template <typename Request>
absl::Duration WaitOf(const Request& /*request*/) {
  return absl::ZeroDuration();
}
absl::Duration WaitOf(const v1::WaitJobRequest& request) {
  return request.max_wait_ms() == 0 ? absl::Seconds(30) : absl::Milliseconds(request.max_wait_ms());
}

// Makes a unary call, with retries if `can_repeat` is true.
template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> Call(const Connection& connection, Stub& stub,
                              grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                           Response*),
                              const Request& request, const CallOptions& call, bool can_repeat) {
  const CallSettings settings =
      Connection::MakeSettings(call, connection.timeout() + WaitOf(request));
  Response response;
  const auto attempt = [&] {
    const auto context = connection.MakeContext(settings);
    const grpc::Status end = (stub.*method)(context.get(), request, &response);
    return connection.ToStatus(end, settings, *context);
  };
  absl::Status status = can_repeat ? Retries(&connection, settings).Run(attempt) : attempt();
  if (!status.ok()) return status;
  return response;
}

// Whether a call of a method of JobService can be repeated. A second RetryFailedItems would run
// items again that have failed again since the first one.
bool CanRepeat(absl::string_view job_method) { return job_method != "RetryFailedItems"; }

// The time that this many searches with these limits may take, plus `slack`.
absl::Duration SearchTime(const v1::AnalysisLimits& limits, int searches, absl::Duration slack) {
  if (limits.movetime_ms() == 0) return absl::InfiniteDuration();
  return absl::Milliseconds(limits.movetime_ms()) * searches + slack;
}

}  // namespace

absl::StatusOr<Client> Client::Create(const std::string& address, const ClientOptions& options) {
  auto connection = Connection::Make(address, options);
  if (!connection.ok()) return connection.status();
  return Client(*std::move(connection));
}

Client::Client(std::shared_ptr<const Connection> connection) : connection_(std::move(connection)) {}

absl::Status Client::WaitUntilConnected(absl::Duration timeout) const {
  return connection_->WaitUntilConnected(timeout);
}

#define ARBITER_UNARY_METHOD(name, ...)                                                           \
  absl::StatusOr<v1::name##Response> Client::name(const v1::name##Request& request,               \
                                                  const CallOptions& call) const {                \
    return Call(*connection_, connection_->rules(), &v1::RulesService::Stub::name, request, call, \
                /*can_repeat=*/true);                                                             \
  }
#define ARBITER_JOB_METHOD(name, ...)                                                          \
  absl::StatusOr<v1::name##Response> Client::name(const v1::name##Request& request,            \
                                                  const CallOptions& call) const {             \
    return Call(*connection_, connection_->jobs(), &v1::JobService::Stub::name, request, call, \
                CanRepeat(#name));                                                             \
  }
#include "service/methods.def"

absl::StatusOr<std::vector<v1::BatchResponse>> Client::RunBatch(
    const std::vector<v1::BatchRequest>& requests, const CallOptions& call) const {
  return client::RunBatch(connection_, Connection::MakeSettings(call, absl::InfiniteDuration()),
                          requests);
}

Batch Client::StartBatch(Batch::Sink sink, const CallOptions& call) const {
  return Batch(std::make_unique<Batch::Call>(
      connection_, Connection::MakeSettings(call, absl::InfiniteDuration()), std::move(sink)));
}

Analysis Client::Analyze(const v1::AnalyzeRequest& request, const CallOptions& call) const {
  const absl::Duration time = SearchTime(request.limits(), 1, connection_->timeout());
  const auto start = [connection = connection_, request](grpc::ClientContext* context) {
    return connection->analysis().Analyze(context, request);
  };
  return Analysis(
      std::make_unique<Analysis::Call>(connection_, Connection::MakeSettings(call, time), start));
}

GameReview Client::ReviewGame(const v1::ReviewGameRequest& request, const CallOptions& call) const {
  // There is one search before each ply and one after the last.
  const int searches = request.record().actions_size() + 1;
  const absl::Duration time = SearchTime(request.limits(), searches, connection_->timeout());
  const auto start = [connection = connection_, request](grpc::ClientContext* context) {
    return connection->analysis().ReviewGame(context, request);
  };
  return GameReview(
      std::make_unique<GameReview::Call>(connection_, Connection::MakeSettings(call, time), start));
}

Session Client::StartSession(const CallOptions& call) const {
  return Session(std::make_unique<Session::Call>(
      connection_, Connection::MakeSettings(call, absl::InfiniteDuration())));
}

absl::StatusOr<v1::Job> Client::SubmitJob(const v1::CreateJobRequest& settings,
                                          const std::vector<v1::JobRequest>& requests,
                                          const CallOptions& call) const {
  return SubmitRequests(*this, *connection_, settings, requests, call);
}

absl::StatusOr<v1::Job> Client::SubmitJob(const v1::CreateJobRequest& settings,
                                          std::string_view pgn, const v1::JobRequest& request,
                                          const CallOptions& call) const {
  return SubmitGames(*this, *connection_, settings, pgn, request, call);
}

JobProgress Client::WatchJob(const v1::WatchJobRequest& request, const CallOptions& call) const {
  const auto start = [connection = connection_, request](grpc::ClientContext* context) {
    return connection->jobs().WatchJob(context, request);
  };
  // Each stream begins with the present state of the job.
  const auto resume_after = [](const v1::WatchJobResponse& /*progress*/) {};
  return JobProgress(std::make_unique<JobProgress::Call>(
      connection_, Connection::MakeSettings(call, absl::InfiniteDuration()), start, resume_after));
}

JobResults Client::StreamJobResults(const v1::StreamJobResultsRequest& request,
                                    const CallOptions& call) const {
  const auto next = std::make_shared<v1::StreamJobResultsRequest>(request);
  const auto start = [connection = connection_, next](grpc::ClientContext* context) {
    return connection->jobs().StreamJobResults(context, *next);
  };
  const auto resume_after = [next](const v1::StreamJobResultsResponse& results) {
    next->set_cursor(results.cursor());
  };
  return JobResults(std::make_unique<JobResults::Call>(
      connection_, Connection::MakeSettings(call, absl::InfiniteDuration()), start, resume_after));
}

}  // namespace arbiter::client
