#include "clients/cli/backend/remote_server.h"

#include <algorithm>
#include <string>

#include "absl/time/clock.h"
#include "arbiter/client/error.h"
#include "clients/cli/text/notice.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

// The time between two attempts, unless the server says when to try again.
constexpr absl::Duration kRetryInterval = absl::Seconds(1);

}  // namespace

RemoteServer::RemoteServer(client::Client client, client::Client stream_client,
                           absl::Duration timeout)
    : client_(std::move(client)),
      stream_client_(std::move(stream_client)),
      connect_time_(std::min(timeout, kMaxConnectTime)) {}

absl::Status RemoteServer::Connect() {
  ARBITER_RETURN_IF_ERROR(client_.WaitUntilConnected(connect_time_));
  reached_ = true;
  return absl::OkStatus();
}

bool RemoteServer::IsTemporary(const absl::Status& end, bool has_begun) {
  if (absl::IsUnavailable(end) || client::RetryDelayOf(end).has_value()) return true;
  // A proxy or the transport that ends a stream that has begun cannot send UNAVAILABLE any more.
  // All errors of the service have a reason.
  return has_begun && client::ReasonOf(end) == v1::ERROR_REASON_UNSPECIFIED &&
         (absl::IsUnknown(end) || absl::IsCancelled(end) || absl::IsInternal(end));
}

void RemoteServer::WaitToRetry(const absl::Status& end) {
  if (!lost_.exchange(true)) {
    PrintNotice(StrCat(client::LocalizedMessageOf(end), "; trying again until the server answers"));
  }
  absl::SleepFor(client::RetryDelayOf(end).value_or(kRetryInterval));
  // Makes gRPC connect again. If it cannot, the next attempt fails.
  stream_client_.WaitUntilConnected(kRetryInterval).IgnoreError();
}

void RemoteServer::ReportContact() {
  if (lost_.exchange(false)) PrintNotice("the server answers again");
}

}  // namespace arbiter::cli
