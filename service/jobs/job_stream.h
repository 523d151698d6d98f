#ifndef ARBITER_SERVICE_JOBS_JOB_STREAM_H_
#define ARBITER_SERVICE_JOBS_JOB_STREAM_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/job_service.pb.h"
#include "service/calls/stream_call.h"
#include "service/jobs/job_methods.h"
#include "service/jobs/job_watch.h"
#include "service/measure/message_rules.h"

namespace arbiter {

// The base of the methods of JobService that return a stream. It reads the only request, asks the
// database for the job and, from then on, follows its changes. The stream ends when the derived
// class says so, when the job does not exist any more (JOB_NOT_FOUND), when the client is gone or
// loses its permission, and with UNAVAILABLE when the server shuts down.
class JobStream : public StreamCall, public JobWatch::Watcher {
 public:
  void OnJob(const absl::StatusOr<ObservedJob>& job) final;

 protected:
  JobStream(const CallEnvironment* environment, MethodMetrics* method, const JobService* service,
            const google::protobuf::Descriptor* request, std::unique_ptr<Rpc> rpc);

  // Begins a call. All pointers must outlive it.
  template <typename Stream>
  static void Begin(const CallEnvironment* environment, MethodMetrics* method,
                    const JobService* service, std::unique_ptr<Rpc> rpc) {
    const auto stream =
        JobStream::template Open<Stream>(environment, method, service, std::move(rpc));
    static_cast<JobStream&>(*stream).BeginAdmitted();
  }

  const JobService& service() const { return service_; }
  std::string_view client() const { return admission().authorization().client(); }

  // What a query has found.
  struct Found {
    // A serialised response; empty if there is nothing to send.
    std::string message;
    // Whether the stream ends with OK after that.
    bool is_last = false;
  };

  // The following must be called with the lock held.

  // Returns the job that calls Query(). No further one begins before it has ended.
  Job StartQuery();
  // Ends the stream, unless it has been ended before.
  void End(const absl::Status& status);

 private:
  // Parses the request, before anything else is called.
  virtual absl::Status Parse(std::string_view wire) = 0;
  virtual const std::string& job_id() const = 0;
  // Asks the database, on one of its threads, without the lock.
  virtual absl::StatusOr<Found> Query(JobStore* store) = 0;
  // Notes that the job has changed. Called with the lock held.
  virtual void OnChange(const ObservedJob& job) = 0;
  // Returns what is due, as TakeJob() does, when there is neither a query nor an unsent message.
  virtual Job NextJob(Time now) = 0;

  void BeginAdmitted();
  void OnMessage(std::shared_ptr<ReceivedBytes> message, Lock lock) final;
  bool WantsMessage() const final { return true; }
  bool IsAnswering() const final { return has_request_ && !result_; }
  void OnHalfClose() final { End(work().MissingRequestError()); }
  void CancelWork() final;
  void CancelEndlessWork() final;
  Job TakeJob() final;
  bool IsIdleAt(Time now) const final { return !has_request_ && IsLate(now); }
  absl::Status FinalStatus() const final;

  // Decodes, measures and parses the request.
  absl::Status Read(ReceivedBytes* message);
  void OnRequest(const absl::Status& status);
  void OnFound(absl::StatusOr<Found> found);

  const JobService& service_;
  const MessageRule& rule_;
  bool has_request_ = false;
  // Whether the request has been parsed, the job has been found, and the client has been told so.
  bool is_parsed_ = false;
  bool is_found_ = false;
  bool has_sent_metadata_ = false;
  bool is_querying_ = false;
  // When the permission of the client is checked.
  Time next_check_;
  std::optional<absl::Status> result_;
};

// One call of WatchJob.
class JobProgressStream final : public JobStream {
 public:
  JobProgressStream(const CallEnvironment* environment, MethodMetrics* method,
                    const JobService* service, std::unique_ptr<Rpc> rpc)
      : JobStream(environment, method, service, v1::WatchJobRequest::descriptor(), std::move(rpc)) {
  }

  // Begins a call. All pointers must outlive it.
  static void Start(const CallEnvironment* environment, MethodMetrics* method,
                    const JobService* service, std::unique_ptr<Rpc> rpc) {
    Begin<JobProgressStream>(environment, method, service, std::move(rpc));
  }

 private:
  absl::Status Parse(std::string_view wire) override { return ParseJobRequest(wire, &request_); }
  const std::string& job_id() const override { return request_.job_id(); }
  absl::StatusOr<Found> Query(JobStore* store) override;
  void OnChange(const ObservedJob& job) override { newest_ = job; }
  Job NextJob(Time now) override;

  // Returns the serialised response for a job, which is the next one that the client sees.
  std::string MakeMessage(ObservedJob observed);

  // The number of items that were done at some time.
  struct Sample {
    Time time;
    uint64_t done = 0;
  };

  v1::WatchJobRequest request_;
  bool has_queried_ = false;
  // What the client has not been told yet.
  std::optional<ObservedJob> newest_;
  // The job of the last message, and when that was made.
  std::optional<ObservedJob> shown_;
  Time shown_at_;
  // The messages of about the last half minute, from which the rate is computed.
  std::deque<Sample> samples_;
};

// One call of StreamJobResults. The next page is read when the client has received the last one.
class JobResultStream final : public JobStream {
 public:
  JobResultStream(const CallEnvironment* environment, MethodMetrics* method,
                  const JobService* service, std::unique_ptr<Rpc> rpc)
      : JobStream(environment, method, service, v1::StreamJobResultsRequest::descriptor(),
                  std::move(rpc)) {}

  // Begins a call. All pointers must outlive it.
  static void Start(const CallEnvironment* environment, MethodMetrics* method,
                    const JobService* service, std::unique_ptr<Rpc> rpc) {
    Begin<JobResultStream>(environment, method, service, std::move(rpc));
  }

 private:
  absl::Status Parse(std::string_view wire) override;
  const std::string& job_id() const override { return request_.job_id(); }
  absl::StatusOr<Found> Query(JobStore* store) override;
  void OnChange(const ObservedJob& /*job*/) override { has_news_ = true; }
  Job NextJob(Time now) override;

  // The request, whose cursor moves on.
  v1::StreamJobResultsRequest request_;
  // Whether there may be results after the cursor.
  bool has_news_ = true;
  // When a message without results is due.
  Time next_sign_of_life_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_STREAM_H_
