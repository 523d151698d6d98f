#include "arbiter/client/client.h"

#include <utility>

#include "clients/cpp/src/batch.h"
#include "clients/cpp/src/connection.h"
#include "clients/cpp/src/retries.h"
#include "clients/cpp/src/session.h"
#include "clients/cpp/src/update_stream.h"

namespace arbiter::client {
namespace {

using Rules = v1::RulesService::Stub;

template <typename Request, typename Response>
absl::StatusOr<Response> CallWithRetries(const Connection& connection,
                                         grpc::Status (Rules::*method)(grpc::ClientContext*,
                                                                       const Request&, Response*),
                                         const Request& request, const CallOptions& call) {
  const CallSettings settings = Connection::MakeSettings(call, connection.timeout());
  Response response;
  absl::Status status = Retries(&connection, settings).Run([&] {
    const auto context = connection.MakeContext(settings);
    const grpc::Status end = (connection.rules().*method)(context.get(), request, &response);
    return connection.ToStatus(end, settings, *context);
  });
  if (!status.ok()) return status;
  return response;
}

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

#define ARBITER_UNARY_METHOD(name, ...)                                             \
  absl::StatusOr<v1::name##Response> Client::name(const v1::name##Request& request, \
                                                  const CallOptions& call) const {  \
    return CallWithRetries(*connection_, &Rules::name, request, call);              \
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

}  // namespace arbiter::client
