#include "clients/cli/commands/archive_review.h"

#include <utility>

#include "absl/strings/match.h"
#include "clients/cli/commands/game_files.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

// Whether the service has refused a game, and not the settings of the review. The reviews of long
// games can take longer than a server allows, which is an error at `limits`.
bool ConcernsGame(const absl::Status& error) {
  return ReasonOf(error) == ErrorReason::kImpossibleOutcome ||
         (ReasonOf(error) == ErrorReason::kLimitExceeded && FieldOf(error) == "limits") ||
         absl::StartsWith(FieldOf(error), "record") || absl::StartsWith(FieldOf(error), "options");
}

}  // namespace

ArchiveReview::ArchiveReview(uint32_t threads, bool in_order, const v1::ReviewGameRequest& settings,
                             Session* session, Sink sink)
    : in_order_(in_order), settings_(settings), session_(*session), sink_(std::move(sink)) {
  threads_.reserve(threads);
  for (uint32_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

ArchiveReview::~ArchiveReview() { Finish().IgnoreError(); }

absl::Status ArchiveReview::Add(const v1::ReadGame& game, uint32_t number) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return tasks_.size() < threads_.size() || !status_.ok(); });
  ARBITER_RETURN_IF_ERROR(status_);
  tasks_.push_back({added_++, {number, game}});
  changed_.notify_all();
  return absl::OkStatus();
}

absl::Status ArchiveReview::Finish() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  return status_;
}

void ArchiveReview::Work() {
  while (true) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !tasks_.empty() || closed_ || !status_.ok(); });
      if (tasks_.empty() || !status_.ok()) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
      changed_.notify_all();
    }
    const absl::Status reviewed = Review(&task.game);
    if (reviewed.ok()) {
      Emit(std::move(task));
    } else {
      const std::lock_guard lock(mutex_);
      status_.Update(reviewed);
      changed_.notify_all();
    }
  }
}

absl::Status ArchiveReview::Review(ReviewedGame* game) const {
  if (game->game.has_fault()) return absl::OkStatus();
  v1::ReviewGameRequest request = settings_;
  CopyGame(game->game.game(), &request);
  game->review = session_.backend().ReviewWholeGame(request);
  if (game->review.ok() || ConcernsGame(game->review.status())) return absl::OkStatus();
  return game->review.status();
}

void ArchiveReview::Emit(Task task) {
  const std::lock_guard sink_lock(sink_mutex_);
  const size_t index = in_order_ ? task.index : emitted_;
  waiting_.emplace(index, std::move(task.game));
  while (sink_status_.ok() && !waiting_.empty() && waiting_.begin()->first == emitted_) {
    sink_status_ = sink_(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    ++emitted_;
  }
  if (sink_status_.ok()) return;
  const std::lock_guard lock(mutex_);
  status_.Update(sink_status_);
  changed_.notify_all();
}

}  // namespace arbiter::cli
