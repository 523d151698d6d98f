#include "service/calls/unary_call.h"

#include <utility>

#include "core/base/status_macros.h"
#include "service/calls/call_errors.h"
#include "service/convert/wire_reader.h"
#include "service/convert/wire_writer.h"

namespace arbiter {
namespace {

// Estimates how much longer a call takes if its messages are converted.
constexpr int kEncodedWorkFactor = 3;

}  // namespace

void UnaryCall::Start(const CallEnvironment* environment, const UnaryMethod* method,
                      std::unique_ptr<Rpc> rpc) {
  // Only work that waits for its turn can be withdrawn when the call is cancelled. A request that
  // has arrived is answered otherwise, and the answer is dropped.
  const auto call = OpenUnwatched<UnaryCall>(environment, method, std::move(rpc));
  if (const absl::Status& admitted = call->admission().status(); !admitted.ok()) {
    call->awaiting_request_ = false;
    call->Finish(admitted);
  } else {
    call->rpc().StartRead();
  }
}

void UnaryCall::OnReadDone(bool has_message) {
  if (!std::exchange(awaiting_request_, false)) return;
  if (!has_message) {
    // Only OnCancel() tells a call that was cancelled from one that lacks a request.
    lacks_request_since_ = std::chrono::steady_clock::now();
    rpc().StartWatch();
    return;
  }
  ReceivedBytes wire = rpc().TakeMessage();
  record().CountReceived();
  if (IsLargeRequest(wire.view().size())) {
    Schedule(std::move(wire), /*is_measured=*/false);
    return;
  }
  if (const absl::Status decoded = DecodeMessage(rpc().codec(), &wire); !decoded.ok()) {
    Finish(decoded);
    return;
  }
  const absl::StatusOr<RequestShape> shape = Measure(wire.view());
  if (!shape.ok()) {
    Finish(shape.status());
  } else if (IsShortWork(*shape)) {
    Finish(work().Answer({.charge = admission().authorization().charge()},
                         [&](const CallContext& context) { return Answer(context, wire.view()); }));
  } else {
    // The request may be refused before it is parsed.
    locale_ = ReadLocale(*method_->type, wire.view());
    Schedule(std::move(wire), /*is_measured=*/true);
  }
}

void UnaryCall::OnCancel() {
  if (std::exchange(lacks_request_since_, std::nullopt).has_value()) {
    Finish(work().MissingRequestError());
  } else if (environment().work.scheduler.Withdraw(ticket_)) {
    Finish(work().DisconnectedError());
  }
}

void UnaryCall::OnTick(Time now) {
  if (lacks_request_since_.has_value()) {
    // By now, OnCancel() would have been called.
    if (now - *lacks_request_since_ < Rpc::kTick) return;
    lacks_request_since_.reset();
    Finish(work().MissingRequestError());
  } else if (awaiting_request_ && IsLate(now)) {
    awaiting_request_ = false;
    Finish(RequestTimeoutError());
  } else if (deadline_.has_value() && now >= *deadline_) {
    deadline_.reset();
    if (environment().work.scheduler.Withdraw(ticket_)) Finish(TookTooLongError());
  }
}

absl::StatusOr<RequestShape> UnaryCall::Measure(std::string_view wire) {
  ARBITER_ASSIGN_OR_RETURN(RequestShape shape,
                           MeasureRequest(environment().limits, *method_->request, wire));
  ARBITER_RETURN_IF_ERROR(admission().authorization().charge()->Add(shape.view_tokens));
  if (rpc().codec() != nullptr) shape.work *= kEncodedWorkFactor;
  return shape;
}

absl::StatusOr<size_t> UnaryCall::Answer(const CallContext& context, std::string_view wire) {
  {
    WireWriter answer(&response_);
    if (absl::Status status = method_->answer(context, wire, &answer); !status.ok()) {
      locale_ = ReadLocale(*method_->type, wire);
      return status;
    }
  }
  if (const Codec* const codec = rpc().codec()) {
    ARBITER_RETURN_IF_ERROR(work().CheckSize(response_.size()));
    response_ = codec->FromWire(response_);
  }
  return response_.size();
}

void UnaryCall::Schedule(ReceivedBytes message, bool is_measured) {
  auto wire = std::make_shared<ReceivedBytes>(std::move(message));
  const size_t size = wire->view().size();
  const Time deadline = work().WorkDeadline();
  deadline_ = deadline;
  rpc().StartWatch();
  auto self = Shared<UnaryCall>();
  ticket_ = work().Schedule(
      size,
      [self, wire = std::move(wire), is_measured,
       deadline](FairScheduler::Turn& turn) mutable -> FairScheduler::Completion {
        const absl::Status status = self->AnswerInTurn(wire.get(), is_measured, deadline, &turn);
        wire.reset();
        return [self, status] { self->Finish(status); };
      },
      [self](FairScheduler::Refusal why) { self->Finish(OverloadedError(why)); });
}

absl::Status UnaryCall::AnswerInTurn(ReceivedBytes* message, bool is_measured, Time deadline,
                                     FairScheduler::Turn* turn) {
  return work().Answer(
      {.charge = admission().authorization().charge(), .turn = turn, .deadline = deadline},
      [&](const CallContext& context) -> absl::StatusOr<size_t> {
        if (!is_measured) {
          ARBITER_RETURN_IF_ERROR(DecodeMessage(rpc().codec(), message));
          ARBITER_RETURN_IF_ERROR(Measure(message->view()).status());
        }
        return Answer(context, message->view());
      });
}

void UnaryCall::Finish(const absl::Status& status) {
  FinishUnary(status, locale_, &response_, &buffered_);
}

}  // namespace arbiter
