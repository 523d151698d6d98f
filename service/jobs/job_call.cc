#include "service/jobs/job_call.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/calls/call_errors.h"
#include "service/convert/wire_reader.h"
#include "service/jobs/job_rows.h"
#include "service/measure/request_shape.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

// How long before the deadline of the client a wait ends, so that the answer arrives in time.
constexpr milliseconds kTimeToAnswer(500);

std::string Serialise(v1::Job job) {
  v1::WaitJobResponse response;
  *response.mutable_job() = std::move(job);
  return response.SerializeAsString();
}

}  // namespace

JobCall::JobCall(const CallEnvironment* environment, const JobMethod* method,
                 MethodMetrics* metrics, const JobService* service, std::unique_ptr<Rpc> rpc)
    : OpenCall(environment, metrics, std::move(rpc)), method_(*method), service_(*service) {}

void JobCall::Start(const CallEnvironment* environment, const JobMethod* method,
                    MethodMetrics* metrics, const JobService* service, std::unique_ptr<Rpc> rpc) {
  const auto call = Open<JobCall>(environment, method, metrics, service, std::move(rpc));
  absl::Status admitted = call->admission().status();
  if (admitted.ok()) {
    admitted = service->CheckCaller(call->admission().authorization().client());
  }
  if (admitted.ok()) {
    call->rpc().StartRead();
  } else {
    call->awaiting_request_ = false;
    call->Finish(admitted, "");
  }
}

void JobCall::OnReadDone(bool has_message) {
  if (!std::exchange(awaiting_request_, false)) return;
  if (!has_message) return Finish(work().MissingRequestError(), "");
  auto message = std::make_shared<ReceivedBytes>(rpc().TakeMessage());
  record().CountReceived();
  const size_t size = message->view().size();
  auto self = Shared<JobCall>();
  if (!IsLargeRequest(size)) return Read(message.get(), /*turn=*/nullptr);
  work().Schedule(
      size,
      [self, message](FairScheduler::Turn& turn) -> FairScheduler::Completion {
        self->Read(message.get(), &turn);
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
  std::unique_lock lock(mutex_);
  if (!awaited_) return;
  if (const auto reason = ReasonToEnd(now)) EndWait(std::move(lock), *reason);
}

void JobCall::OnCancel() {
  std::unique_lock lock(mutex_);
  if (awaited_) EndWait(std::move(lock), work().DisconnectedError());
}

void JobCall::Read(ReceivedBytes* message, FairScheduler::Turn* turn) {
  CallAuthorization& authorization = admission().authorization();
  CallWork::AnswerOptions options = {.charge = authorization.charge(), .turn = turn};
  if (turn != nullptr) options.deadline = work().WorkDeadline();
  std::string wire;
  const auto read = [&](const CallContext& context) -> absl::StatusOr<size_t> {
    ARBITER_RETURN_IF_ERROR(DecodeMessage(rpc().codec(), message));
    locale_ = ReadLocale(*method_.type, message->view());
    ARBITER_RETURN_IF_ERROR(
        MeasureRequest(environment().limits, *method_.request, message->view()).status());
    if (method_.prepare != nullptr) {
      ARBITER_ASSIGN_OR_RETURN(PreparedItems items,
                               method_.prepare(message->view(), context.stop_test));
      ARBITER_RETURN_IF_ERROR(
          AtField(authorization.AdmitLaterItems(items.methods, items.costs), items.field));
      wire = std::move(items.wire);
    } else {
      wire = message->view();
    }
    if (method_.max_wait != nullptr) {
      ARBITER_ASSIGN_OR_RETURN(const milliseconds wait, method_.max_wait(wire));
      end_of_wait_ =
          std::min(std::chrono::steady_clock::now() + wait, rpc().deadline() - kTimeToAnswer);
    }
    return 0;
  };
  if (const absl::Status status = work().Answer(options, read); !status.ok()) {
    return Finish(status, "");
  }
  Submit(std::move(wire));
}

void JobCall::Submit(std::string wire) {
  auto self = Shared<JobCall>();
  const size_t bytes = wire.size();
  auto answer = [self, wire = std::move(wire)](const absl::StatusOr<JobStore*>& store) {
    if (!store.ok()) return self->Finish(store.status(), "");
    std::string response;
    const absl::Status status = self->work().Run([&]() -> absl::Status {
      ARBITER_RETURN_IF_ERROR(self->work().CheckStart());
      ARBITER_ASSIGN_OR_RETURN(
          response, self->method_.answer(self->service_, *store,
                                         self->admission().authorization().client(), wire));
      return absl::OkStatus();
    });
    if (status.ok() && self->method_.max_wait != nullptr) {
      return self->EndOrWait(std::move(response));
    }
    self->Finish(status, std::move(response));
  };
  service_.database->Submit(admission().share()->key, bytes, std::move(answer));
}

void JobCall::EndOrWait(std::string response) {
  v1::WaitJobResponse answer;
  answer.ParseFromString(response);
  const std::string id = answer.job().id();
  {
    std::unique_lock lock(mutex_);
    const bool has_ended = HasEnded(answer.job());
    awaited_ = std::move(*answer.mutable_job());
    if (has_ended) return EndWait(std::move(lock), absl::OkStatus());
    // The queue's thread may have reported a cancellation before the call began to wait.
    if (const auto reason = ReasonToEnd(std::chrono::steady_clock::now())) {
      return EndWait(std::move(lock), *reason);
    }
  }
  service_.watch->Add(id, Shared<JobCall>());
}

void JobCall::OnJob(const absl::StatusOr<ObservedJob>& job) {
  std::unique_lock lock(mutex_);
  if (!awaited_) return;
  if (!job.ok()) return EndWait(std::move(lock), job.status());
  awaited_ = job->job;
  if (HasEnded(job->job)) EndWait(std::move(lock), absl::OkStatus());
}

std::optional<absl::Status> JobCall::ReasonToEnd(Time now) {
  if (absl::Status status = work().CheckStart(); !status.ok()) return status;
  CallAuthorization& authorization = admission().authorization();
  absl::Status status =
      authorization.CheckRunning(authorization.charge(), std::chrono::nanoseconds(0));
  if (!status.ok()) return status;
  if (now >= end_of_wait_ || environment().drain.has_begun()) return absl::OkStatus();
  return std::nullopt;
}

void JobCall::EndWait(std::unique_lock<std::mutex> lock, const absl::Status& status) {
  v1::Job job = *std::exchange(awaited_, std::nullopt);
  lock.unlock();
  Finish(status, status.ok() ? Serialise(std::move(job)) : "");
}

void JobCall::Finish(const absl::Status& status, std::string response) {
  absl::Status result = status;
  if (result.ok()) result = work().CheckSize(response.size());
  if (result.ok()) response = EncodeMessage(rpc().codec(), std::move(response));
  FinishUnary(result, locale_, &response, &buffered_);
}

}  // namespace arbiter
