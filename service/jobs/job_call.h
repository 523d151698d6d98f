#ifndef ARBITER_SERVICE_JOBS_JOB_CALL_H_
#define ARBITER_SERVICE_JOBS_JOB_CALL_H_

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/descriptor.h"
#include "service/calls/open_call.h"
#include "service/jobs/job_database.h"
#include "service/jobs/job_methods.h"
#include "service/measure/message_rules.h"

namespace arbiter {

// One call of a unary method of JobService. A thread of the database does what it asks for. The
// call has no turns: it computes little, and waits for the database.
class JobCall final : public OpenCall {
 public:
  // `method` must outlive the call.
  JobCall(const CallEnvironment* environment, const JobMethod* method, MethodMetrics* metrics,
          const JobService* service, std::unique_ptr<Rpc> rpc);

  // Begins a call. All pointers must outlive it.
  static void Start(const CallEnvironment* environment, const JobMethod* method,
                    MethodMetrics* metrics, const JobService* service, std::unique_ptr<Rpc> rpc);

  void OnReadDone(bool has_message) override;
  void OnWriteDone(bool /*ok*/) override {}
  void OnCancel() override {}
  void OnTick(Time now) override;

 private:
  // Returns UNIMPLEMENTED if the server keeps no jobs, and PERMISSION_DENIED if this caller can
  // have none.
  absl::Status CheckService();
  // Decodes and measures the request, and submits it.
  void Read(ReceivedBytes* message);
  // Lets a thread of the database answer the request.
  void Submit(std::string wire);
  // Ends the call with this response, or lets it wait for another one.
  void OnAnswer(const std::string& wire, std::string response);
  void Finish(const absl::Status& status, std::string response);

  const JobMethod& method_;
  const JobService& service_;
  bool awaiting_request_ = true;
  std::string locale_;
  // The end of the wait of a method that waits.
  Time end_of_wait_;
  std::mutex mutex_;
  // The request of a call that waits, and when it is submitted again.
  std::string waiting_;
  Time next_poll_ = Time::max();
  // Counts the response until the client has received it.
  BufferedBytes::Answer buffered_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_CALL_H_
