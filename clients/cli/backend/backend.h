#ifndef ARBITER_CLIENTS_CLI_BACKEND_BACKEND_H_
#define ARBITER_CLIENTS_CLI_BACKEND_BACKEND_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/arguments/access_arguments.h"
#include "core/search/limits.h"

namespace arbiter::cli {

// Analyses one position after another, and keeps what it has found for the next one, as long as
// that is of the same game under the same options.
class Analyst {
 public:
  // Called in order by the thread that calls Analyze(); the last answer is the best move.
  using Sink = std::function<void(const v1::AnalyzeResponse&)>;

  virtual ~Analyst() = default;

  // Returns after the best move. `stop` may be told to stop at any time, also before the call: the
  // analysis then ends within milliseconds and answers what it has found.
  virtual absl::Status Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                               const Sink& sink) = 0;
};

// What answers the commands: the service in this process, or one elsewhere.
class Backend {
 public:
  // The next request; std::nullopt if there are no more.
  using Source = std::function<std::optional<v1::BatchRequest>()>;
  // Takes an answer; called by one thread at a time.
  using Sink = std::function<void(const v1::BatchResponse&)>;
  using ReviewSink = std::function<void(const v1::ReviewGameResponse&)>;

  virtual ~Backend() = default;

  // Whether another process answers, under limits of its own.
  virtual bool remote() const = 0;

  // Never fails: an error becomes `response->status`. One that did not come from the service (the
  // server is not there or does not answer in time) has no ErrorInfo. Thread-safe.
  virtual void Call(const v1::BatchRequest& request, v1::BatchResponse* response) = 0;

  // Answers all requests of `source`, with few of them in memory at a time. An error means that the
  // service was lost and some were not answered.
  virtual absl::Status CallAll(const Source& source, const Sink& sink) = 0;

  // The backend has to outlive the analyst.
  virtual std::unique_ptr<Analyst> MakeAnalyst() = 0;

  // Hands `sink` the plies as they are judged, then the summary.
  virtual absl::Status ReviewGame(const v1::ReviewGameRequest& request, const ReviewSink& sink) = 0;
};

// The most that an analysis in this process may ask for: search threads, and megabytes of its
// table.
inline constexpr uint32_t kMaxThreads = 256;
inline constexpr uint32_t kMaxHashMb = 1 << 16;

// The service in this process, whose CallAll() answers in the order of the requests. One call may
// take at most `timeout`, analyses excepted.
std::unique_ptr<Backend> MakeEmbeddedBackend(absl::Duration timeout);

// A service elsewhere, over gRPC, whose CallAll() answers in the order in which answers are ready.
// `address` is a gRPC target such as `localhost:50051`; one call may take at most `timeout`,
// streams excepted. Fails only with a usage error: the server is not asked yet.
absl::StatusOr<std::unique_ptr<Backend>> MakeRemoteBackend(const std::string& address,
                                                           const ServerAccess& access,
                                                           absl::Duration timeout);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BACKEND_BACKEND_H_
