#ifndef ARBITER_SERVICE_GRPC_TLS_CREDENTIALS_H_
#define ARBITER_SERVICE_GRPC_TLS_CREDENTIALS_H_

#include <memory>

#include "grpcpp/security/server_credentials.h"
#include "service/net/tls.h"

namespace arbiter {

// Makes credentials whose handshakes use the files that `tls` holds at that time. All connections
// must be accepted by the same thread.
std::shared_ptr<grpc::ServerCredentials> TlsServerCredentials(std::shared_ptr<const Tls> tls);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_GRPC_TLS_CREDENTIALS_H_
