#include "clients/cli/remote_server.h"

#include "absl/time/clock.h"
#include "core/rules/strings.h"

namespace arbiter::cli {
namespace {

std::shared_ptr<grpc::ChannelCredentials> Credentials(const ServerAccess& access) {
  if (access.tls_ca.empty()) return grpc::InsecureChannelCredentials();
  return grpc::SslCredentials({access.tls_ca, access.tls_key, access.tls_cert});
}

std::shared_ptr<grpc::Channel> Connect(const std::string& address, const ServerAccess& access) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  return grpc::CreateCustomChannel(address, Credentials(access), arguments);
}

}  // namespace

RemoteServer::RemoteServer(const std::string& address, const ServerAccess& access,
                           absl::Duration timeout)
    : address_(address),
      secret_(access.secret),
      timeout_(timeout),
      channel_(Connect(address, access)) {}

void RemoteServer::Authorize(grpc::ClientContext* context) const {
  if (!secret_.empty()) context->AddMetadata("authorization", StrCat("Bearer ", secret_));
}

void RemoteServer::SetDeadline(grpc::ClientContext* context) const {
  if (timeout_ == absl::InfiniteDuration()) return;
  context->set_deadline(absl::ToChronoTime(absl::Now() + timeout_));
}

google::rpc::Status RemoteServer::ErrorOf(const grpc::Status& status) const {
  google::rpc::Status error;
  if (status.error_details().empty() || !error.ParseFromString(status.error_details())) {
    error.set_code(status.error_code());
    error.set_message(Explain(status));
  }
  return error;
}

std::string RemoteServer::Explain(const grpc::Status& status) const {
  switch (status.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
      return StrCat("cannot reach the server at ", address_, ": ", status.error_message());
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return StrCat("no answer from the server at ", address_, " within ",
                    absl::FormatDuration(timeout_));
    default:
      return status.error_message();
  }
}

}  // namespace arbiter::cli
