#include "service/calls/batch_stream.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "arbiter/v1/rules_service.pb.h"
#include "core/rules/error.h"
#include "service/calls/wire_buffer.h"
#include "service/handlers/handlers.h"

namespace arbiter {

// A request and its answer.
struct BatchItem {
  // Null once the request is built.
  std::unique_ptr<WireBytes> wire;
  // From when it is built or refused until its answer is made.
  std::optional<ReceivedMessage<v1::BatchRequest>> request;
  // Of the request, then of both.
  size_t bytes = 0;
  // When its work has taken as long as any may.
  RpcHandler::Time deadline;
  grpc::ByteBuffer answer;
  // Until the client has taken the answer.
  BufferedBytes::Answer buffered;

  const v1::BatchRequest& message() const { return **request; }
};

BatchStream::BatchStream(const CallEnvironment* environment, const MethodMetrics* method,
                         std::unique_ptr<Rpc> rpc)
    : OpenCall(environment, method, std::move(rpc)),
      max_unanswered_(environment->limits.max_batch_in_flight),
      max_unanswered_bytes_(size_t{4} * environment->limits.max_message_bytes) {}

void BatchStream::Start(const CallEnvironment* environment, const MethodMetrics* method,
                        std::unique_ptr<Rpc> rpc) {
  const auto stream = Open<BatchStream>(environment, method, std::move(rpc));
  if (stream->scope().admitted().ok()) {
    stream->scope().AddRequestId();
    stream->rpc().StartHeaders();
  }
  stream->Pump(Lock(stream->mutex_));
}

void BatchStream::OnRead(bool has_message) {
  Lock lock(mutex_);
  reading_ = false;
  if (finished_) return;
  if (!has_message) {
    half_closed_ = true;
    Pump(std::move(lock));
    return;
  }
  const auto item = std::make_shared<BatchItem>();
  item->bytes = rpc().message().Length();
  item->wire = std::make_unique<WireBytes>(&rpc().message());
  item->deadline = scope().WorkDeadline();
  last_busy_ = std::chrono::steady_clock::now();
  ++items_;
  ++unanswered_;
  unanswered_bytes_ += item->bytes;
  Pump(std::move(lock));
  scope().CountMessage(item->bytes);
  Handle(item);
}

void BatchStream::OnWritten(bool ok) {
  Lock lock(mutex_);
  const ItemPtr written = std::move(writing_);
  writing_ = nullptr;
  last_busy_ = std::chrono::steady_clock::now();
  Release(*written);
  if (ok) {
    scope().method().sent->Increment();
  } else {
    Break();
  }
  Pump(std::move(lock));
}

void BatchStream::OnCancelled() {
  Lock lock(mutex_);
  Break();
  Pump(std::move(lock));
}

void BatchStream::OnTick(Time now) {
  Lock lock(mutex_);
  if (unanswered_ > 0) last_busy_ = now;
  const std::chrono::milliseconds max_idle(environment().limits.stream_idle_ms);
  const bool idle = now - last_busy_ > max_idle;
  const bool draining = environment().drain.begun();
  const bool paused = std::exchange(pausing_, false);
  // Also goes on reading after the client has taken some of its other answers.
  const bool may_read = paused || (!reading_ && unanswered_ > 0);
  if (idle == idle_ && draining == draining_ && !may_read) return;
  idle_ = idle;
  draining_ = draining;
  Pump(std::move(lock));
}

void BatchStream::Handle(const ItemPtr& item) {
  if (IsLargeRequest(item->bytes)) return Schedule(item);
  const absl::StatusOr<RequestShape> shape = Measure(*item);
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
  auto waiting = std::make_shared<BufferedBytes::Request>(&environment().buffered, item->bytes);
  const FairScheduler::Ticket ticket = environment().work.Submit(
      {.client = scope().share()->key,
       .bytes = item->bytes,
       .run = [self, item, waiting](FairScheduler::Turn& turn) -> FairScheduler::Delivery {
         absl::Status parsed;
         // Shorter requests have been measured before.
         if (IsLargeRequest(item->bytes)) parsed = self->Measure(*item).status();
         if (parsed.ok()) parsed = self->Parse(item.get());
         if (!parsed.ok()) return [self, item, parsed] { self->Refuse(item, parsed); };
         return [self, item, waiting, answer = self->Answer(item.get(), &turn)]() mutable {
           self->Deliver(item, std::move(answer));
         };
       },
       .shed = [self, item] { self->Refuse(item, OverloadedError()); }});
  if (ticket == 0) Refuse(item, OverloadedError());
}

absl::StatusOr<RequestShape> BatchStream::Measure(const BatchItem& item) const {
  return MeasureRequest(environment().limits, *v1::BatchRequest::descriptor(), item.wire->view());
}

absl::Status BatchStream::Parse(BatchItem* item) {
  if (!item->request.emplace().Parse(item->wire->view())) {
    return MakeError(ErrorReason::kBadField, "the bytes are not a BatchRequest");
  }
  item->wire.reset();
  return absl::OkStatus();
}

void BatchStream::Refuse(const ItemPtr& item, const absl::Status& status) {
  if (ReasonOf(status) == ErrorReason::kBadField) {
    Lock lock(mutex_);
    unreadable_ = true;
    Release(*item);
    Pump(std::move(lock));
    return;
  }
  if (ReasonOf(status) == ErrorReason::kOverloaded) {
    // Whoever goes on sending does not get a refusal for each item at once.
    const Lock lock(mutex_);
    pausing_ = true;
  }
  item->request.emplace().mutable_message()->set_id(
      ReadText(item->wire->view(), v1::BatchRequest::kIdFieldNumber));
  Deliver(item, Refusal(status, *item));
}

std::string BatchStream::Answer(BatchItem* item, FairScheduler::Turn* turn) {
  // Nobody pays for what nobody will read.
  if (const absl::Status status = scope().CheckStart(); !status.ok()) {
    return Refusal(status, *item);
  }
  absl::StatusOr<Charge> charge = scope().authorization().AdmitItem(NeedsOf(item->message()));
  if (!charge.ok()) return Refusal(charge.status(), *item);
  std::string answer;
  const auto encode = [&](const CallContext& context) -> absl::StatusOr<size_t> {
    AnswerBatchItem(context, item->message(), &answer);
    return answer.size();
  };
  absl::Status status;
  if (turn == nullptr) {
    const ChargedTime time(&*charge);
    status = scope().Answer(nullptr, encode);
  } else {
    const RunningWork running(&environment().review, {.turn = turn,
                                                      .charge = &*charge,
                                                      .authorization = &scope().authorization(),
                                                      .deadline = item->deadline});
    status = scope().Answer(&running, encode);
  }
  return status.ok() ? answer : Refusal(status, *item);
}

std::string BatchStream::Refusal(const absl::Status& status, const BatchItem& item) {
  environment().metrics.answers().OnRefusal(status);
  std::string answer;
  FailBatchItem(status, item.message(), &answer);
  return answer;
}

void BatchStream::Deliver(const ItemPtr& item, std::string answer) {
  absl::StatusOr<BufferedBytes::Answer> buffered = scope().Buffer(answer.size());
  if (!buffered.ok()) {
    answer = Refusal(buffered.status(), *item);
    // It is small, and the number of unanswered items is bounded.
    buffered = scope().Buffer(0);
  }
  if (buffered.ok()) item->buffered = *std::move(buffered);
  // Many answers may wait for the client, and a request may be larger in memory than its answer.
  item->request.reset();
  const size_t bytes = answer.size();
  item->answer = ToBuffer(std::move(answer));
  Lock lock(mutex_);
  item->bytes += bytes;
  unanswered_bytes_ += bytes;
  if (broken_) {
    Release(*item);
  } else {
    answers_.push_back(item);
  }
  Pump(std::move(lock));
}

void BatchStream::Break() {
  broken_ = true;
  for (const ItemPtr& item : answers_) Release(*item);
  answers_.clear();
}

void BatchStream::Release(const BatchItem& item) {
  --unanswered_;
  unanswered_bytes_ -= item.bytes;
}

void BatchStream::Pump(Lock lock) {
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

BatchStream::Step BatchStream::NextStep() {
  if (finished_) return {};
  if (writing_ == nullptr && !answers_.empty()) {
    writing_ = std::move(answers_.front());
    answers_.pop_front();
    return {.kind = Step::kWrite, .item = writing_.get(), .more = !answers_.empty()};
  }
  const bool refused = !scope().admitted().ok();
  const bool reads_over = refused || half_closed_ || unreadable_ || idle_ || draining_ || broken_;
  if (!reads_over && MayRead()) {
    reading_ = true;
    return {.kind = Step::kRead};
  }
  if (reads_over && unanswered_ == 0) {
    finished_ = true;
    scope().set_items(items_);
    return {.kind = Step::kFinish, .status = FinalStatus()};
  }
  return {};
}

bool BatchStream::MayRead() const {
  if (pausing_) return false;
  if (unanswered_ > 0 && environment().buffered.has_many(*scope().share())) return false;
  return !reading_ && unanswered_ < max_unanswered_ && unanswered_bytes_ < max_unanswered_bytes_;
}

void BatchStream::Perform(const Step& step) {
  switch (step.kind) {
    case Step::kNone:
      break;
    case Step::kRead:
      rpc().StartRead();
      break;
    case Step::kWrite:
      rpc().StartWrite(step.item->answer, step.more);
      break;
    case Step::kFinish:
      rpc().StartFinish(scope().Finish(step.status, ""));
      break;
  }
}

absl::Status BatchStream::FinalStatus() const {
  if (!scope().admitted().ok()) return scope().admitted();
  if (broken_) return scope().BrokenOff();
  if (unreadable_) {
    return MakeError(ErrorReason::kBadField,
                     "the stream brought bytes that are not a BatchRequest");
  }
  if (half_closed_) return absl::OkStatus();
  return draining_ ? ShuttingDownError() : IdleError();
}

}  // namespace arbiter
