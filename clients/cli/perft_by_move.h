#ifndef ARBITER_CLIENTS_CLI_PERFT_BY_MOVE_H_
#define ARBITER_CLIENTS_CLI_PERFT_BY_MOVE_H_

#include "absl/status/statusor.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/session.h"

namespace arbiter::cli {

// What Perft answers, asked for one legal move after the other, so as to show how far it is.
absl::StatusOr<v1::PerftResponse> PerftByMove(const v1::PerftRequest& request, Session& session);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PERFT_BY_MOVE_H_
