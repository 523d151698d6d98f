#ifndef ARBITER_CLIENTS_CPP_SRC_ANSWER_ALL_H_
#define ARBITER_CLIENTS_CPP_SRC_ANSWER_ALL_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cpp/src/connection.h"

namespace arbiter::client {

// As Client::AnswerAll().
absl::StatusOr<std::vector<v1::BatchResponse>> AnswerAll(
    const std::shared_ptr<const Connection>& connection, const CallTerms& terms,
    const std::vector<v1::BatchRequest>& requests);

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_ANSWER_ALL_H_
