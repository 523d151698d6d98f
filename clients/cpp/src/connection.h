#ifndef ARBITER_CLIENTS_CPP_SRC_CONNECTION_H_
#define ARBITER_CLIENTS_CPP_SRC_CONNECTION_H_

#include <atomic>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arbiter/client/client.h"
#include "arbiter/v1/analysis_service.grpc.pb.h"
#include "arbiter/v1/job_service.grpc.pb.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "clients/cpp/src/address.h"
#include "clients/cpp/src/retry_budget.h"
#include "grpcpp/channel.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace arbiter::client {

// The payload URL under which an error holds the request id of its call.
inline constexpr char kRequestIdPayload[] = "arbiter.v1/request_id";

// The time limit and the request id of one call.
struct CallSettings {
  absl::Duration timeout;
  // The start of the call plus `timeout`.
  absl::Time deadline;
  std::string request_id;
};

// The channel to the servers, and the settings that all calls over it share. Thread-safe.
class Connection {
 public:
  // Returns INVALID_ARGUMENT if the address or the options are unusable. Does not connect.
  static absl::StatusOr<std::shared_ptr<const Connection>> Make(const std::string& address,
                                                                const ClientOptions& options);

  v1::RulesService::Stub& rules() const { return *rules_; }
  v1::AnalysisService::Stub& analysis() const { return *analysis_; }
  v1::JobService::Stub& jobs() const { return *jobs_; }
  // The time limit of a call, in addition to the time of a search (ClientOptions::timeout).
  absl::Duration timeout() const { return timeout_; }
  RetryBudget& retry_budget() const { return retry_budget_; }

  // Implements Client::WaitUntilConnected().
  absl::Status WaitUntilConnected(absl::Duration timeout) const;
  // Waits, and meanwhile reconnects to servers, which gRPC does only while a thread waits for it.
  // Returns false as soon as `cancelled` is true; it may be nullptr.
  bool Wait(absl::Duration duration, const std::atomic<bool>* cancelled) const;

  // Returns the settings of a call that starts now.
  static CallSettings MakeSettings(const CallOptions& call, absl::Duration default_timeout);

  std::unique_ptr<grpc::ClientContext> MakeContext(const CallSettings& settings) const;

  // Converts the end of a call with this context. The result holds the details that the service
  // sent and the call's request id.
  absl::Status ToStatus(const grpc::Status& end, const CallSettings& settings,
                        const grpc::ClientContext& context) const;

 private:
  Connection(const Target& target, const ClientOptions& options);

  // Returns the message for an error that does not come from the service.
  std::string Explain(const grpc::Status& end, absl::Duration timeout) const;

  // The address for people.
  const std::string address_;
  const bool tls_;
  const absl::Duration timeout_;
  const std::string api_key_;
  const std::shared_ptr<grpc::Channel> channel_;
  mutable RetryBudget retry_budget_;
  std::unique_ptr<v1::RulesService::Stub> rules_;
  std::unique_ptr<v1::AnalysisService::Stub> analysis_;
  std::unique_ptr<v1::JobService::Stub> jobs_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_CONNECTION_H_
