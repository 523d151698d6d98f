#ifndef ARBITER_CLIENTS_CLI_EMBEDDED_BACKEND_H_
#define ARBITER_CLIENTS_CLI_EMBEDDED_BACKEND_H_

#include <cstdint>
#include <memory>

#include "absl/time/time.h"
#include "clients/cli/backend.h"
#include "service/handlers/limits.h"

namespace arbiter::cli {

// What an analysis in this process may ask for: search threads, and megabytes of its table.
inline constexpr uint32_t kMostThreads = 256;
inline constexpr uint32_t kMostHashMb = 1 << 16;

// The service in this process. Answers in the order of the requests.
class EmbeddedBackend : public Backend {
 public:
  // `timeout` is what one call may take at most, analyses excepted.
  explicit EmbeddedBackend(absl::Duration timeout);

  bool remote() const override { return false; }
  void Call(const v1::BatchRequest& request, v1::BatchResponse* response) override;
  absl::Status CallAll(const Source& source, const Sink& sink) override;
  std::unique_ptr<Analyst> MakeAnalyst() override;
  absl::Status ReviewGame(const v1::ReviewGameRequest& request, const ReviewSink& sink) override;

 private:
  Limits limits_;
  absl::Duration timeout_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_EMBEDDED_BACKEND_H_
