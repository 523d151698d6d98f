#ifndef ARBITER_CLIENTS_CPP_SRC_UNREACHABLE_H_
#define ARBITER_CLIENTS_CPP_SRC_UNREACHABLE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace arbiter::client {

// Returns the sentence that tells a user why a call ended with UNAVAILABLE on its way to the
// service. `address` is the server's, and `grpc_message` is what gRPC reported.
std::string UnreachableText(absl::string_view address, bool tls, absl::string_view grpc_message);

// Returns the sentence for a server that neither accepts nor refuses a connection in time.
std::string NoAnswerText(absl::string_view address);

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_UNREACHABLE_H_
