#include "service/calls/stream_call.h"

#include <algorithm>
#include <utility>

#include "service/calls/call_errors.h"

namespace arbiter {
namespace {

// A client may send this much of what it does not pay for: 1 MiB per second.
constexpr std::chrono::nanoseconds kTimePerUnpaidByte(1'000'000'000 >> 20);

}  // namespace

StreamCall::StreamCall(const CallEnvironment* environment, MethodMetrics* method,
                       std::unique_ptr<Rpc> rpc, WriteMode write_mode)
    : OpenCall(environment, method, std::move(rpc)),
      write_mode_(write_mode),
      queue_(&environment->work.buffered, admission().share()),
      reads_done_(!admission().status().ok()) {}

void StreamCall::OnReadDone(bool has_message) {
  Lock lock(mutex_);
  if (finished_) return;
  if (has_message) {
    auto message = std::make_shared<ReceivedBytes>(rpc().TakeMessage());
    record().CountReceived();
    return OnMessage(std::move(message), std::move(lock));
  }
  half_closed_ = reads_done_ = true;
  OnHalfClose();
  Pump(std::move(lock));
}

void StreamCall::OnWriteDone(bool ok) {
  Lock lock(mutex_);
  queue_.EndWrite();
  last_busy_ = std::chrono::steady_clock::now();
  if (ok) {
    record().CountSent();
  } else {
    MarkBroken();
  }
  Pump(std::move(lock));
}

void StreamCall::OnCancel() {
  Lock lock(mutex_);
  MarkBroken();
  Pump(std::move(lock));
}

void StreamCall::OnTick(Time now) {
  Lock lock(mutex_);
  if (finished_) return;
  if (IsAnswering() || queue_.is_writing()) last_busy_ = now;
  if (IsIdleAt(now)) idle_ = reads_done_ = true;
  if (!draining_ && environment().drain.has_begun()) {
    draining_ = reads_done_ = true;
    CancelEndlessWork();
  }
  if (environment().drain.has_stopped_work()) CancelWork();
  reading_paused_ = reading_paused_ && now < unpaid_until_;
  // The client may meanwhile have received enough answers on its other streams for this one to
  // continue. A stream with a pending read has nothing to start.
  if (reads_done_ || !reading_) Pump(std::move(lock));
}

void StreamCall::ThrottleUnpaid(size_t bytes) {
  const Time now = std::chrono::steady_clock::now();
  unpaid_until_ = std::max(unpaid_until_, now) + static_cast<int64_t>(bytes) * kTimePerUnpaidByte;
  // A shorter pause would be longer than necessary, because reading continues at a tick.
  if (unpaid_until_ - now > Rpc::kTick) reading_paused_ = true;
}

void StreamCall::BeginWithInitialMetadata() {
  if (admission().status().ok()) SendInitialMetadata();
  Pump(AcquireLock());
}

void StreamCall::SendInitialMetadata() {
  record().AddRequestId();
  rpc().StartSendInitialMetadata();
}

void StreamCall::ReadNext(Lock lock) {
  reading_ = false;
  last_busy_ = std::chrono::steady_clock::now();
  Pump(std::move(lock));
}

void StreamCall::Push(std::string bytes, bool is_progress) {
  if (broken_ || queue_.Push(std::move(bytes), is_progress)) return;
  if (failure_.ok()) Fail(TooManyUnreadError());
}

void StreamCall::Fail(const absl::Status& status) {
  failure_ = status;
  reads_done_ = true;
  CancelWork();
}

void StreamCall::MarkBroken() {
  broken_ = reads_done_ = true;
  CancelWork();
  queue_.Clear();
}

bool StreamCall::IsIdleAt(Time now) const {
  return now - last_busy_ > std::chrono::milliseconds(environment().limits.stream_idle_ms);
}

void StreamCall::Pump(Lock lock) {
  if (pumping_) return;
  pumping_ = true;
  for (Step step = NextStep(); step.kind != Step::kNone; step = NextStep()) {
    const bool ends = step.kind == Step::kFinish;
    lock.unlock();
    Perform(std::move(step));
    if (ends) return;
    lock.lock();
  }
  pumping_ = false;
}

StreamCall::Step StreamCall::NextStep() {
  if (finished_) return {};
  if (!queue_.is_writing() && !queue_.empty()) {
    std::string bytes = queue_.BeginWrite();
    const bool more_follows = write_mode_ == WriteMode::kBuffered && !queue_.empty();
    return {.kind = Step::kWrite, .bytes = std::move(bytes), .more_follows = more_follows};
  }
  if (Job job = TakeJob()) return {.kind = Step::kJob, .job = std::move(job)};
  if (!reads_done_ && !reading_ && !reading_paused_ && WantsMessage()) {
    reading_ = true;
    return {.kind = Step::kRead};
  }
  if (!reads_done_ || IsAnswering() || queue_.is_writing()) return {};
  finished_ = true;
  const absl::Status& admitted = admission().status();
  if (!admitted.ok()) return {.kind = Step::kFinish, .status = admitted};
  return {.kind = Step::kFinish, .status = broken_ ? work().DisconnectedError() : FinalStatus()};
}

void StreamCall::Perform(Step step) {
  switch (step.kind) {
    case Step::kNone:
      break;
    case Step::kWrite:
      rpc().StartWrite(std::move(step.bytes), step.more_follows);
      break;
    case Step::kJob:
      step.job();
      break;
    case Step::kRead:
      rpc().StartRead();
      break;
    case Step::kFinish:
      rpc().StartFinish(End(step.status, locale()));
      break;
  }
}

}  // namespace arbiter
