#ifndef ARBITER_CLIENTS_CLI_BACKEND_BACKEND_H_
#define ARBITER_CLIENTS_CLI_BACKEND_BACKEND_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/job_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/arguments/access_arguments.h"
#include "core/search/limits.h"

namespace arbiter::cli {

// Analyses one position after another. An analysis reuses the transposition table of the previous
// one if both positions have the same variant and options.
class Analyst {
 public:
  // Receives the answers in order, on the thread that calls Analyze(). The last one is the best
  // move.
  using Sink = std::function<void(const v1::AnalyzeResponse&)>;

  virtual ~Analyst() = default;

  // Analyses a position and returns after the best move. `stop` may be stopped at any time, even
  // before the call; the analysis then ends within milliseconds with the best move found so far.
  virtual absl::Status Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                               const Sink& sink) = 0;
};

// Jobs (docs/jobs.md), which only servers keep. Beside the unary methods of JobService, it has
// functions that last longer than a connection: after it is lost, they try again until a server
// answers, however long that takes, and print notices about both on standard error.
class Jobs {
 public:
  // Receives an update. An error ends the call, which returns it.
  using ProgressSink = std::function<absl::Status(const v1::WatchJobResponse&)>;
  using ResultSink = std::function<absl::Status(const v1::StreamJobResultsResponse&)>;

  virtual ~Jobs() = default;

  // Returns the address of the server as the user has given it.
  virtual const std::string& address() const = 0;

#define ARBITER_JOB_METHOD(name, ...) \
  virtual absl::StatusOr<v1::name##Response> name(const v1::name##Request& request) = 0;
#include "service/methods.def"

  // Create a job, add its items and start it, as client::Client::SubmitJob() does.
  virtual absl::StatusOr<v1::Job> Submit(const v1::CreateJobRequest& settings, std::string_view pgn,
                                         const v1::JobRequest& request) = 0;
  virtual absl::StatusOr<v1::Job> Submit(const v1::CreateJobRequest& settings,
                                         const std::vector<v1::JobRequest>& requests) = 0;

  // Passes on the progress of a job until it has ended.
  virtual absl::Status Watch(const std::string& job_id, const ProgressSink& sink) = 0;
  // Passes on the results of a job, each of them once, until it has ended.
  virtual absl::Status StreamResults(const v1::StreamJobResultsRequest& request,
                                     const ResultSink& sink) = 0;
};

// The service that executes the commands, either in this process or on a server.
class Backend {
 public:
  // Returns the next request, or std::nullopt if there are no more.
  using Source = std::function<std::optional<v1::BatchRequest>()>;
  // Receives an answer. Called by one thread at a time.
  using Sink = std::function<void(const v1::BatchResponse&)>;
  using ReviewSink = std::function<void(const v1::ReviewGameResponse&)>;

  virtual ~Backend() = default;

  // Returns whether another process answers, with limits of its own.
  virtual bool is_remote() const = 0;

  // Makes a unary call. Never fails: an error becomes `response->status`, which has no ErrorInfo if
  // the server could not be reached or did not answer in time. Thread-safe.
  virtual void Call(const v1::BatchRequest& request, v1::BatchResponse* response) = 0;

  // Answers all requests of `source`, keeping only a few in memory at a time. An error means that
  // the connection to the service failed and that some requests were not answered.
  virtual absl::Status CallAll(const Source& source, const Sink& sink) = 0;

  // Makes an analyst, which the backend must outlive.
  virtual std::unique_ptr<Analyst> MakeAnalyst() = 0;

  // Reviews a game. Passes each ply to `sink` as soon as it is judged, and the summary at the end.
  virtual absl::Status ReviewGame(const v1::ReviewGameRequest& request, const ReviewSink& sink) = 0;

  // Reviews a game, and returns the whole review. After the connection to a server is lost, or
  // while the server is overloaded, reviews the game again, like the functions of Jobs.
  // Thread-safe.
  virtual absl::StatusOr<v1::JobReview> ReviewWholeGame(const v1::ReviewGameRequest& request) = 0;

  // Returns the jobs of the server, or nullptr if this process answers.
  virtual Jobs* jobs() { return nullptr; }
};

// Adds an update of a review to the whole review.
void AddUpdate(const v1::ReviewGameResponse& update, v1::JobReview* review);

// The maximum number of search threads, and the maximum size of the transposition table in
// megabytes, of an analysis in this process.
inline constexpr uint32_t kMaxThreads = 256;
inline constexpr uint32_t kMaxHashMb = 1 << 16;

// Makes a backend that answers in this process. Its CallAll() answers in the order of the requests.
// A call may take at most `timeout`, except for analyses.
std::unique_ptr<Backend> MakeEmbeddedBackend(absl::Duration timeout);

// Makes a backend that calls a server over gRPC. Its CallAll() answers in the order in which the
// answers are ready. `address` is an address as client::Client::Create() accepts it. A call may
// take at most `timeout`, except for streams. Fails only with a usage error, because no connection
// is made yet. A call fails within about two seconds if the server cannot be reached at all.
absl::StatusOr<std::unique_ptr<Backend>> MakeRemoteBackend(const std::string& address,
                                                           const ServerAccess& access,
                                                           absl::Duration timeout);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BACKEND_BACKEND_H_
