#ifndef ARBITER_CLIENTS_CLI_UCI_SEARCH_H_
#define ARBITER_CLIENTS_CLI_UCI_SEARCH_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

#include "clients/cli/backend/backend.h"
#include "clients/cli/uci/protocol.h"
#include "clients/cli/uci/time_manager.h"

namespace arbiter::cli {

// The search of one `go` command, on its own thread. It prints `info` lines and then exactly one
// `bestmove`, which an infinite search holds back until Stop(). A pondering search is infinite
// until PonderHit(), when its limits begin to count.
class UciSearch {
 public:
  using Clock = std::chrono::steady_clock;

  // Begins the search of `request` within `limits`, which replace the limits of the request.
  // `time_manager` ends it earlier; std::nullopt if no clock limits the search. `received` is when
  // the command was received. `to_move` is the side to move. `analyst` and `output` must outlive
  // the search.
  UciSearch(v1::AnalyzeRequest request, const v1::AnalysisLimits& limits, const GoCommand& go,
            std::optional<TimeManager> time_manager, Clock::time_point received, v1::Color to_move,
            Analyst* analyst, UciOutput* output);
  // Stops the search and waits until it has ended.
  ~UciSearch();
  UciSearch(const UciSearch&) = delete;
  UciSearch& operator=(const UciSearch&) = delete;

  void Stop();
  void PonderHit();

 private:
  void Run();
  // Analyses the position and sets `best_`.
  void Analyze(const v1::AnalysisLimits& limits, StopToken* stop);
  void ReportProgress(const v1::AnalysisProgress& progress, StopToken* stop);
  // Returns the limits from now on: a clock has been running since `begin_`.
  v1::AnalysisLimits RemainingLimits() const;
  std::chrono::milliseconds Elapsed() const;
  // Waits for PonderHit(). Returns false if Stop() is called first.
  bool WaitForHit();
  void WaitForStop();

  v1::AnalyzeRequest request_;
  const v1::AnalysisLimits limits_;
  const bool infinite_;
  const bool ponder_;
  const std::optional<int64_t> mate_;
  std::optional<TimeManager> time_manager_;
  const v1::Color to_move_;
  Analyst* const analyst_;
  UciOutput* const output_;

  StopToken stop_pondering_;
  StopToken stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
  bool hit_ = false;
  // When the limits began to count.
  Clock::time_point begin_;

  v1::BestMove best_;
  std::thread thread_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_SEARCH_H_
