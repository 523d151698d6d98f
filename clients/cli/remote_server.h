#ifndef ARBITER_CLIENTS_CLI_REMOTE_SERVER_H_
#define ARBITER_CLIENTS_CLI_REMOTE_SERVER_H_

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/grpcpp.h"

namespace arbiter::cli {

// What a server gets to see of its caller, and how it shows itself; empty: not used.
struct ServerAccess {
  // An API key or a token.
  std::string secret;
  // PEM: authorities, without which there is no TLS; certificate chain and private key of ours.
  std::string tls_ca;
  std::string tls_cert;
  std::string tls_key;
};

// The connection to a server, and the words for what goes wrong with it.
class RemoteServer {
 public:
  // `address` is a gRPC target such as `localhost:50051`; `timeout` is what one
  // call may take at most, streams excepted.
  RemoteServer(const std::string& address, const ServerAccess& access, absl::Duration timeout);

  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

  // Says in a call who makes it.
  void Authorize(grpc::ClientContext* context) const;
  // Sets when a call has to be answered.
  void SetDeadline(grpc::ClientContext* context) const;

  // The error that the service reports with a status that is not OK; where it does not, one
  // without ErrorInfo.
  google::rpc::Status ErrorOf(const grpc::Status& status) const;
  // What to tell of a failure that the service itself did not report.
  std::string Explain(const grpc::Status& status) const;

 private:
  std::string address_;
  std::string secret_;
  absl::Duration timeout_;
  std::shared_ptr<grpc::Channel> channel_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_REMOTE_SERVER_H_
