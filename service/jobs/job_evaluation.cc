#include "service/jobs/job_evaluation.h"

#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/search/transposition_table.h"
#include "service/convert/errors.h"
#include "service/convert/read.h"
#include "service/convert/received_message.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/answer_from_wire.h"
#include "service/handlers/handlers.h"
#include "service/ops/config.h"
#include "service/scheduling/work_review.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

// A table from the cache of tables, which goes back to it.
class BorrowedTable {
 public:
  BorrowedTable(TableCache* tables, size_t bytes) : tables_(*tables), table_(tables->Get(bytes)) {}
  ~BorrowedTable() { tables_.Put(std::move(table_)); }
  BorrowedTable(const BorrowedTable&) = delete;
  BorrowedTable& operator=(const BorrowedTable&) = delete;

  TranspositionTable* get() const { return table_.get(); }

 private:
  TableCache& tables_;
  std::unique_ptr<TranspositionTable> table_;
};

// One evaluation.
class Evaluation {
 public:
  Evaluation(const JobEvaluationResources& resources, StopToken* stop, FairScheduler::Turn* turn)
      : resources_(resources), stop_(*stop), turn_(*turn) {}

  absl::Status Run(const v1::JobRequest& request, v1::JobResult* result) {
    switch (request.request_case()) {
      case v1::JobRequest::kValidateGame:
        return Validate(request.validate_game(), result);
      case v1::JobRequest::kReviewGame:
        return Review(request.review_game(), result);
      case v1::JobRequest::kAnalyze:
        return Search(request.analyze(), result);
      case v1::JobRequest::REQUEST_NOT_SET:
        break;
    }
    return MakeError(ErrorReason::kBadField, "the item has no request");
  }

 private:
  absl::Status Validate(const v1::ValidateGameRequest& request, v1::JobResult* result) {
    const auto end = turn_.held() + milliseconds(resources_.limits.max_call_ms);
    const CallContext context = {.limits = &resources_.limits,
                                 .stop_test = [&]() -> absl::Status {
                                   turn_.Yield();
                                   ARBITER_RETURN_IF_ERROR(CheckNotStopped(stop_));
                                   return turn_.held() < end ? absl::OkStatus()
                                                             : TookTooLongError();
                                 },
                                 .sealer = resources_.sealer,
                                 .observer = &resources_.answers};
    ObserveRequest(&resources_.answers, request);
    std::string wire;
    {
      WireWriter answer(&wire);
      ARBITER_RETURN_IF_ERROR(ValidateGame(context, request, &answer));
    }
    result->mutable_validate_game()->ParseFromString(wire);
    return absl::OkStatus();
  }

  absl::Status Review(const v1::ReviewGameRequest& request, v1::JobResult* result) {
    return Analyse(request, [&](const AnalysisContext& context) {
      v1::JobReview& review = *result->mutable_review_game();
      return ReviewGame(context, request, [&](const v1::ReviewGameResponse& response) {
        if (response.has_ply()) *review.add_plies() = response.ply();
        if (response.has_summary()) *review.mutable_summary() = response.summary();
      });
    });
  }

  absl::Status Search(const v1::AnalyzeRequest& request, v1::JobResult* result) {
    if (request.limits().infinite()) {
      return AtField(MakeError(ErrorReason::kBadField, "an item of a job has to end by itself"),
                     "limits.infinite");
    }
    return Analyse(request, [&](const AnalysisContext& context) {
      v1::JobAnalysis& analysis = *result->mutable_analyze();
      return Analyze(context, request, [&](const v1::AnalyzeResponse& response) {
        if (response.has_progress()) *analysis.mutable_progress() = response.progress();
        if (response.has_best_move()) *analysis.mutable_best_move() = response.best_move();
      });
    });
  }

  // Calls `run` with what an analysis needs. The time limits are those of direct calls.
  template <typename Request, typename Function>
  absl::Status Analyse(const Request& request, const Function& run) {
    ARBITER_ASSIGN_OR_RETURN(const SearchResources search,
                             ReadSearchResources(resources_.limits, request));
    ObserveRequest(&resources_.answers, request);
    const auto begin = turn_.used();
    StopToken stop;
    bool is_too_long = false;
    stop.set_pause([&] {
      turn_.Yield();
      if (stop_.stopped()) stop.Stop();
      // Only searches without a time limit of their own can take longer.
      if (turn_.held() > max_held_) {
        is_too_long = true;
        stop.Stop();
      }
    });
    max_held_ = turn_.held() + MaxTime(request);
    const BorrowedTable table(&resources_.tables, search.table_bytes);
    const AnalysisContext context = {.limits = &resources_.limits,
                                     .stop = &stop,
                                     .threads = 1,
                                     .table = table.get(),
                                     .sealer = resources_.sealer,
                                     .observer = &resources_.answers};
    const absl::Status status = run(context);
    resources_.answers.analysis_seconds().Increment(
        std::chrono::duration<double>(turn_.used() - begin).count());
    if (is_too_long) return TookTooLongError();
    return status;
  }

  milliseconds MaxTime(const v1::AnalyzeRequest& request) const {
    // A search with a time limit ends by itself.
    return milliseconds(request.limits().movetime_ms() + resources_.limits.max_movetime_ms);
  }
  milliseconds MaxTime(const v1::ReviewGameRequest& /*request*/) const {
    return milliseconds(2 * int64_t{resources_.limits.max_review_time_ms});
  }

  const JobEvaluationResources& resources_;
  StopToken& stop_;
  FairScheduler::Turn& turn_;
  std::chrono::nanoseconds max_held_{0};
};

// A message that contains one result has at most this many bytes more: the number of the item and
// where the next results begin.
constexpr size_t kMaxBytesAroundResult = 100;

JobItemResult Serialise(int64_t number, v1::JobResult* result) {
  result->set_version(kVersion);
  return {
      .number = number, .has_failed = result->has_status(), .result = result->SerializeAsString()};
}

}  // namespace

JobItemResult FailedJobItem(int64_t number, const absl::Status& status) {
  v1::JobResult result;
  *result.mutable_status() = ToRpcStatus(status, "");
  return Serialise(number, &result);
}

JobItemResult EvaluateJobItem(const JobEvaluationResources& resources, const JobLease::Item& item,
                              StopToken* stop, FairScheduler::Turn* turn) {
  ReceivedMessage<v1::JobRequest> request;
  if (!request.Parse(item.request)) {
    return FailedJobItem(item.number,
                         MakeError(ErrorReason::kBadField, "the item is not a valid request"));
  }
  v1::JobResult result;
  try {
    const absl::Status evaluated = Evaluation(resources, stop, turn).Run(*request, &result);
    if (!evaluated.ok()) return FailedJobItem(item.number, evaluated);
  } catch (const std::bad_alloc&) {
    return FailedJobItem(
        item.number, MakeError(ErrorReason::kOverloaded, "the worker had no memory for this item"));
  } catch (const std::exception&) {
    return FailedJobItem(
        item.number, MakeError(ErrorReason::kLimitExceeded, "the worker cannot process this item"));
  }
  JobItemResult evaluated = Serialise(item.number, &result);
  // Nobody could read a larger result.
  const size_t max =
      static_cast<size_t>(resources.limits.max_message_bytes) - kMaxBytesAroundResult;
  if (evaluated.result.size() <= max) return evaluated;
  return FailedJobItem(item.number,
                       MakeError(ErrorReason::kLimitExceeded,
                                 StrCat("the result has ", evaluated.result.size(),
                                        " bytes, but a result may have at most ", max)));
}

}  // namespace arbiter
