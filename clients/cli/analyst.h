#ifndef ARBITER_CLIENTS_CLI_ANALYST_H_
#define ARBITER_CLIENTS_CLI_ANALYST_H_

#include <functional>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "core/search/limits.h"

namespace arbiter::cli {

// Analyses one position after another, and keeps for the next what it has found, as long as it
// is the same game under the same options.
class Analyst {
 public:
  // Called by the thread that asks, in order; the last answer is the best move.
  using Sink = std::function<void(const v1::AnalyzeResponse&)>;

  virtual ~Analyst() = default;

  // Returns after the best move. `stop` may be told at any time, also before: the analysis then
  // ends within milliseconds and answers what it has found.
  virtual absl::Status Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                               const Sink& sink) = 0;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ANALYST_H_
