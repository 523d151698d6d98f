#include "service/calls/health.h"

#include <utility>

#include "grpc/health/v1/health.pb.h"
#include "service/calls/call_errors.h"
#include "service/measure/request_shape.h"

namespace arbiter {
namespace {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

// Returns the service that a request names; std::nullopt if the message is not a valid request.
std::optional<std::string> ParseService(const Rpc& rpc, ReceivedBytes message) {
  HealthCheckRequest request;
  // These calls have no turns, so a long request is not even decoded.
  if (IsLargeRequest(message.view().size()) || !DecodeMessage(rpc.codec(), &message).ok() ||
      !request.ParseFromArray(message.view().data(), static_cast<int>(message.view().size()))) {
    return std::nullopt;
  }
  return std::move(*request.mutable_service());
}

std::string EncodeStatus(int status) {
  HealthCheckResponse response;
  response.set_status(static_cast<HealthCheckResponse::ServingStatus>(status));
  return response.SerializeAsString();
}

int StatusOf(bool serving) {
  return serving ? HealthCheckResponse::SERVING : HealthCheckResponse::NOT_SERVING;
}

absl::Status MalformedRequestError() {
  return absl::InvalidArgumentError("the message is not a valid HealthCheckRequest");
}

}  // namespace

HealthCheck::HealthCheck(const CallEnvironment* environment, MethodMetrics* method,
                         const Health* health, std::unique_ptr<Rpc> rpc)
    : PublicCall(environment, method, kNoStream, std::move(rpc)), health_(health) {}

void HealthCheck::Start(const CallEnvironment* environment, MethodMetrics* method,
                        const Health* health, std::unique_ptr<Rpc> rpc) {
  Open<HealthCheck>(environment, method, health, std::move(rpc))->rpc().StartRead();
}

void HealthCheck::OnReadDone(bool has_message) {
  if (finished()) return;
  if (!has_message) return Finish(MalformedRequestError());
  ReceivedBytes message = rpc().TakeMessage();
  CountMessage();
  const std::optional<std::string> service = ParseService(rpc(), std::move(message));
  if (!service.has_value()) return Finish(MalformedRequestError());
  const std::optional<bool> serving = health_->IsServing(*service);
  if (!serving.has_value()) return Finish(absl::NotFoundError("unknown service"));
  FinishWith(EncodeStatus(StatusOf(*serving)));
}

void HealthCheck::OnTick(Time now) {
  if (IsLate(now)) Finish(RequestTimeoutError());
}

HealthWatch::HealthWatch(const CallEnvironment* environment, MethodMetrics* method,
                         const Health* health, std::unique_ptr<Rpc> rpc)
    : PublicCall(environment, method, kMaxWatchesPerClient, std::move(rpc)),
      health_(health),
      method_(method) {}

void HealthWatch::Start(const CallEnvironment* environment, MethodMetrics* method,
                        const Health* health, std::unique_ptr<Rpc> rpc) {
  const auto watch = Open<HealthWatch>(environment, method, health, std::move(rpc));
  if (watch->admitted().ok()) {
    watch->rpc().StartRead();
  } else {
    watch->Finish(watch->admitted());
  }
}

void HealthWatch::OnReadDone(bool has_message) {
  if (finished()) return;
  if (!has_message) return Finish(MalformedRequestError());
  ReceivedBytes message = rpc().TakeMessage();
  CountMessage();
  service_ = ParseService(rpc(), std::move(message));
  if (!service_.has_value()) return Finish(MalformedRequestError());
  WriteStatus();
}

void HealthWatch::OnWriteDone(bool ok) {
  writing_ = false;
  if (ok) {
    method_->sent.Increment();
    WriteStatus();
  } else {
    Finish(absl::CancelledError());
  }
}

void HealthWatch::OnCancel() {
  if (!writing_) Finish(absl::CancelledError());
}

void HealthWatch::OnTick(Time now) {
  if (!service_.has_value()) {
    if (IsLate(now)) Finish(RequestTimeoutError());
    return;
  }
  WriteStatus();
  if (environment().drain.has_begun() && !writing_) {
    Finish(absl::CancelledError("the server is shutting down"));
  }
}

void HealthWatch::WriteStatus() {
  if (writing_ || finished()) return;
  const std::optional<bool> serving = health_->IsServing(*service_);
  const int status =
      serving.has_value() ? StatusOf(*serving) : int{HealthCheckResponse::SERVICE_UNKNOWN};
  if (last_sent_ == status) return;
  last_sent_ = status;
  writing_ = true;
  rpc().StartWrite(EncodeMessage(rpc().codec(), EncodeStatus(status)), false);
}

}  // namespace arbiter
