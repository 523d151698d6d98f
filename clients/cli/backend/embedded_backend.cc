#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "absl/time/clock.h"
#include "clients/cli/backend/backend.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/search/transposition_table.h"
#include "service/convert/read.h"
#include "service/handlers/handlers.h"

namespace arbiter::cli {
namespace {

class EmbeddedAnalyst : public Analyst {
 public:
  // `limits` must outlive the analyst.
  explicit EmbeddedAnalyst(const Limits* limits) : limits_(limits) {}

  absl::Status Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                       const Sink& sink) override {
    ARBITER_ASSIGN_OR_RETURN(const SearchResources resources,
                             ReadSearchResources(*limits_, request));
    try {
      PrepareTable(request.position(), resources.table_bytes);
    } catch (const std::bad_alloc&) {
      return MakeError(ErrorReason::kLimitExceeded,
                       "not enough memory for the transposition table; choose a smaller one");
    }
    return arbiter::Analyze(
        {.limits = limits_, .stop = &stop, .threads = resources.threads, .table = table_.get()},
        request, sink);
  }

 private:
  // Creates or clears `table_`, unless its entries are useful for this position.
  void PrepareTable(const v1::Position& position, size_t bytes) {
    v1::Position game;
    game.set_variant(position.variant());
    *game.mutable_options() = position.options();
    std::string key = game.SerializeAsString();
    if (table_ == nullptr || bytes != bytes_) {
      table_.reset();
      bytes_ = 0;
      table_ = std::make_unique<TranspositionTable>(bytes);
      bytes_ = bytes;
    } else if (key != game_) {
      table_->Clear();
    }
    game_ = std::move(key);
  }

  const Limits* const limits_;
  std::unique_ptr<TranspositionTable> table_;
  // The requested size; the table may be smaller.
  size_t bytes_ = 0;
  // The serialized variant and options of the table's entries.
  std::string game_;
};

class EmbeddedBackend : public Backend {
 public:
  explicit EmbeddedBackend(absl::Duration timeout) : timeout_(timeout) {
    // Only the caller uses this process, so the limits against abuse are lifted.
    limits_.max_perft_nodes = UINT64_MAX;
    limits_.max_message_bytes = INT32_MAX;
    limits_.max_movetime_ms = INT32_MAX;
    limits_.max_analysis_threads = kMaxThreads;
    limits_.max_hash_mb = kMaxHashMb;
    limits_.max_review_actions = limits_.max_record_actions;
    limits_.max_review_time_ms = UINT32_MAX;
  }

  bool is_remote() const override { return false; }

  void Call(const v1::BatchRequest& request, v1::BatchResponse* response) override {
    const absl::Time deadline = absl::Now() + timeout_;
    const CallContext context = {.limits = &limits_, .stop_test = [deadline] {
                                   if (absl::Now() < deadline) return absl::OkStatus();
                                   return MakeError(ErrorReason::kCancelled,
                                                    absl::StatusCode::kDeadlineExceeded,
                                                    "the call took longer than --timeout allows");
                                 }};
    std::string answer;
    AnswerBatchItem(context, request.SerializeAsString(), &answer);
    response->ParseFromString(answer);
  }

  absl::Status CallAll(const Source& source, const Sink& sink) override {
    while (const std::optional<v1::BatchRequest> request = source()) {
      v1::BatchResponse response;
      Call(*request, &response);
      sink(response);
    }
    return absl::OkStatus();
  }

  std::unique_ptr<Analyst> MakeAnalyst() override {
    return std::make_unique<EmbeddedAnalyst>(&limits_);
  }

  absl::Status ReviewGame(const v1::ReviewGameRequest& request, const ReviewSink& sink) override {
    ARBITER_ASSIGN_OR_RETURN(const SearchResources resources,
                             ReadSearchResources(limits_, request));
    const StopToken never;
    TranspositionTable table(resources.table_bytes);
    return arbiter::ReviewGame(
        {.limits = &limits_, .stop = &never, .threads = resources.threads, .table = &table},
        request, sink);
  }

  absl::StatusOr<v1::JobReview> ReviewWholeGame(const v1::ReviewGameRequest& request) override {
    v1::JobReview review;
    ARBITER_RETURN_IF_ERROR(ReviewGame(
        request, [&](const v1::ReviewGameResponse& update) { AddUpdate(update, &review); }));
    return review;
  }

 private:
  Limits limits_;
  const absl::Duration timeout_;
};

}  // namespace

void AddUpdate(const v1::ReviewGameResponse& update, v1::JobReview* review) {
  if (update.has_ply()) *review->add_plies() = update.ply();
  if (update.has_summary()) *review->mutable_summary() = update.summary();
}

std::unique_ptr<Backend> MakeEmbeddedBackend(absl::Duration timeout) {
  return std::make_unique<EmbeddedBackend>(timeout);
}

}  // namespace arbiter::cli
