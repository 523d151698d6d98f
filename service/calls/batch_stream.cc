#include "service/calls/batch_stream.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "arbiter/v1/rules_service.pb.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/calls/call_errors.h"
#include "service/handlers/handlers.h"
#include "service/handlers/text_bundle.h"
#include "service/measure/message_rules.h"
#include "service/measure/work_estimate.h"

namespace arbiter {

// An item that has been read and not yet answered.
struct BatchItem {
  // The bytes of the request; nullptr once `request` has been parsed.
  std::shared_ptr<ReceivedBytes> wire;
  // The request: one of these once it has been parsed or refused.
  std::optional<TextBundle> texts;
  std::optional<ReceivedMessage<v1::BatchRequest>> request;
  size_t bytes = 0;
  // The time at which the work must be done.
  RpcHandler::Time deadline;

  const v1::BatchRequest& message() const { return **request; }
};

BatchStream::BatchStream(const CallEnvironment* environment, MethodMetrics* method,
                         std::unique_ptr<Rpc> rpc)
    : StreamCall(environment, method, std::move(rpc), WriteMode::kBuffered),
      max_unanswered_(static_cast<size_t>(environment->limits.max_batch_in_flight)),
      max_unanswered_bytes_(size_t{4} * environment->limits.max_message_bytes) {
  record().CountItems(0);
}

void BatchStream::OnMessage(std::shared_ptr<ReceivedBytes> message, Lock lock) {
  const auto item = std::make_shared<BatchItem>();
  item->bytes = message->view().size();
  item->wire = std::move(message);
  item->deadline = work().WorkDeadline();
  record().CountItems(1);
  ++working_;
  working_bytes_ += item->bytes;
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
  if (IsLargeRequest(item->bytes)) return Schedule(item);
  const absl::StatusOr<RequestShape> shape = Measure(item.get());
  if (!shape.ok()) {
    Refuse(item, shape.status());
  } else if (!IsShortWork(*shape)) {
    Schedule(item);
  } else if (const absl::Status parsed = Parse(item.get()); !parsed.ok()) {
    Refuse(item, parsed);
  } else {
    Deliver(item, Answer(item.get(), nullptr));
  }
}

void BatchStream::Schedule(const ItemPtr& item) {
  auto self = Shared<BatchStream>();
  work().Schedule(
      item->bytes,
      [self, item](FairScheduler::Turn& turn) -> FairScheduler::Completion {
        absl::Status parsed;
        // Handle() has already measured smaller requests.
        if (IsLargeRequest(item->bytes)) parsed = self->Measure(item.get()).status();
        if (parsed.ok()) parsed = self->Parse(item.get());
        if (!parsed.ok()) return [self, item, parsed] { self->Refuse(item, parsed); };
        return [self, item, answer = self->Answer(item.get(), &turn)]() mutable {
          self->Deliver(item, std::move(answer));
        };
      },
      [self, item](FairScheduler::Refusal why) { self->Refuse(item, OverloadedError(why)); });
}

absl::StatusOr<RequestShape> BatchStream::Measure(BatchItem* item) const {
  const std::string_view wire = item->wire->view();
  // A bundle of this kind needs no messages. Unless the request is large, the bundle takes less
  // memory than its messages would be allowed.
  item->texts = ReadTextBundle(wire);
  if (item->texts.has_value() && !IsLargeRequest(wire.size())) {
    const auto work = EstimateWork(v1::BatchRequest::kLegalMoves, WorkFactors());
    return RequestShape{.memory = item->texts->items.size() * sizeof(TextBundle::Item),
                        .work = work * item->texts->items.size()};
  }
  static const MessageRule& rule = *FindMessageRule("BatchRequest");
  return MeasureRequest(environment().limits, rule, wire);
}

absl::Status BatchStream::Parse(BatchItem* item) {
  if (item->texts.has_value()) return absl::OkStatus();
  if (!item->request.emplace().Parse(item->wire->view())) {
    return MakeError(ErrorReason::kBadField, "the message is not a valid BatchRequest");
  }
  item->wire.reset();
  return absl::OkStatus();
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
  item->request.emplace().mutable_message()->set_id(
      ReadStringField(item->wire->view(), v1::BatchRequest::kIdFieldNumber));
  Deliver(item, Refusal(status, *item));
}

std::string BatchStream::Answer(BatchItem* item, FairScheduler::Turn* turn) {
  // An answer that cannot be delivered is not charged.
  if (const absl::Status status = work().CheckStart(); !status.ok()) {
    return Refusal(status, *item);
  }
  const WorkNeeds needs =
      item->texts.has_value() ? NeedsOf(*item->texts) : NeedsOf(item->message());
  absl::StatusOr<Charge> charge = admission().authorization().AdmitItem(needs);
  if (!charge.ok()) {
    const Lock lock = AcquireLock();
    ThrottleUnpaid(item->bytes);
    return Refusal(charge.status(), *item);
  }
  std::string answer;
  const absl::Status status = work().Answer(
      {.charge = &*charge, .needed = needs.methods, .turn = turn, .deadline = item->deadline},
      [&](const CallContext& context) -> absl::StatusOr<size_t> {
        if (item->texts.has_value()) {
          AnswerTextBundle(context, *item->texts, &answer);
        } else {
          AnswerBatchItem(context, item->message(), &answer);
        }
        return answer.size();
      });
  if (!status.ok()) return Refusal(status, *item);
  return answer;
}

std::string BatchStream::Refusal(const absl::Status& status, const BatchItem& item) {
  environment().work.answers.OnRefusal(status);
  std::string answer;
  if (item.texts.has_value()) {
    FailBatchItem(status, *item.texts, &answer);
  } else {
    FailBatchItem(status, item.message(), &answer);
  }
  return answer;
}

void BatchStream::Deliver(const ItemPtr& item, std::string answer) {
  absl::StatusOr<BufferedBytes::Answer> buffered = work().Buffer(answer.size());
  if (!buffered.ok()) {
    answer = Refusal(buffered.status(), *item);
    // The refusal is small, and the number of unanswered items is bounded, so it is always sent.
    buffered = work().Buffer(0);
  }
  WriteQueue::Message message = {.bytes = std::move(answer), .request_bytes = item->bytes};
  if (buffered.ok()) message.buffered = *std::move(buffered);
  Lock lock = AcquireLock();
  Release(*item);
  if (!is_broken()) queue().Push(std::move(message));
  Pump(std::move(lock));
}

void BatchStream::Release(const BatchItem& item) {
  --working_;
  working_bytes_ -= item.bytes;
}

}  // namespace arbiter
