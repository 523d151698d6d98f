#include "service/server/batch_reactor.h"

#include <cstddef>
#include <utility>

#include "arbiter/v1/rules_service.pb.h"
#include "core/rules/error.h"
#include "service/handlers.h"
#include "service/server/wire_buffer.h"

namespace arbiter {

// A request and its answer.
struct BatchItem {
  // What was read, then what is written.
  grpc::ByteBuffer wire;
  // Of both.
  size_t bytes = 0;
  size_t answer_bytes = 0;
  ReceivedMessage<v1::BatchRequest> request;
  Charge charge;
};

BatchReactor* BatchReactor::Start(const CallEnvironment* environment, const MethodMetrics* method,
                                  grpc::CallbackServerContext* context) {
  std::shared_ptr<BatchReactor> reactor(new BatchReactor(environment, method, context));
  reactor->self_ = reactor;
  if (reactor->scope_.Admitted().ok()) {
    reactor->scope_.AnswerRequestId();
    reactor->StartSendInitialMetadata();
  }
  reactor->Pump(Lock(reactor->mutex_));
  environment->drain.Add(reactor);
  return reactor.get();
}

BatchReactor::BatchReactor(const CallEnvironment* environment, const MethodMetrics* method,
                           grpc::CallbackServerContext* context)
    : scope_(environment, method, context),
      max_unanswered_(environment->limits.max_batch_in_flight),
      max_unanswered_bytes_(size_t{4} * environment->limits.max_message_bytes) {}

void BatchReactor::OnReadDone(bool ok) {
  Lock lock(mutex_);
  const ItemPtr item = std::move(reading_);
  reading_ = nullptr;
  if (finished_) return;
  if (!ok) {
    half_closed_ = true;
    Pump(std::move(lock));
    return;
  }
  ++items_;
  ++unanswered_;
  item->bytes = item->wire.Length();
  unanswered_bytes_ += item->bytes;
  Pump(std::move(lock));
  scope_.method().received->Increment();
  if (item->request.Read(&item->wire)) {
    Handle(item);
    return;
  }
  lock = Lock(mutex_);
  unreadable_ = true;
  Release(*item);
  Pump(std::move(lock));
}

void BatchReactor::OnWriteDone(bool ok) {
  Lock lock(mutex_);
  const ItemPtr written = std::move(writing_);
  writing_ = nullptr;
  Release(*written);
  if (ok) {
    scope_.method().sent->Increment();
  } else {
    Break();
  }
  Pump(std::move(lock));
}

void BatchReactor::OnCancel() {
  Lock lock(mutex_);
  Break();
  Pump(std::move(lock));
}

void BatchReactor::OnDrain() {
  Lock lock(mutex_);
  draining_ = true;
  Pump(std::move(lock));
}

void BatchReactor::OnDone() {
  scope_.environment().drain.Remove(this);
  const std::shared_ptr<BatchReactor> last = std::move(self_);
}

void BatchReactor::Handle(const ItemPtr& item) {
  absl::StatusOr<Charge> charge = scope_.admission().AdmitItem(*item->request);
  if (!charge.ok()) {
    Deliver(item, Refusal(charge.status(), *item));
    return;
  }
  item->charge = *std::move(charge);
  if (!BelongsOnPool(item->request->request_case(), item->bytes)) {
    Deliver(item, Answer(item.get()));
    return;
  }
  auto waiting =
      std::make_shared<WaitingBytes::Request>(&scope_.environment().waiting, item->bytes);
  const bool accepted = scope_.environment().pool.TrySubmit(
      [self = shared_from_this(), item, waiting]() -> WorkPool::Delivery {
        return [self, item, answer = self->Answer(item.get())]() mutable {
          self->Deliver(item, std::move(answer));
        };
      });
  if (!accepted) Deliver(item, Refusal(OverloadedError(), *item));
}

std::string BatchReactor::Answer(BatchItem* item) {
  const ChargedTime time(&item->charge);
  std::string answer;
  const absl::Status status =
      scope_.Answer([&](const CallContext& context) -> absl::StatusOr<size_t> {
        AnswerBatchItem(context, *item->request, &answer);
        return answer.size();
      });
  return status.ok() ? answer : Refusal(status, *item);
}

std::string BatchReactor::Refusal(const absl::Status& status, const BatchItem& item) {
  scope_.environment().metrics.answers().OnRefusal(status);
  std::string answer;
  FailBatchItem(status, *item.request, &answer);
  return answer;
}

void BatchReactor::Deliver(const ItemPtr& item, std::string answer) {
  WaitingBytes& waiting = scope_.environment().waiting;
  if (!waiting.TakeAnswer(answer.size())) {
    answer = Refusal(OverloadedError(), *item);
    // It is small.
    static_cast<void>(waiting.TakeAnswer(answer.size()));
  }
  item->answer_bytes = answer.size();
  item->wire = ToBuffer(std::move(answer));
  Lock lock(mutex_);
  item->bytes += item->answer_bytes;
  unanswered_bytes_ += item->answer_bytes;
  if (broken_) {
    Release(*item);
  } else {
    answers_.push_back(item);
  }
  Pump(std::move(lock));
}

void BatchReactor::Break() {
  broken_ = true;
  for (const ItemPtr& item : answers_) Release(*item);
  answers_.clear();
}

void BatchReactor::Release(const BatchItem& item) {
  --unanswered_;
  unanswered_bytes_ -= item.bytes;
  scope_.environment().waiting.GiveAnswer(item.answer_bytes);
}

void BatchReactor::Pump(Lock lock) {
  if (pumping_) return;
  pumping_ = true;
  for (Step step = NextStep(); step.kind != Step::kNone; step = NextStep()) {
    lock.unlock();
    Perform(step);
    if (step.kind == Step::kFinish) return;
    lock.lock();
  }
  pumping_ = false;
}

BatchReactor::Step BatchReactor::NextStep() {
  if (finished_) return {};
  if (writing_ == nullptr && !answers_.empty()) {
    writing_ = std::move(answers_.front());
    answers_.pop_front();
    return {.kind = Step::kWrite, .item = writing_.get(), .more = !answers_.empty()};
  }
  const bool refused = !scope_.admission().status().ok();
  const bool reads_over = refused || half_closed_ || unreadable_ || draining_ || broken_;
  if (!reads_over && MayRead()) {
    reading_ = std::make_shared<BatchItem>();
    return {.kind = Step::kRead, .item = reading_.get()};
  }
  if (reads_over && unanswered_ == 0) {
    finished_ = true;
    scope_.set_items(items_);
    return {.kind = Step::kFinish, .status = FinalStatus()};
  }
  return {};
}

bool BatchReactor::MayRead() const {
  if (unanswered_ > 0 && scope_.environment().waiting.has_many_answers()) return false;
  return reading_ == nullptr && unanswered_ < max_unanswered_ &&
         unanswered_bytes_ < max_unanswered_bytes_;
}

void BatchReactor::Perform(const Step& step) {
  switch (step.kind) {
    case Step::kNone:
      break;
    case Step::kRead:
      StartRead(&step.item->wire);
      break;
    case Step::kWrite:
      StartWrite(&step.item->wire,
                 step.more ? grpc::WriteOptions().set_buffer_hint() : grpc::WriteOptions());
      break;
    case Step::kFinish:
      Finish(scope_.Finish(step.status, ""));
      break;
  }
}

absl::Status BatchReactor::FinalStatus() {
  if (!scope_.admission().status().ok()) return scope_.admission().status();
  if (broken_) return scope_.BrokenOff();
  if (unreadable_) {
    return MakeError(ErrorReason::kBadField, "the stream brought bytes that are no BatchRequest");
  }
  return half_closed_ ? absl::OkStatus() : ShuttingDownError();
}

}  // namespace arbiter
