#include "service/jobs/job_evaluation.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/search/transposition_table.h"
#include "service/access/charge.h"
#include "service/convert/errors.h"
#include "service/convert/read.h"
#include "service/convert/received_message.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/answer_from_wire.h"
#include "service/handlers/handlers.h"
#include "service/jobs/job_items.h"
#include "service/jobs/job_rows.h"
#include "service/ops/config.h"
#include "service/scheduling/work_review.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

// How often the time that an item takes is charged.
constexpr milliseconds kBillInterval(50);

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

// The charge for the time that an item takes.
class ItemCharge {
 public:
  // `turn` must outlive the object.
  ItemCharge(const JobLease& lease, const JobLease::Item& item, FairScheduler::Turn* turn)
      : lease_(lease), cost_(CostOfItem(item.request)), turn_(*turn), begin_(turn->used()) {}
  ~ItemCharge() { charge_.Settle(UnpaidTime()); }
  ItemCharge(const ItemCharge&) = delete;
  ItemCharge& operator=(const ItemCharge&) = delete;

  // Takes what the client pays before the item begins: `advance`, and the cost of the item if it
  // has not been paid. QUOTA_EXCEEDED if the client cannot pay it.
  absl::Status Take(const Access& access, double advance) {
    const double min = lease_.is_paid ? 0 : cost_;
    ARBITER_ASSIGN_OR_RETURN(
        charge_, Charge::Take(access.FindClient(lease_.client), std::max(advance, min), min));
    return absl::OkStatus();
  }

  // Charges what the item has used so far; called at short intervals.
  void Bill() {
    const auto now = Charge::Clock::now();
    if (now < next_bill_ || !charge_.pays()) return;
    next_bill_ = now + kBillInterval;
    // A client in debt only has to wait before its next item.
    charge_.Bill(UnpaidTime(), now).IgnoreError();
  }

 private:
  // The time that the item has used beyond what the client has paid with the item.
  std::chrono::nanoseconds UnpaidTime() const {
    const std::chrono::duration<double> paid(lease_.is_paid ? cost_ / CostOfTime(seconds(1)) : 0);
    const auto used = turn_.used() - begin_;
    return std::max(nanoseconds(0), used - std::chrono::duration_cast<nanoseconds>(paid));
  }

  const JobLease& lease_;
  const double cost_;
  FairScheduler::Turn& turn_;
  const nanoseconds begin_;
  Charge::Time next_bill_;
  Charge charge_;
};

// The time of an analysis that a client pays in advance.
nanoseconds AdvanceFor(const v1::JobRequest& request) {
  switch (request.request_case()) {
    case v1::JobRequest::kAnalyze: {
      const milliseconds max(request.analyze().limits().movetime_ms());
      return max > milliseconds(0) ? std::min<nanoseconds>(max, kAnalysisAdvance)
                                   : kAnalysisAdvance;
    }
    case v1::JobRequest::kReviewGame:
      return kAnalysisAdvance;
    default:
      return nanoseconds(0);
  }
}

std::string_view LocaleOf(const v1::JobRequest& request) {
  switch (request.request_case()) {
    case v1::JobRequest::kValidateGame:
      return request.validate_game().locale();
    case v1::JobRequest::kReviewGame:
      return request.review_game().locale();
    case v1::JobRequest::kAnalyze:
      return request.analyze().locale();
    case v1::JobRequest::REQUEST_NOT_SET:
      break;
  }
  return "";
}

// One evaluation.
class Evaluation {
 public:
  Evaluation(const JobEvaluationResources& resources, StopToken* stop, FairScheduler::Turn* turn,
             ItemCharge* charge)
      : resources_(resources), stop_(*stop), turn_(*turn), charge_(*charge) {}

  absl::Status Run(const v1::JobRequest& request, v1::JobResult* result) {
    switch (request.request_case()) {
      case v1::JobRequest::kValidateGame:
        return WithGame(request, request.validate_game(), result, &Evaluation::Validate);
      case v1::JobRequest::kReviewGame:
        return WithGame(request, request.review_game(), result, &Evaluation::Review);
      case v1::JobRequest::kAnalyze:
        return Search(request.analyze(), result);
      case v1::JobRequest::REQUEST_NOT_SET:
        break;
    }
    return MakeError(ErrorReason::kBadField, "the item has no request");
  }

 private:
  // Calls `run` with the request of an item, into which its game is put if the item has one in PGN.
  template <typename Request>
  absl::Status WithGame(const v1::JobRequest& item, const Request& request, v1::JobResult* result,
                        absl::Status (Evaluation::*run)(const Request&, v1::JobResult*)) {
    if (item.pgn().empty()) return (this->*run)(request, result);
    v1::PgnGame& game = *result->mutable_game();
    ARBITER_RETURN_IF_ERROR(ReadPgnGame(MakeContext(), item.pgn(), request.variant(), &game));
    Request whole = request;
    whole.set_variant(game.variant());
    *whole.mutable_options() = game.options();
    *whole.mutable_record() = game.record();
    return (this->*run)(whole, result);
  }

  // Returns what a handler needs that works for the time of a direct call.
  CallContext MakeContext() {
    const auto end = turn_.held() + milliseconds(resources_.limits.max_call_ms);
    return {.limits = &resources_.limits,
            .stop_test = [this, end]() -> absl::Status {
              turn_.Yield();
              charge_.Bill();
              ARBITER_RETURN_IF_ERROR(CheckNotStopped(stop_));
              return turn_.held() < end ? absl::OkStatus() : TookTooLongError();
            },
            .sealer = resources_.sealer,
            .observer = &resources_.answers};
  }

  absl::Status Validate(const v1::ValidateGameRequest& request, v1::JobResult* result) {
    ObserveRequest(&resources_.answers, request);
    std::string wire;
    {
      WireWriter answer(&wire);
      ARBITER_RETURN_IF_ERROR(ValidateGame(MakeContext(), request, &answer));
    }
    result->mutable_validate_game()->ParseFromString(wire);
    return absl::OkStatus();
  }

  absl::Status Review(const v1::ReviewGameRequest& request, v1::JobResult* result) {
    return Analyse(request, [&](const AnalysisContext& context) {
      v1::JobReview& review = *result->mutable_review_game();
      return ReviewGame(context, request, [&](const v1::ReviewGameResponse& response) {
        if (response.has_ply()) *review.add_plies() = response.ply();
        if (!response.has_summary()) return;
        *review.mutable_summary() = response.summary();
        if (review.plies_size() > 0) result->set_engine(response.summary().engine());
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
        if (!response.has_best_move()) return;
        *analysis.mutable_best_move() = response.best_move();
        result->set_engine(response.best_move().engine());
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
      charge_.Bill();
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
  ItemCharge& charge_;
  nanoseconds max_held_{0};
};

// A message that contains one result has at most this many bytes more: the number of the item and
// where the next results begin.
constexpr size_t kMaxBytesAroundResult = 100;

JobItemResult Serialise(int64_t number, v1::JobResult* result) {
  result->set_version(kVersion);
  return {
      .number = number, .has_failed = result->has_status(), .result = result->SerializeAsString()};
}

// Returns the result, or the failed one that takes its place because nobody could read it.
JobItemResult Readable(const Limits& limits, JobItemResult evaluated, std::string_view locale) {
  const size_t max = static_cast<size_t>(limits.max_message_bytes) - kMaxBytesAroundResult;
  if (evaluated.result.size() <= max) return evaluated;
  return FailedJobItem(
      evaluated.number,
      MakeError(ErrorReason::kLimitExceeded, StrCat("the result has ", evaluated.result.size(),
                                                    " bytes, but a result may have at most ", max)),
      locale);
}

}  // namespace

std::chrono::milliseconds MaxJobItemTime(const Limits& limits) {
  // An analysis and a review may take twice their limit; see Evaluation::MaxTime().
  const uint32_t search = std::max(limits.max_movetime_ms, limits.max_review_time_ms);
  return std::max(2 * milliseconds(search), milliseconds(limits.max_call_ms));
}

absl::StatusOr<JobItemResult> EvaluateJobItem(const JobEvaluationResources& resources,
                                              const JobLease& lease, const JobLease::Item& item,
                                              StopToken* stop, FairScheduler::Turn* turn) {
  v1::JobResult result;
  const auto evaluate = [&](const v1::JobRequest& request) -> absl::Status {
    ItemCharge charge(lease, item, turn);
    ARBITER_RETURN_IF_ERROR(charge.Take(resources.access, CostOfTime(AdvanceFor(request))));
    const absl::Status status = Evaluation(resources, stop, turn, &charge).Run(request, &result);
    if (!status.ok()) {
      result.clear_engine();
      *result.mutable_status() = ToRpcStatus(status, LocaleOf(request));
    }
    return absl::OkStatus();
  };
  ReceivedMessage<v1::JobRequest> request;
  try {
    if (!request.Parse(item.request)) {
      return FailedJobItem(item.number,
                           MakeError(ErrorReason::kBadField, "the item is not a valid request"),
                           /*locale=*/"");
    }
    ARBITER_RETURN_IF_ERROR(evaluate(*request));
    return Readable(resources.limits, Serialise(item.number, &result), LocaleOf(*request));
  } catch (const std::bad_alloc&) {
    return MakeError(ErrorReason::kOverloaded, "the worker has no memory for this item");
  } catch (const std::exception&) {
    return FailedJobItem(
        item.number, MakeError(ErrorReason::kLimitExceeded, "the worker cannot process this item"),
        LocaleOf(*request));
  }
}

}  // namespace arbiter
