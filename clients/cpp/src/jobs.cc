#include "clients/cpp/src/jobs.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arbiter/client/error.h"
#include "clients/cpp/src/pgn_games.h"
#include "clients/cpp/src/retries.h"

namespace arbiter::client {
namespace {

// The limits of one call, well below those of the service.
constexpr size_t kMaxBytes = size_t{1} << 20;
constexpr size_t kMaxItems = 1000;
// How long a call waits for tokens of the client's quota in all.
constexpr absl::Duration kMaxQuotaWait = absl::Minutes(5);

std::string RandomKey() {
  std::random_device random;
  std::string key;
  for (int i = 0; i < 4; ++i) absl::StrAppend(&key, absl::Hex(random(), absl::kZeroPad8));
  return key;
}

// Makes a call, and makes it again as long as the quota of the client is used up: what has been
// submitted so far must not be lost because tokens need longer than a call lasts.
template <typename Response>
absl::StatusOr<Response> CallWithinQuota(
    const Connection& connection, const std::function<absl::StatusOr<Response>()>& make_call) {
  const absl::Time give_up = absl::Now() + kMaxQuotaWait;
  while (true) {
    absl::StatusOr<Response> response = make_call();
    if (ReasonOf(response.status()) != v1::ERROR_REASON_QUOTA_EXCEEDED) return response;
    const std::optional<absl::Duration> delay = RetryDelayOf(response.status());
    if (!delay.has_value()) return response;
    const absl::Duration wait = WithJitter(*delay);
    if (absl::Now() + wait >= give_up || !connection.retry_budget().TakeToken()) return response;
    connection.Wait(wait, /*cancelled=*/nullptr);
  }
}

// Whether the items of a call cost more tokens than the quota of the client can ever have.
bool CanNeverBePaid(const absl::Status& status) {
  if (ReasonOf(status) != v1::ERROR_REASON_LIMIT_EXCEEDED) return false;
  const std::vector<FieldViolation> violations = FieldViolationsOf(status);
  return std::any_of(violations.begin(), violations.end(), [](const FieldViolation& violation) {
    return violation.field == "requests" || violation.field == "games";
  });
}

// Adds items to the job that has been created.
using AddItems =
    std::function<absl::StatusOr<v1::AddJobItemsResponse>(const v1::AddJobItemsRequest& part)>;
// Adds all items to the job with this id.
using AddAll = std::function<absl::Status(const std::string& job_id, const AddItems& add)>;

absl::StatusOr<v1::Job> FillAndStart(const Client& client, const Connection& connection,
                                     const std::string& job_id, const CallOptions& call,
                                     const AddAll& add_all) {
  const auto add = [&](const v1::AddJobItemsRequest& part) {
    return CallWithinQuota<v1::AddJobItemsResponse>(connection,
                                                    [&] { return client.AddJobItems(part, call); });
  };
  if (absl::Status status = add_all(job_id, add); !status.ok()) return status;
  v1::StartJobRequest start;
  start.set_job_id(job_id);
  const auto started = CallWithinQuota<v1::StartJobResponse>(
      connection, [&] { return client.StartJob(start, call); });
  if (!started.ok()) return started.status();
  return started->job();
}

// Creates a job, adds its items and starts it, unless an earlier call with the same key has started
// it.
absl::StatusOr<v1::Job> Submit(const Client& client, const Connection& connection,
                               v1::CreateJobRequest settings, const CallOptions& call,
                               const AddAll& add_all) {
  const bool has_key = !settings.idempotency_key().empty();
  if (!has_key) settings.set_idempotency_key(RandomKey());
  const absl::StatusOr<v1::CreateJobResponse> created = client.CreateJob(settings, call);
  if (!created.ok()) return created.status();
  const v1::Job& job = created->job();
  if (job.state() != v1::JOB_STATE_OPEN) return job;
  absl::StatusOr<v1::Job> started = FillAndStart(client, connection, job.id(), call, add_all);
  if (!started.ok() && !has_key) {
    // Nobody can continue this job.
    v1::DeleteJobRequest abandoned;
    abandoned.set_job_id(job.id());
    client.DeleteJob(abandoned, call).IgnoreError();
  }
  return started;
}

}  // namespace

absl::StatusOr<v1::Job> SubmitRequests(const Client& client, const Connection& connection,
                                       const v1::CreateJobRequest& settings,
                                       const std::vector<v1::JobRequest>& requests,
                                       const CallOptions& call) {
  const auto add_all = [&requests](const std::string& job_id, const AddItems& add) {
    size_t max_items = kMaxItems;
    for (size_t first = 0; first < requests.size();) {
      v1::AddJobItemsRequest part;
      part.set_job_id(job_id);
      part.set_first_item(first);
      size_t bytes = 0;
      size_t next = first;
      while (next < requests.size() && next - first < max_items) {
        bytes += requests[next].ByteSizeLong();
        if (next > first && bytes > kMaxBytes) break;
        *part.add_requests() = requests[next];
        ++next;
      }
      const absl::Status status = add(part).status();
      if (status.ok()) {
        first = next;
        continue;
      }
      if (!CanNeverBePaid(status) || next - first == 1) return status;
      max_items = (next - first) / 2;
    }
    return absl::OkStatus();
  };
  return Submit(client, connection, settings, call, add_all);
}

absl::StatusOr<v1::Job> SubmitGames(const Client& client, const Connection& connection,
                                    const v1::CreateJobRequest& settings, std::string_view pgn,
                                    const v1::JobRequest& request, const CallOptions& call) {
  const auto add_all = [&](const std::string& job_id, const AddItems& add) {
    v1::AddJobItemsRequest part;
    part.set_job_id(job_id);
    *part.mutable_games()->mutable_request() = request;
    std::vector<std::string_view> parts = PartsOfPgn(pgn, kMaxBytes, kMaxItems);
    for (size_t i = 0; i < parts.size();) {
      part.mutable_games()->set_pgn(std::string(parts[i]));
      const absl::StatusOr<v1::AddJobItemsResponse> added = add(part);
      if (added.ok()) {
        part.set_first_item(added->next_item());
        ++i;
        continue;
      }
      const size_t games = PartsOfPgn(parts[i], kMaxBytes, 1).size();
      if (!CanNeverBePaid(added.status()) || games == 1) return added.status();
      const auto begin = static_cast<size_t>(parts[i].data() - pgn.data());
      parts = PartsOfPgn(pgn.substr(begin), kMaxBytes, games / 2);
      i = 0;
    }
    return absl::OkStatus();
  };
  return Submit(client, connection, settings, call, add_all);
}

}  // namespace arbiter::client
