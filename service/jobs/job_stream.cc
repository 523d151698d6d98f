#include "service/jobs/job_stream.h"

#include <chrono>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/calls/call_errors.h"
#include "service/convert/wire_writer.h"
#include "service/jobs/job_rows.h"
#include "service/measure/request_shape.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// How often the permission of a client is checked.
constexpr milliseconds kCheckInterval(100);
// The minimum time between two messages of WatchJob, except for the last one.
constexpr milliseconds kMessageInterval(500);
// A stream that is silent for longer sends a message that says nothing new, so that neither the
// client nor a proxy takes it for dead.
constexpr std::chrono::seconds kMaxSilence(10);
// How much of the stream counts for the rate.
constexpr std::chrono::seconds kRateTime(30);
// Beyond this, the end of a job cannot be told.
constexpr double kMaxMsToEnd = 1e12;

}  // namespace

JobStream::JobStream(const CallEnvironment* environment, MethodMetrics* method,
                     const JobService* service, const google::protobuf::Descriptor* request,
                     std::unique_ptr<Rpc> rpc)
    : StreamCall(environment, method, std::move(rpc)),
      service_(*service),
      rule_(*FindMessageRule(request->name())) {}

void JobStream::BeginAdmitted() {
  Lock lock = AcquireLock();
  if (admission().status().ok()) {
    if (const absl::Status status = service_.CheckCaller(client()); !status.ok()) Fail(status);
  }
  Pump(std::move(lock));
}

void JobStream::OnMessage(std::shared_ptr<ReceivedBytes> message, Lock lock) {
  has_request_ = true;
  EndReading();
  lock.unlock();
  const size_t size = message->view().size();
  if (!IsLargeRequest(size)) return OnRequest(Read(message.get()));
  auto self = Shared<JobStream>();
  work().Schedule(
      size,
      [self, message](FairScheduler::Turn&) -> FairScheduler::Completion {
        return [self, status = self->Read(message.get())] { self->OnRequest(status); };
      },
      [self](FairScheduler::Refusal why) { self->OnRequest(OverloadedError(why)); });
}

absl::Status JobStream::Read(ReceivedBytes* message) {
  ARBITER_RETURN_IF_ERROR(DecodeMessage(rpc().codec(), message));
  ARBITER_RETURN_IF_ERROR(MeasureRequest(environment().limits, rule_, message->view()).status());
  return Parse(message->view());
}

void JobStream::OnRequest(const absl::Status& status) {
  Lock lock = AcquireLock();
  is_parsed_ = true;
  if (!status.ok()) End(status);
  ReadNext(std::move(lock));
}

StreamCall::Job JobStream::TakeJob() {
  if (!is_parsed_ || result_) return nullptr;
  const Time now = Clock::now();
  if (is_found_ && !has_sent_metadata_) {
    has_sent_metadata_ = true;
    return [this] { SendInitialMetadata(); };
  }
  if (now >= next_check_) {
    next_check_ = now + kCheckInterval;
    return [this] {
      CallAuthorization& authorization = admission().authorization();
      const absl::Status status =
          authorization.CheckRunning(authorization.charge(), std::chrono::nanoseconds(0));
      const Lock lock = AcquireLock();
      if (!status.ok()) End(status);
    };
  }
  if (is_querying_ || queue().unsent() > 0) return nullptr;
  return NextJob(now);
}

StreamCall::Job JobStream::StartQuery() {
  is_querying_ = true;
  return [self = Shared<JobStream>()] {
    auto answer = [self](const absl::StatusOr<JobStore*>& store) {
      if (!store.ok()) return self->OnFound(store.status());
      Found found;
      const absl::Status status = self->work().Run([&]() -> absl::Status {
        ARBITER_RETURN_IF_ERROR(self->work().CheckStart());
        ARBITER_ASSIGN_OR_RETURN(found, self->Query(*store));
        ARBITER_RETURN_IF_ERROR(self->work().CheckSize(found.message.size()));
        if (found.message.empty()) return absl::OkStatus();
        found.message = EncodeMessage(self->rpc().codec(), std::move(found.message));
        return absl::OkStatus();
      });
      self->OnFound(status.ok() ? absl::StatusOr<Found>(std::move(found)) : status);
    };
    self->service_.database->Submit(self->admission().share()->key, 0, std::move(answer));
  };
}

void JobStream::OnFound(absl::StatusOr<Found> found) {
  Lock lock = AcquireLock();
  is_querying_ = false;
  if (result_) {
    // The stream has ended meanwhile.
  } else if (!found.ok()) {
    End(found.status());
  } else {
    const bool is_first = !std::exchange(is_found_, true);
    if (!found->message.empty()) {
      // The first message brings the initial metadata with it.
      if (!std::exchange(has_sent_metadata_, true)) record().AddRequestId();
      Push(std::move(found->message), /*is_progress=*/false);
    }
    if (found->is_last) {
      End(absl::OkStatus());
    } else if (is_first) {
      service_.watch->Add(job_id(), Shared<JobStream>());
    }
  }
  Pump(std::move(lock));
}

void JobStream::OnJob(const absl::StatusOr<ObservedJob>& job) {
  Lock lock = AcquireLock();
  if (result_) return;
  if (job.ok()) {
    OnChange(*job);
  } else {
    End(job.status());
  }
  Pump(std::move(lock));
}

void JobStream::End(const absl::Status& status) {
  if (!result_) result_ = status;
}

void JobStream::CancelWork() {
  if (is_broken()) return End(work().DisconnectedError());
  End(failure().ok() ? ShuttingDownError() : failure());
}

void JobStream::CancelEndlessWork() { End(ShuttingDownError()); }

absl::Status JobStream::FinalStatus() const {
  if (!failure().ok()) return failure();
  if (result_) return *result_;
  return is_idle() ? RequestTimeoutError() : ShuttingDownError();
}

absl::StatusOr<JobStream::Found> JobProgressStream::Query(JobStore* store) {
  // Only this makes sure that the job is the client's.
  ARBITER_RETURN_IF_ERROR(store->Get(client(), job_id()).status());
  ARBITER_ASSIGN_OR_RETURN(std::vector<ObservedJob> observed, store->Observe({job_id()}));
  if (observed.empty()) return JobNotFoundError();
  const bool is_last = HasEnded(observed[0].job);
  return Found{.message = MakeMessage(std::move(observed[0])), .is_last = is_last};
}

StreamCall::Job JobProgressStream::NextJob(Time now) {
  if (!std::exchange(has_queried_, true)) return StartQuery();
  if (newest_ && newest_->job.SerializeAsString() == shown_->job.SerializeAsString()) {
    newest_ = std::nullopt;
  }
  if (!newest_ && now >= shown_at_ + kMaxSilence) {
    newest_ = shown_;
    newest_->time_ms += std::chrono::duration_cast<milliseconds>(now - shown_at_).count();
  }
  if (!newest_ || (!HasEnded(newest_->job) && now < shown_at_ + kMessageInterval)) {
    return nullptr;
  }
  return [this, observed = *std::exchange(newest_, std::nullopt)] {
    const bool is_last = HasEnded(observed.job);
    std::string message = EncodeMessage(rpc().codec(), MakeMessage(observed));
    const Lock lock = AcquireLock();
    Push(std::move(message), /*is_progress=*/false);
    if (is_last) End(absl::OkStatus());
  };
}

std::string JobProgressStream::MakeMessage(ObservedJob observed) {
  const v1::Job& job = observed.job;
  const Time now = Clock::now();
  double done = 0;
  double seconds = 0;
  if (!shown_) {
    if (job.start_time_ms() > 0) {
      const auto end = static_cast<double>(HasEnded(job) ? job.end_time_ms() : observed.time_ms);
      done = static_cast<double>(job.done());
      seconds = (end - static_cast<double>(job.start_time_ms())) / 1'000;
    }
  } else if (job.done() < samples_.back().done) {
    // The items that have failed run again.
    samples_.clear();
  } else {
    done = static_cast<double>(job.done() - samples_.front().done);
    seconds = std::chrono::duration<double>(now - samples_.front().time).count();
  }
  shown_ = observed;
  shown_at_ = now;
  samples_.push_back({now, job.done()});
  while (now - samples_.front().time > kRateTime) samples_.pop_front();
  v1::WatchJobResponse response;
  const double rate = seconds > 0 ? done / seconds : 0;
  response.set_items_per_second(rate);
  if (rate > 0 && job.state() == v1::JOB_STATE_RUNNING) {
    const double ms = static_cast<double>(job.items() - job.done()) / rate * 1'000;
    if (ms < kMaxMsToEnd) {
      response.set_expected_end_time_ms(static_cast<uint64_t>(observed.time_ms) +
                                        static_cast<uint64_t>(ms));
    }
  }
  *response.mutable_job() = std::move(observed.job);
  return response.SerializeAsString();
}

absl::Status JobResultStream::Parse(std::string_view wire) {
  next_sign_of_life_ = Clock::now() + kMaxSilence;
  return ParseJobRequest(wire, &request_);
}

absl::StatusOr<JobStream::Found> JobResultStream::Query(JobStore* store) {
  ARBITER_ASSIGN_OR_RETURN(JobResultPage page,
                           ReadJobResults(service(), store, client(), job_id(), request_.order(),
                                          /*max_results=*/0, request_.cursor(), "cursor"));
  Found found = {.message = "", .is_last = page.is_last};
  if (page.entries.empty()) return found;
  {
    WireWriter answer(&found.message);
    for (const JobResultPage::Entry& entry : page.entries) {
      answer.Bytes(v1::StreamJobResultsResponse::kResultsFieldNumber, entry.result);
    }
    answer.Text(v1::StreamJobResultsResponse::kCursorFieldNumber, page.next);
  }
  request_.set_cursor(std::move(page.next));
  const Lock lock = AcquireLock();
  has_news_ = true;
  next_sign_of_life_ = Clock::now() + kMaxSilence;
  return found;
}

StreamCall::Job JobResultStream::NextJob(Time now) {
  if (std::exchange(has_news_, false)) return StartQuery();
  if (now < next_sign_of_life_) return nullptr;
  next_sign_of_life_ = now + kMaxSilence;
  return [this, cursor = request_.cursor()] {
    v1::StreamJobResultsResponse response;
    response.set_cursor(cursor);
    std::string message = EncodeMessage(rpc().codec(), response.SerializeAsString());
    const Lock lock = AcquireLock();
    Push(std::move(message), /*is_progress=*/false);
  };
}

}  // namespace arbiter
