#include "clients/cli/backend/remote_jobs.h"

#include "arbiter/client/client.h"
#include "clients/cli/text/failure.h"
#include "core/base/status_macros.h"

namespace arbiter::cli {
namespace {

template <typename Answer>
absl::StatusOr<Answer> FromServer(absl::StatusOr<Answer> answer) {
  if (!answer.ok()) return FromService(answer.status());
  return answer;
}

}  // namespace

#define ARBITER_JOB_METHOD(name, ...)                                                     \
  absl::StatusOr<v1::name##Response> RemoteJobs::name(const v1::name##Request& request) { \
    ARBITER_RETURN_IF_ERROR(server_.ConnectOnce());                                       \
    return FromServer(server_.client().name(request));                                    \
  }
#include "service/methods.def"

absl::StatusOr<v1::Job> RemoteJobs::Submit(const v1::CreateJobRequest& settings,
                                           std::string_view pgn, const v1::JobRequest& request) {
  ARBITER_RETURN_IF_ERROR(server_.ConnectOnce());
  return FromServer(server_.client().SubmitJob(settings, pgn, request));
}

absl::StatusOr<v1::Job> RemoteJobs::Submit(const v1::CreateJobRequest& settings,
                                           const std::vector<v1::JobRequest>& requests) {
  ARBITER_RETURN_IF_ERROR(server_.ConnectOnce());
  return FromServer(server_.client().SubmitJob(settings, requests));
}

absl::Status RemoteJobs::Watch(const std::string& job_id, const ProgressSink& sink) {
  v1::WatchJobRequest request;
  request.set_job_id(job_id);
  return server_.Follow<client::JobProgress>(
      [&](const client::Client& client) { return client.WatchJob(request); }, sink);
}

absl::Status RemoteJobs::StreamResults(const v1::StreamJobResultsRequest& request,
                                       const ResultSink& sink) {
  v1::StreamJobResultsRequest next = request;
  return server_.Follow<client::JobResults>(
      [&](const client::Client& client) { return client.StreamJobResults(next); },
      [&](const v1::StreamJobResultsResponse& response) {
        ARBITER_RETURN_IF_ERROR(sink(response));
        next.set_cursor(response.cursor());
        return absl::OkStatus();
      });
}

}  // namespace arbiter::cli
