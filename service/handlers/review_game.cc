#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/convert/read.h"
#include "service/handlers/game_review.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

using Clock = std::chrono::steady_clock;

// The time limit of a review.
class ReviewDeadline {
 public:
  explicit ReviewDeadline(uint32_t max_ms)
      : max_ms_(max_ms), end_(Clock::now() + std::chrono::milliseconds(max_ms)) {}

  // Returns LIMIT_EXCEEDED at `limits` once the time is over.
  absl::Status Check() const {
    if (Clock::now() < end_) return absl::OkStatus();
    return AtField(
        MakeError(ErrorReason::kLimitExceeded,
                  StrCat("the review took longer than ", max_ms_,
                         " ms, the server's limit; set lower limits or review fewer actions")),
        "limits");
  }

  // Returns `limits` with a movetime of at most the time left. The time left is rounded up, so that
  // a search does not end before the deadline unless one of its own limits ends it.
  SearchLimits Bound(SearchLimits limits) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now());
    const bool is_shorter = limits.movetime.count() > 0 && limits.movetime < left;
    if (!is_shorter) limits.movetime = std::max(left, std::chrono::milliseconds(1));
    return limits;
  }

 private:
  const uint32_t max_ms_;
  const Clock::time_point end_;
};

// Makes an analyst that searches each state with these limits. It returns CANCELLED once the review
// is stopped and LIMIT_EXCEEDED once the time is over, because a search that was cut short cannot
// judge fairly. `context` and `deadline` must outlive the analyst.
Analyst MakeAnalyst(const AnalysisContext& context, const SearchLimits& limits,
                    const ReviewDeadline& deadline) {
  return [&context, &deadline, limits](const Game& game,
                                       std::string_view only) -> absl::StatusOr<AnalysisResult> {
    AnalysisQuery query = {
        .limits = deadline.Bound(limits), .search_moves = {}, .threads = context.threads};
    if (!only.empty()) query.search_moves.emplace_back(only);
    absl::StatusOr<AnalysisResult> result =
        game.Analyze(query, *context.stop, context.table, nullptr);
    if (result.ok() && context.observer != nullptr) context.observer->OnSearch(result->progress);
    ARBITER_RETURN_IF_ERROR(CheckNotStopped(*context.stop));
    ARBITER_RETURN_IF_ERROR(deadline.Check());
    if (result.ok() && result->progress.lines.empty()) {
      return MakeError(ErrorReason::kGameOver, "there is nothing to analyse: the game is over");
    }
    return result;
  };
}

}  // namespace

absl::Status ReviewGame(const AnalysisContext& context, const v1::ReviewGameRequest& request,
                        const ReviewSink& send) {
  const ReviewDeadline deadline(context.limits->max_review_time_ms);
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::Theme_IsValid(request.theme()), "theme"}}));
  ARBITER_ASSIGN_OR_RETURN(const SearchLimits limits,
                           ReadSearchLimits(*context.limits, request.limits(), Infinite::kRefused));
  ARBITER_ASSIGN_OR_RETURN(const WholeGame whole, ReadWholeGame(request));
  const v1::Record& record = whole.record;
  ARBITER_RETURN_IF_ERROR(CheckCount(record.actions_size(), context.limits->max_review_actions,
                                     StrCat(whole.record_path, ".actions")));
  const CallContext reading = {context.limits, [&]() -> absl::Status {
                                 ARBITER_RETURN_IF_ERROR(CheckNotStopped(*context.stop));
                                 return deadline.Check();
                               }};
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame end, ReadRecord(reading, whole, Viewer::kAll));
  ARBITER_ASSIGN_OR_RETURN(std::unique_ptr<Game> start, StartRecord(whole.selection, record));
  if (whole.plays_on) start->PlayOn();

  GameReview review(std::move(start), end.shown(), MakeAnalyst(context, limits, deadline));
  for (int i = 0; i < record.actions_size(); ++i) {
    ARBITER_ASSIGN_OR_RETURN(
        std::optional<v1::PlyReview> ply,
        review.Next(i, record.actions(i), ActionInputAt(record.seed(), record.elapsed_ms(), i)));
    if (!ply) continue;
    v1::ReviewGameResponse response;
    *response.mutable_ply() = *std::move(ply);
    send(response);
  }
  v1::ReviewGameResponse last;
  *last.mutable_summary() =
      review.Summary(ParseLocale(request.locale()), request.theme() == v1::THEME_DARK);
  send(last);
  return absl::OkStatus();
}

}  // namespace arbiter
