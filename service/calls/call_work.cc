#include "service/calls/call_work.h"

#include <exception>
#include <memory>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/calls/call_errors.h"

namespace arbiter {
namespace {

// gRPC rounds deadlines, so it may cancel a call slightly before its deadline.
constexpr std::chrono::milliseconds kDeadlineSlack(5);

absl::Status CheckCall(const Rpc& rpc, const Drain& drain, ErrorReason deadline_reason) {
  if (drain.has_stopped_work()) return ShuttingDownError();
  const bool cancelled = rpc.is_cancelled();
  const auto slack = cancelled ? kDeadlineSlack : std::chrono::milliseconds(0);
  if (CallWork::Clock::now() >= rpc.deadline() - slack) {
    return MakeError(deadline_reason, absl::StatusCode::kDeadlineExceeded,
                     "the deadline passed before the work was done");
  }
  if (cancelled) return MakeError(ErrorReason::kCancelled, "the caller cancelled the call");
  return absl::OkStatus();
}

}  // namespace

CallWork::Clock::time_point CallWork::WorkDeadline() const {
  return Clock::now() + std::chrono::milliseconds(resources_.limits.max_call_ms);
}

absl::Status CallWork::MissingRequestError() const {
  absl::Status status = CheckStart();
  return status.ok() ? MakeError(ErrorReason::kBadField, "the call ended without a request")
                     : status;
}

absl::Status CallWork::CheckStart() const {
  return CheckCall(rpc_, resources_.drain, ErrorReason::kCancelled);
}

absl::Status CallWork::DisconnectedError() const {
  absl::Status status = CheckStart();
  return status.ok() ? MakeError(ErrorReason::kCancelled, "the connection was lost") : status;
}

absl::Status CallWork::CheckSize(size_t bytes) const {
  const int max = resources_.limits.max_message_bytes;
  if (bytes <= static_cast<size_t>(max)) return absl::OkStatus();
  return MakeError(
      ErrorReason::kLimitExceeded,
      absl::StrCat("the answer has ", bytes, " bytes, but a message may have at most ", max));
}

absl::StatusOr<BufferedBytes::Answer> CallWork::Buffer(size_t bytes) const {
  BufferedBytes::Answer answer = resources_.buffered.Count(admission_.share(), bytes);
  if (!answer) return TooManyUnreadError();
  return answer;
}

absl::Status CallWork::Run(absl::FunctionRef<absl::Status()> work) const {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return MakeError(ErrorReason::kOverloaded,
                     "the server has no memory for this work at the moment; try again later");
  } catch (const std::exception& exception) {
    resources_.log.Write(LogLine(LogLevel::kError, "exception").Add("what", exception.what()));
    return MakeError(ErrorReason::kLimitExceeded, "the server cannot process this request");
  }
}

absl::Status CallWork::Answer(const AnswerOptions& options,
                              absl::FunctionRef<absl::StatusOr<size_t>(const CallContext&)> make) {
  std::optional<ChargedTime> charged;
  std::optional<RunningWork> running;
  if (options.turn == nullptr) {
    charged.emplace(options.charge);
  } else {
    running.emplace(&resources_.review,
                    RunningWork::Options{.turn = options.turn,
                                         .charge = options.charge,
                                         .authorization = &admission_.authorization(),
                                         .needed = options.needed,
                                         .deadline = options.deadline});
  }
  ARBITER_RETURN_IF_ERROR(CheckStart());
  if (running.has_value()) {
    ARBITER_RETURN_IF_ERROR(running->verdict());
  }
  CallContext context = {.limits = &resources_.limits,
                         .stop_test = nullptr,
                         .sealer = resources_.sealer,
                         .observer = &resources_.answers};
  if (running.has_value()) {
    context.stop_test = [&running, this]() -> absl::Status {
      ARBITER_RETURN_IF_ERROR(running->Continue());
      return CheckCall(rpc_, resources_.drain, ErrorReason::kLimitExceeded);
    };
  }
  absl::Status status = Run([&]() -> absl::Status {
    ARBITER_ASSIGN_OR_RETURN(const size_t bytes, make(context));
    return CheckSize(bytes);
  });
  running.reset();
  return options.charge->AfterSettling(std::move(status));
}

FairScheduler::Ticket CallWork::Schedule(
    size_t bytes, std::function<FairScheduler::Completion(FairScheduler::Turn&)> run,
    const std::function<void(FairScheduler::Refusal)>& shed) const {
  auto waiting = std::make_shared<BufferedBytes::Request>(&resources_.buffered, bytes);
  FairScheduler::Refusal refusal;
  const FairScheduler::Ticket ticket = resources_.scheduler.Submit(
      {.client = admission_.share()->key,
       .needs = {.waiting_bytes = bytes, .held_bytes = bytes},
       .run = [run = std::move(run), waiting](FairScheduler::Turn& turn)
           -> FairScheduler::Completion { return [deliver = run(turn), waiting] { deliver(); }; },
       .shed = shed},
      &refusal);
  if (ticket == 0) shed(refusal);
  return ticket;
}

}  // namespace arbiter
