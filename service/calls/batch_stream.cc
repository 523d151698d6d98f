#include "service/calls/batch_stream.h"

#include <cstddef>
#include <utility>

#include "arbiter/v1/rules_service.pb.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/calls/call_errors.h"
#include "service/convert/wire_reader.h"
#include "service/handlers/handlers.h"
#include "service/measure/message_rules.h"

namespace arbiter {

BatchStream::BatchStream(const CallEnvironment* environment, MethodMetrics* method,
                         std::unique_ptr<Rpc> rpc)
    : StreamCall(environment, method, std::move(rpc), WriteMode::kBuffered),
      max_unanswered_(static_cast<size_t>(environment->limits.max_batch_in_flight)),
      max_unanswered_bytes_(size_t{4} * environment->limits.max_message_bytes) {
  record().CountItems(0);
}

void BatchStream::OnMessage(std::shared_ptr<ReceivedBytes> message, Lock lock) {
  const auto item = std::make_shared<Item>(
      Item{.received = std::move(message), .deadline = work().WorkDeadline()});
  record().CountItems(1);
  ++working_;
  working_bytes_ += item->wire().size();
  ReadNext(std::move(lock));
  Handle(item);
}

bool BatchStream::WantsMessage() const {
  const size_t unanswered = working_ + queue().unsent();
  const BufferedBytes& buffered = environment().work.buffered;
  if (unanswered > 0 && buffered.IsBacklogged(*admission().share())) return false;
  return unanswered < max_unanswered_ &&
         working_bytes_ + queue().unsent_bytes() < max_unanswered_bytes_;
}

absl::Status BatchStream::FinalStatus() const {
  ARBITER_RETURN_IF_ERROR(failure());
  if (is_half_closed()) return absl::OkStatus();
  return is_draining() ? ShuttingDownError() : IdleError();
}

void BatchStream::Handle(const ItemPtr& item) {
  if (IsLargeRequest(item->wire().size())) return Schedule(item);
  const absl::StatusOr<RequestShape> shape = Measure(item.get());
  if (!shape.ok()) {
    Refuse(item, shape.status());
  } else if (IsShortWork(*shape)) {
    Deliver(item, Answer(item.get(), nullptr));
  } else {
    Schedule(item);
  }
}

void BatchStream::Schedule(const ItemPtr& item) {
  auto self = Shared<BatchStream>();
  work().Schedule(
      item->wire().size(),
      [self, item](FairScheduler::Turn& turn) -> FairScheduler::Completion {
        // Handle() has already measured smaller requests.
        if (IsLargeRequest(item->wire().size())) {
          const absl::Status measured = self->Measure(item.get()).status();
          if (!measured.ok()) return [self, item, measured] { self->Refuse(item, measured); };
        }
        return [self, item, answer = self->Answer(item.get(), &turn)]() mutable {
          self->Deliver(item, std::move(answer));
        };
      },
      [self, item](FairScheduler::Refusal why) { self->Refuse(item, OverloadedError(why)); });
}

absl::StatusOr<RequestShape> BatchStream::Measure(Item* item) const {
  static const MessageRule& rule = *FindMessageRule("BatchRequest");
  ARBITER_ASSIGN_OR_RETURN(const RequestShape shape,
                           MeasureRequest(environment().limits, rule, item->wire()));
  item->view_tokens = shape.view_tokens;
  return shape;
}

void BatchStream::Refuse(const ItemPtr& item, const absl::Status& status) {
  if (ReasonOf(status) == ErrorReason::kBadField) {
    Lock lock = AcquireLock();
    Fail(MakeError(ErrorReason::kBadField,
                   "the stream contains a message that is not a valid BatchRequest"));
    Release(*item);
    Pump(std::move(lock));
    return;
  }
  if (ReasonOf(status) == ErrorReason::kOverloaded) {
    // A client that keeps sending should not get a refusal for each item at once.
    const Lock lock = AcquireLock();
    PauseReading();
  }
  Deliver(item, Refusal(status, *item));
}

std::string BatchStream::Answer(Item* item, FairScheduler::Turn* turn) {
  item->has_begun = true;
  // An answer that cannot be delivered is not charged.
  if (const absl::Status status = work().CheckStart(); !status.ok()) {
    return Refusal(status, *item);
  }
  WorkNeeds needs = NeedsOf(item->wire());
  needs.cost += item->view_tokens;
  absl::StatusOr<Charge> charge = admission().authorization().AdmitItem(needs);
  if (!charge.ok()) {
    const Lock lock = AcquireLock();
    ThrottleUnpaid(item->wire().size());
    return Refusal(charge.status(), *item);
  }
  std::string answer;
  const absl::Status status = work().Answer(
      {.charge = &*charge, .needed = needs.methods, .turn = turn, .deadline = item->deadline},
      [&](const CallContext& context) -> absl::StatusOr<size_t> {
        AnswerBatchItem(context, item->wire(), &answer);
        return answer.size();
      });
  if (!status.ok()) return Refusal(status, *item);
  return answer;
}

std::string BatchStream::Refusal(const absl::Status& status, const Item& item) {
  environment().work.answers.OnRefusal(status);
  std::string answer;
  FailBatchItem(status, ReadStringField(item.wire(), v1::BatchRequest::kIdFieldNumber),
                item.has_begun ? LocaleOf(item.wire()) : "", &answer);
  return answer;
}

void BatchStream::Deliver(const ItemPtr& item, std::string answer) {
  absl::StatusOr<BufferedBytes::Answer> buffered = work().Buffer(answer.size());
  if (!buffered.ok()) {
    answer = Refusal(buffered.status(), *item);
    // The refusal is small, and the number of unanswered items is bounded, so it is always sent.
    buffered = work().Buffer(0);
  }
  WriteQueue::Message message = {.bytes = std::move(answer), .request_bytes = item->wire().size()};
  if (buffered.ok()) message.buffered = *std::move(buffered);
  Lock lock = AcquireLock();
  Release(*item);
  if (!is_broken()) queue().Push(std::move(message));
  Pump(std::move(lock));
}

void BatchStream::Release(const Item& item) {
  --working_;
  working_bytes_ -= item.wire().size();
}

}  // namespace arbiter
