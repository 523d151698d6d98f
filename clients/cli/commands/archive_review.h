#ifndef ARBITER_CLIENTS_CLI_COMMANDS_ARCHIVE_REVIEW_H_
#define ARBITER_CLIENTS_CLI_COMMANDS_ARCHIVE_REVIEW_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/job_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/backend/session.h"

namespace arbiter::cli {

// A game of a file, and its review or the reason why it has none.
struct ReviewedGame {
  // The number of the game in its file, from 1.
  uint32_t number = 0;
  v1::ReadGame game;
  // The service's error concerns this game. Meaningless if the game has a fault.
  absl::StatusOr<v1::JobReview> review = v1::JobReview();
};

// Reviews games on several threads.
class ArchiveReview {
 public:
  // Receives a game, on one of the threads, one at a time. An error ends the review.
  using Sink = std::function<absl::Status(const ReviewedGame& game)>;

  // `settings` is a request without a game. The sink receives the games in the order in which they
  // were added if `in_order`, or else as soon as they are finished. `session` must outlive this
  // object.
  ArchiveReview(uint32_t threads, bool in_order, const v1::ReviewGameRequest& settings,
                Session* session, Sink sink);
  ~ArchiveReview();
  ArchiveReview(const ArchiveReview&) = delete;
  ArchiveReview& operator=(const ArchiveReview&) = delete;

  // Waits until a thread is about to be free, and adds a game. Returns the error that has ended the
  // review.
  absl::Status Add(const v1::ReadGame& game, uint32_t number);

  // Waits until all games have been passed to the sink. Returns the error that has ended the
  // review. Must be called once, after the last Add().
  absl::Status Finish();

 private:
  struct Task {
    size_t index;
    ReviewedGame game;
  };

  // Runs on each thread.
  void Work();
  // Sets the review of a game. Returns an error that does not concern this game alone.
  absl::Status Review(ReviewedGame* game) const;
  // Passes on a game, and those after it that have waited for it.
  void Emit(Task task);

  const bool in_order_;
  const v1::ReviewGameRequest settings_;
  Session& session_;
  const Sink sink_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  size_t added_ = 0;
  bool closed_ = false;
  // The first error.
  absl::Status status_;

  // Guards what follows, and calls of the sink.
  std::mutex sink_mutex_;
  // Finished games that wait for earlier ones, by their indices.
  std::map<size_t, ReviewedGame> waiting_;
  size_t emitted_ = 0;
  // The error of the sink, which is not called again after it.
  absl::Status sink_status_;

  std::vector<std::thread> threads_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_COMMANDS_ARCHIVE_REVIEW_H_
