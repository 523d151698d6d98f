#ifndef ARBITER_CLIENTS_CPP_SRC_JOBS_H_
#define ARBITER_CLIENTS_CPP_SRC_JOBS_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "arbiter/client/client.h"
#include "clients/cpp/src/connection.h"

namespace arbiter::client {

// Implement Client::SubmitJob(). The connection is that of the client.
absl::StatusOr<v1::Job> SubmitRequests(const Client& client, const Connection& connection,
                                       const v1::CreateJobRequest& settings,
                                       const std::vector<v1::JobRequest>& requests,
                                       const CallOptions& call);
absl::StatusOr<v1::Job> SubmitGames(const Client& client, const Connection& connection,
                                    const v1::CreateJobRequest& settings, std::string_view pgn,
                                    const v1::JobRequest& request, const CallOptions& call);

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_JOBS_H_
