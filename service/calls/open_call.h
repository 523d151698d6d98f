#ifndef ARBITER_SERVICE_CALLS_OPEN_CALL_H_
#define ARBITER_SERVICE_CALLS_OPEN_CALL_H_

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/calls/call_admission.h"
#include "service/calls/call_environment.h"
#include "service/calls/call_record.h"
#include "service/calls/call_work.h"
#include "service/calls/rpc.h"

namespace arbiter {

// A call of this service from its headers to its end: an RPC, who has called and whether they may,
// the record of the call, and how it does its work.
class OpenCall : public SelfOwnedRpc {
 public:
  void OnDone() override {
    environment_.drain.Leave();
    SelfOwnedRpc::OnDone();
  }

 protected:
  // `environment` and `method` must outlive the call.
  OpenCall(const CallEnvironment* environment, MethodMetrics* method, std::unique_ptr<Rpc> rpc)
      : SelfOwnedRpc(std::move(rpc)),
        environment_(*environment),
        record_(&environment->record, method, &this->rpc()),
        admission_(&environment->admission, method->method, this->rpc()),
        work_(&environment->work, &admission_, &this->rpc()) {
    environment_.drain.Enter();
  }

  CallRecord& record() { return record_; }
  CallAdmission& admission() { return admission_; }
  const CallAdmission& admission() const { return admission_; }
  CallWork& work() { return work_; }
  const CallWork& work() const { return work_; }
  const CallEnvironment& environment() const { return environment_; }

  // Whether a request that has not arrived by `now` is late.
  bool IsLate(Time now) const {
    const std::chrono::milliseconds timeout(environment_.limits.request_timeout_ms);
    return now - record_.start() >= timeout;
  }

  // Settles the call's charges and records its end. Returns the status for the RPC (see
  // CallRecord::Finish). Must be called once, before the RPC is finished.
  RpcStatus End(const absl::Status& status, std::string_view locale) {
    admission_.authorization().End();
    return record_.Finish(status, locale, admission_);
  }

  // Ends a unary call: with its response, in the form of the client, if `status` is OK and there is
  // room for it, which `buffered` holds until the client has received it. Must be called once.
  void FinishUnary(const absl::Status& status, std::string_view locale, std::string* response,
                   BufferedBytes::Answer* buffered) {
    absl::Status result = status;
    if (result.ok()) {
      absl::StatusOr<BufferedBytes::Answer> counted = work_.Buffer(response->size());
      if (counted.ok()) {
        *buffered = *std::move(counted);
      } else {
        result = counted.status();
      }
    }
    if (result.ok()) record_.CountSent();
    RpcStatus end = End(result, locale);
    if (result.ok()) {
      rpc().StartWriteAndFinish(std::move(*response));
    } else {
      rpc().StartFinish(std::move(end));
    }
  }

 private:
  const CallEnvironment& environment_;
  CallRecord record_;
  CallAdmission admission_;
  CallWork work_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_OPEN_CALL_H_
