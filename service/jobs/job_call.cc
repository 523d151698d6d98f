#include "service/jobs/job_call.h"

#include <chrono>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/calls/call_errors.h"
#include "service/convert/wire_reader.h"
#include "service/measure/request_shape.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

// How often a method that waits looks whether the wait is over.
constexpr milliseconds kPollInterval(300);

}  // namespace

JobCall::JobCall(const CallEnvironment* environment, const JobMethod* method,
                 MethodMetrics* metrics, const JobService* service, std::unique_ptr<Rpc> rpc)
    : OpenCall(environment, metrics, std::move(rpc)), method_(*method), service_(*service) {}

void JobCall::Start(const CallEnvironment* environment, const JobMethod* method,
                    MethodMetrics* metrics, const JobService* service, std::unique_ptr<Rpc> rpc) {
  const auto call = Open<JobCall>(environment, method, metrics, service, std::move(rpc));
  absl::Status admitted = call->admission().status();
  if (admitted.ok()) admitted = call->CheckService();
  if (admitted.ok()) {
    call->rpc().StartRead();
  } else {
    call->awaiting_request_ = false;
    call->Finish(admitted, "");
  }
}

absl::Status JobCall::CheckService() {
  if (service_.database == nullptr) {
    return MakeError(ErrorReason::kUnimplemented,
                     "this server keeps no jobs; start arbiterd with --jobs postgresql://…");
  }
  if (service_.is_for_anyone || !admission().authorization().client().empty()) {
    return absl::OkStatus();
  }
  return MakeError(ErrorReason::kPermissionDenied,
                   "jobs need a client with a name, from a key, a token or a certificate; or start "
                   "arbiterd with --jobs-for-anyone");
}

void JobCall::OnReadDone(bool has_message) {
  if (!std::exchange(awaiting_request_, false)) return;
  if (!has_message) return Finish(work().MissingRequestError(), "");
  auto message = std::make_shared<ReceivedBytes>(rpc().TakeMessage());
  record().CountReceived();
  const size_t size = message->view().size();
  auto self = Shared<JobCall>();
  if (!IsLargeRequest(size)) return Read(message.get());
  work().Schedule(
      size,
      [self, message](FairScheduler::Turn&) -> FairScheduler::Completion {
        self->Read(message.get());
        return [] {};
      },
      [self](FairScheduler::Refusal why) { self->Finish(OverloadedError(why), ""); });
}

void JobCall::OnTick(Time now) {
  if (awaiting_request_) {
    if (!IsLate(now)) return;
    awaiting_request_ = false;
    return Finish(RequestTimeoutError(), "");
  }
  std::string wire;
  {
    const std::lock_guard lock(mutex_);
    if (next_poll_ > now) return;
    next_poll_ = Time::max();
    wire = waiting_;
  }
  Submit(std::move(wire));
}

void JobCall::Read(ReceivedBytes* message) {
  const absl::Status status = [&]() -> absl::Status {
    ARBITER_RETURN_IF_ERROR(DecodeMessage(rpc().codec(), message));
    locale_ = ReadLocale(*method_.type, message->view());
    ARBITER_RETURN_IF_ERROR(
        MeasureRequest(environment().limits, *method_.request, message->view()).status());
    if (method_.needs != nullptr) {
      CallAuthorization& authorization = admission().authorization();
      ARBITER_RETURN_IF_ERROR(authorization.CheckRunning(
          authorization.charge(), std::chrono::nanoseconds(0), method_.needs(message->view())));
    }
    if (method_.max_wait == nullptr) return absl::OkStatus();
    ARBITER_ASSIGN_OR_RETURN(const milliseconds wait, method_.max_wait(message->view()));
    end_of_wait_ = std::chrono::steady_clock::now() + wait;
    return absl::OkStatus();
  }();
  if (!status.ok()) return Finish(status, "");
  Submit(std::string(message->view()));
}

void JobCall::Submit(std::string wire) {
  auto self = Shared<JobCall>();
  service_.database->Submit([self, wire = std::move(wire)](const absl::StatusOr<JobStore*>& store) {
    if (!store.ok()) return self->Finish(store.status(), "");
    if (const absl::Status status = self->work().CheckStart(); !status.ok()) {
      return self->Finish(status, "");
    }
    absl::StatusOr<std::string> response = self->method_.answer(
        self->service_, *store, self->admission().authorization().client(), wire);
    if (!response.ok()) return self->Finish(response.status(), "");
    self->OnAnswer(wire, *std::move(response));
  });
}

void JobCall::OnAnswer(const std::string& wire, std::string response) {
  const Time now = std::chrono::steady_clock::now();
  const bool waits = method_.ends_wait != nullptr && !method_.ends_wait(response) &&
                     now < end_of_wait_ && !environment().drain.has_begun();
  if (!waits) return Finish(absl::OkStatus(), std::move(response));
  const std::lock_guard lock(mutex_);
  waiting_ = wire;
  next_poll_ = now + kPollInterval;
}

void JobCall::Finish(const absl::Status& status, std::string response) {
  absl::Status result = status;
  if (result.ok()) {
    response = EncodeMessage(rpc().codec(), std::move(response));
    result = work().CheckSize(response.size());
  }
  if (result.ok()) {
    absl::StatusOr<BufferedBytes::Answer> buffered = work().Buffer(response.size());
    if (buffered.ok()) {
      buffered_ = *std::move(buffered);
    } else {
      result = buffered.status();
    }
  }
  if (result.ok()) record().CountSent();
  RpcStatus end = End(result, locale_);
  if (result.ok()) {
    rpc().StartWriteAndFinish(std::move(response));
  } else {
    rpc().StartFinish(std::move(end));
  }
}

}  // namespace arbiter
