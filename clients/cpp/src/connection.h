#ifndef ARBITER_CLIENTS_CPP_SRC_CONNECTION_H_
#define ARBITER_CLIENTS_CPP_SRC_CONNECTION_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arbiter/client/client.h"
#include "arbiter/v1/analysis_service.grpc.pb.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace arbiter::client {

// Where an error keeps the name of its call in the server's log.
inline constexpr char kRequestIdPayload[] = "arbiter.v1/request_id";

// When a call ends, and by which name the server knows it.
struct CallTerms {
  absl::Duration timeout;
  // `timeout` after the beginning.
  absl::Time deadline;
  std::string request_id;
};

// The channel to the servers, and what all calls over it have in common. Thread-safe.
class Connection {
 public:
  static absl::StatusOr<std::shared_ptr<const Connection>> Make(const std::string& target,
                                                                const ClientOptions& options);

  v1::RulesService::Stub& rules() const { return *rules_; }
  v1::AnalysisService::Stub& analysis() const { return *analysis_; }
  // What a call may take beside a search.
  absl::Duration timeout() const { return timeout_; }

  // From now on.
  static CallTerms Terms(const CallOptions& call, absl::Duration default_timeout);

  std::unique_ptr<grpc::ClientContext> MakeContext(const CallTerms& terms) const;

  // How a call with this context has ended.
  absl::Status ToStatus(const grpc::Status& end, const CallTerms& terms,
                        const grpc::ClientContext& context) const;

 private:
  Connection(const std::string& target, const ClientOptions& options);

  // What to tell of an end that no service has explained.
  std::string Explain(const grpc::Status& end, absl::Duration timeout) const;

  const std::string target_;
  const absl::Duration timeout_;
  const std::string api_key_;
  std::unique_ptr<v1::RulesService::Stub> rules_;
  std::unique_ptr<v1::AnalysisService::Stub> analysis_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_CONNECTION_H_
