#ifndef ARBITER_CLIENTS_CLI_EMBEDDED_BACKEND_H_
#define ARBITER_CLIENTS_CLI_EMBEDDED_BACKEND_H_

#include "absl/time/time.h"
#include "clients/cli/backend.h"
#include "service/limits.h"

namespace arbiter::cli {

// The service in this process. Answers in the order of the requests.
class EmbeddedBackend : public Backend {
 public:
  // `timeout` is what one call may take at most.
  explicit EmbeddedBackend(absl::Duration timeout);

  void Call(const v1::BatchRequest& request, v1::BatchResponse* response) override;
  absl::Status CallAll(const Source& source, const Sink& sink) override;

 private:
  Limits limits_;
  absl::Duration timeout_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_EMBEDDED_BACKEND_H_
