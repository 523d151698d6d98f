#ifndef ARBITER_SERVICE_JOBS_JOB_CALL_H_
#define ARBITER_SERVICE_JOBS_JOB_CALL_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/job_service.pb.h"
#include "service/calls/open_call.h"
#include "service/jobs/job_database.h"
#include "service/jobs/job_methods.h"
#include "service/jobs/job_watch.h"
#include "service/scheduling/fair_scheduler.h"

namespace arbiter {

// One call of a unary method of JobService. A thread of the database does what it asks for. The
// call has no turns, apart from that in which a large request is read: it computes little, and
// waits for the database. A call of WaitJob whose job has not ended then waits for the job to
// change.
class JobCall final : public OpenCall, public JobWatch::Watcher {
 public:
  // `method` must outlive the call.
  JobCall(const CallEnvironment* environment, const JobMethod* method, MethodMetrics* metrics,
          const JobService* service, std::unique_ptr<Rpc> rpc);

  // Begins a call. All pointers must outlive it.
  static void Start(const CallEnvironment* environment, const JobMethod* method,
                    MethodMetrics* metrics, const JobService* service, std::unique_ptr<Rpc> rpc);

  void OnReadDone(bool has_message) override;
  void OnWriteDone(bool /*ok*/) override {}
  void OnCancel() override;
  void OnTick(Time now) override;
  void OnJob(const absl::StatusOr<ObservedJob>& job) override;

 private:
  // Decodes, measures and prepares the request, and submits it. `turn` is nullptr outside of the
  // scheduler.
  void Read(ReceivedBytes* message, FairScheduler::Turn* turn);
  // Lets a thread of the database answer the request.
  void Submit(std::string wire);
  // Ends the call with this response of WaitJob, or lets it wait until the job has changed.
  void EndOrWait(std::string response);
  // Returns why a call that waits must end, if there is a reason: the wait is over, with OK, the
  // client is gone, or has lost its permission. Must be called with the lock held.
  std::optional<absl::Status> ReasonToEnd(Time now);
  // Ends the wait, with what is known of the job.
  void EndWait(std::unique_lock<std::mutex> lock, const absl::Status& status);
  // Ends the call. The response is in the wire format.
  void Finish(const absl::Status& status, std::string response);

  const JobMethod& method_;
  const JobService& service_;
  bool awaiting_request_ = true;
  std::string locale_;
  // When a call that waits gets its answer at the latest.
  Time end_of_wait_;
  std::mutex mutex_;
  // The job for which the call waits, as it was last seen. Whoever takes it ends the call.
  std::optional<v1::Job> awaited_;
  // Counts the response until the client has received it.
  BufferedBytes::Answer buffered_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_CALL_H_
