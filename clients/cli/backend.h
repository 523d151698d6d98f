#ifndef ARBITER_CLIENTS_CLI_BACKEND_H_
#define ARBITER_CLIENTS_CLI_BACKEND_H_

#include <functional>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/analyst.h"

namespace arbiter::cli {

// What answers the commands: the service in this process, or one elsewhere.
class Backend {
 public:
  // The next request; none: there are no more.
  using Source = std::function<std::optional<v1::BatchRequest>()>;
  // Takes an answer; called from one thread at a time.
  using Sink = std::function<void(const v1::BatchResponse&)>;
  using ReviewSink = std::function<void(const v1::ReviewGameResponse&)>;

  virtual ~Backend() = default;

  // Whether another process answers, under limits of its own.
  virtual bool remote() const = 0;

  // Never fails: an error becomes `response->status`. One that did not come
  // from the service (nobody there, no answer in time) has no ErrorInfo. Thread-safe.
  virtual void Call(const v1::BatchRequest& request, v1::BatchResponse* response) = 0;

  // Answers all requests of `source`, with few of them in memory at a time. An
  // error means that the service was lost and some were not answered.
  virtual absl::Status CallAll(const Source& source, const Sink& sink) = 0;

  // The backend has to live as long.
  virtual std::unique_ptr<Analyst> MakeAnalyst() = 0;

  // Hands `sink` the plies as they are judged, then the summary.
  virtual absl::Status ReviewGame(const v1::ReviewGameRequest& request, const ReviewSink& sink) = 0;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BACKEND_H_
