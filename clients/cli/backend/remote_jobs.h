#ifndef ARBITER_CLIENTS_CLI_BACKEND_REMOTE_JOBS_H_
#define ARBITER_CLIENTS_CLI_BACKEND_REMOTE_JOBS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/backend/backend.h"
#include "clients/cli/backend/remote_server.h"

namespace arbiter::cli {

// The jobs of a server.
class RemoteJobs : public Jobs {
 public:
  // `server`, which has this address, must outlive this object.
  RemoteJobs(RemoteServer* server, std::string address)
      : server_(*server), address_(std::move(address)) {}

  const std::string& address() const override { return address_; }

#define ARBITER_JOB_METHOD(name, ...) \
  absl::StatusOr<v1::name##Response> name(const v1::name##Request& request) override;
#include "service/methods.def"

  absl::StatusOr<v1::Job> Submit(const v1::CreateJobRequest& settings, std::string_view pgn,
                                 const v1::JobRequest& request) override;
  absl::StatusOr<v1::Job> Submit(const v1::CreateJobRequest& settings,
                                 const std::vector<v1::JobRequest>& requests) override;

  absl::Status Watch(const std::string& job_id, const ProgressSink& sink) override;
  absl::Status StreamResults(const v1::StreamJobResultsRequest& request,
                             const ResultSink& sink) override;

 private:
  RemoteServer& server_;
  const std::string address_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BACKEND_REMOTE_JOBS_H_
