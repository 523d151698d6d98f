#include "clients/cpp/src/jobs.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "clients/cpp/src/pgn_games.h"

namespace arbiter::client {
namespace {

// The limits of one call, well below those of the service.
constexpr size_t kMaxBytes = size_t{1} << 20;
constexpr int kMaxItems = 1000;

std::string RandomKey() {
  std::random_device random;
  std::string key;
  for (int i = 0; i < 4; ++i) absl::StrAppend(&key, absl::Hex(random(), absl::kZeroPad8));
  return key;
}

// Creates a job, calls `add_items` unless an earlier call with the same key has started the job,
// and starts it.
absl::StatusOr<v1::Job> Submit(const Client& client, v1::CreateJobRequest settings,
                               const CallOptions& call,
                               const std::function<absl::Status(const v1::Job&)>& add_items) {
  if (settings.idempotency_key().empty()) settings.set_idempotency_key(RandomKey());
  absl::StatusOr<v1::CreateJobResponse> created = client.CreateJob(settings, call);
  if (!created.ok()) return created.status();
  if (created->job().state() != v1::JOB_STATE_OPEN) return created->job();
  if (absl::Status status = add_items(created->job()); !status.ok()) return status;
  v1::StartJobRequest start;
  start.set_job_id(created->job().id());
  absl::StatusOr<v1::StartJobResponse> started = client.StartJob(start, call);
  if (!started.ok()) return started.status();
  return started->job();
}

}  // namespace

absl::StatusOr<v1::Job> SubmitRequests(const Client& client, v1::CreateJobRequest settings,
                                       const std::vector<v1::JobRequest>& requests,
                                       const CallOptions& call) {
  return Submit(client, std::move(settings), call, [&](const v1::Job& job) {
    absl::Status status;
    v1::AddJobItemsRequest part;
    part.set_job_id(job.id());
    size_t bytes = 0;
    const auto send = [&] {
      status = client.AddJobItems(part, call).status();
      part.set_first_item(part.first_item() + static_cast<uint64_t>(part.requests_size()));
      part.clear_requests();
      bytes = 0;
    };
    for (const v1::JobRequest& request : requests) {
      const size_t size = request.ByteSizeLong();
      const bool is_full =
          part.requests_size() == kMaxItems || (bytes > 0 && bytes + size > kMaxBytes);
      if (is_full) send();
      if (!status.ok()) return status;
      *part.add_requests() = request;
      bytes += size;
    }
    if (part.requests_size() > 0) send();
    return status;
  });
}

absl::StatusOr<v1::Job> SubmitGames(const Client& client, v1::CreateJobRequest settings,
                                    std::string_view pgn, const v1::JobRequest& request,
                                    const CallOptions& call) {
  return Submit(client, std::move(settings), call, [&](const v1::Job& job) {
    if (job.items() > 0) {
      return absl::FailedPreconditionError(
          absl::StrCat("job ", job.id(), " has this key and already some of its games, and which ",
                       "ones is not known; delete it, or use another key"));
    }
    v1::AddJobItemsRequest part;
    part.set_job_id(job.id());
    *part.mutable_games()->mutable_request() = request;
    for (const std::string_view games : PartsOfPgn(pgn, kMaxBytes, kMaxItems)) {
      part.mutable_games()->set_pgn(std::string(games));
      const absl::StatusOr<v1::AddJobItemsResponse> added = client.AddJobItems(part, call);
      if (!added.ok()) return added.status();
      part.set_first_item(added->items());
    }
    return absl::OkStatus();
  });
}

}  // namespace arbiter::client
