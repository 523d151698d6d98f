#include "clients/cli/remote_backend.h"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "clients/cli/failure.h"
#include "clients/cli/remote_analyst.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "service/handlers/handlers.h"

namespace arbiter::cli {
namespace {

// Larger requests go by unary calls, so that one that is too large for the
// server fails alone and does not end the stream.
constexpr size_t kMaxStreamItemBytes = 1 << 20;

// A bundle has no unary method to go by.
v1::BatchResponse TooLargeBundle(const v1::BatchRequest& request) {
  std::string bytes;
  FailBatchItem(MakeError(ErrorReason::kLimitExceeded,
                          StrCat("the bundle has more than ", kMaxStreamItemBytes,
                                 " bytes, the most that is sent at once")),
                request, &bytes);
  v1::BatchResponse response;
  response.ParseFromString(bytes);
  return response;
}

template <typename Response>
absl::Status Take(absl::StatusOr<Response> answer, Response* response) {
  if (!answer.ok()) return answer.status();
  *response = *std::move(answer);
  return absl::OkStatus();
}

absl::Status CallMethod(const client::Client& client, const v1::BatchRequest& request,
                        v1::BatchResponse* response) {
  switch (request.request_case()) {
#define ARBITER_UNARY_METHOD(name, item, ...) \
  case v1::BatchRequest::k##name:             \
    return Take(client.name(request.item()), response->mutable_##item());
#include "service/methods.def"
    // Batch alone takes a bundle.
    default:
      return absl::InvalidArgumentError("the request names no method");
  }
}

}  // namespace

void RemoteBackend::Call(const v1::BatchRequest& request, v1::BatchResponse* response) {
  response->Clear();
  const absl::Status status = CallMethod(client_, request, response);
  if (!status.ok()) *response->mutable_status() = client::ToRpcStatus(status);
  response->set_id(request.id());
}

absl::Status RemoteBackend::CallAll(const Source& source, const Sink& sink) {
  std::mutex sink_mutex;
  const auto locked_sink = [&](const v1::BatchResponse& response) {
    const std::lock_guard lock(sink_mutex);
    sink(response);
  };
  client::Batch batch = client_.StartBatch(locked_sink);
  while (std::optional<v1::BatchRequest> request = source()) {
    if (request->ByteSizeLong() > kMaxStreamItemBytes) {
      v1::BatchResponse response;
      if (request->has_bundle()) {
        response = TooLargeBundle(*request);
      } else {
        Call(*request, &response);
      }
      locked_sink(response);
    } else if (!batch.Send(*request)) {
      break;
    }
  }
  const absl::Status status = batch.Finish();
  if (status.ok()) return status;
  const absl::Status error = FromService(status);
  if (!absl::IsUnavailable(error) && ReasonOf(error) != ErrorReason::kUnspecified) return error;
  return absl::UnavailableError(StrCat(error.message(), "; not all requests were answered"));
}

std::unique_ptr<Analyst> RemoteBackend::MakeAnalyst() {
  return std::make_unique<RemoteAnalyst>(client_);
}

absl::Status RemoteBackend::ReviewGame(const v1::ReviewGameRequest& request,
                                       const ReviewSink& sink) {
  client::CallOptions any_time;
  any_time.timeout = absl::InfiniteDuration();
  client::GameReview review = client_.ReviewGame(request, any_time);
  for (const v1::ReviewGameResponse& update : review) sink(update);
  return FromService(review.Finish());
}

}  // namespace arbiter::cli
