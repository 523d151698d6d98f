#ifndef ARBITER_CLIENTS_CLI_UCI_SEARCH_H_
#define ARBITER_CLIENTS_CLI_UCI_SEARCH_H_

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "clients/cli/analyst.h"
#include "clients/cli/uci/go.h"
#include "clients/cli/uci/output.h"

namespace arbiter::cli {

// The search that one `go` asks for, on its own thread: `info` lines, then exactly one `bestmove`,
// which is held back until Stop() where the search is infinite. While it ponders, it is so until
// PonderHit(), with which its limits begin to count.
class UciSearch {
 public:
  // Begins. `request` lacks its limits, which are `limits`. `analyst` and `output` have to live as
  // long.
  UciSearch(v1::AnalyzeRequest request, const v1::AnalysisLimits& limits, const GoCommand& go,
            Analyst* analyst, UciOutput* output);
  // Stops it and waits for its end.
  ~UciSearch();
  UciSearch(const UciSearch&) = delete;
  UciSearch& operator=(const UciSearch&) = delete;

  void Stop();
  void PonderHit();

 private:
  void Run();
  // Sets `best_`.
  void Analyze(const v1::AnalysisLimits& limits, StopToken* stop);
  void TellProgress(const v1::AnalysisProgress& progress, StopToken* stop);
  // Until Stop(), or PonderHit() where it ponders. False: it was stopped.
  bool WaitForHit();
  void WaitForStop();

  v1::AnalyzeRequest request_;
  const v1::AnalysisLimits limits_;
  const bool infinite_;
  const bool ponder_;
  const std::optional<int64_t> mate_;
  Analyst* const analyst_;
  UciOutput* const output_;

  StopToken stop_pondering_;
  StopToken stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
  bool hit_ = false;

  v1::BestMove best_;
  std::thread thread_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_SEARCH_H_
