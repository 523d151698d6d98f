#include "clients/cli/uci/search.h"

#include <algorithm>
#include <utility>

namespace arbiter::cli {

UciSearch::UciSearch(v1::AnalyzeRequest request, const v1::AnalysisLimits& limits,
                     const GoCommand& go, std::optional<TimeManager> time_manager,
                     Clock::time_point received, v1::Color to_move, Analyst* analyst,
                     UciOutput* output)
    : request_(std::move(request)),
      limits_(limits),
      infinite_(go.infinite),
      ponder_(go.ponder),
      mate_(go.mate),
      time_manager_(std::move(time_manager)),
      to_move_(to_move),
      analyst_(analyst),
      output_(output),
      begin_(received),
      thread_([this] { Run(); }) {}

UciSearch::~UciSearch() {
  Stop();
  thread_.join();
}

void UciSearch::Stop() {
  stop_pondering_.Stop();
  stop_.Stop();
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
}

void UciSearch::PonderHit() {
  {
    const std::lock_guard lock(mutex_);
    if (ponder_ && !hit_) begin_ = Clock::now();
    hit_ = true;
  }
  stop_pondering_.Stop();
  changed_.notify_all();
}

void UciSearch::Run() {
  bool stopped = false;
  if (ponder_) {
    v1::AnalysisLimits infinite;
    infinite.set_infinite(true);
    Analyze(infinite, &stop_pondering_);
    stopped = !WaitForHit();
  }
  // This search reuses the transposition table of pondering.
  if (!stopped) Analyze(RemainingLimits(), &stop_);
  if (infinite_) WaitForStop();
  output_->Line(BestMoveLine(best_));
}

void UciSearch::Analyze(const v1::AnalysisLimits& limits, StopToken* stop) {
  *request_.mutable_limits() = limits;
  absl::Status status;
  bool made_way = false;
  do {
    status = analyst_->Analyze(request_, *stop, [&](const v1::AnalyzeResponse& response) {
      if (response.has_progress()) ReportProgress(response.progress(), stop);
      if (response.has_best_move()) best_ = response.best_move();
    });
    // A service ends even an infinite search if others wait. It continues when its turn comes.
    made_way = best_.stopped_by() == v1::STOPPED_BY_OTHERS_WAIT;
  } while (status.ok() && limits.infinite() && made_way && !stop->stopped());
  output_->ReportFailure("go", status);
  if (!best_.has_adjudication()) return;
  output_->Note(best_.adjudication().message());
  // The side to move has no move. GUIs expect the score of a draw or a loss anyway.
  const v1::Color winner = best_.adjudication().winner();
  if (winner == v1::COLOR_UNSPECIFIED) output_->Line("info depth 0 score cp 0");
  if (winner != v1::COLOR_UNSPECIFIED && winner != to_move_) {
    output_->Line("info depth 0 score mate 0");
  }
}

void UciSearch::ReportProgress(const v1::AnalysisProgress& progress, StopToken* stop) {
  for (const v1::AnalysisLine& line : progress.lines()) output_->Line(InfoLine(progress, line));
  if (progress.lines().empty() || progress.lines(0).pv().empty()) return;
  const v1::AnalysisLine& first = progress.lines(0);
  // This remains the best move if the search fails later.
  best_.Clear();
  best_.set_action(first.pv(0));
  const int mate_in = first.score().mate_in();
  if (mate_ && mate_in > 0 && mate_in <= *mate_) stop->Stop();
  const bool ponders = stop == &stop_pondering_;
  if (time_manager_ && !ponders &&
      time_manager_->EndsSearch(progress.depth(), first.pv(0), first.score(), Elapsed())) {
    stop->Stop();
  }
}

v1::AnalysisLimits UciSearch::RemainingLimits() const {
  v1::AnalysisLimits limits = limits_;
  if (time_manager_) {
    const auto left = time_manager_->maximum() - Elapsed();
    limits.set_movetime_ms(static_cast<uint32_t>(std::max<int64_t>(left.count(), 1)));
  }
  return limits;
}

std::chrono::milliseconds UciSearch::Elapsed() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin_);
}

bool UciSearch::WaitForHit() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopped_ || hit_; });
  return !stopped_;
}

void UciSearch::WaitForStop() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopped_; });
}

}  // namespace arbiter::cli
