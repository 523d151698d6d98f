#ifndef ARBITER_TESTS_SUPPORT_SERVER_JOB_CLIENT_H_
#define ARBITER_TESTS_SUPPORT_SERVER_JOB_CLIENT_H_

#include <memory>
#include <string>

#include "arbiter/v1/job_service.pb.h"
#include "google/rpc/status.pb.h"
#include "tests/support/server/client.h"

namespace arbiter::testing {

// A running call that returns a stream.
template <typename Response>
class RunningStream {
 public:
  virtual ~RunningStream() = default;
  // Waits for a response; returns false at the end of the stream.
  virtual bool Read(Response* response) = 0;
  virtual void Cancel() = 0;
  // Waits for the call to end and returns its status.
  virtual google::rpc::Status Finish() = 0;
};

// Calls the streams of JobService through gRPC, so that test files need not include it. `metadata`
// is sent with every call.
class JobClient {
 public:
  explicit JobClient(const std::string& address, Metadata metadata = {});
  ~JobClient();

  std::unique_ptr<RunningStream<v1::WatchJobResponse>> Watch(const std::string& job_id);
  std::unique_ptr<RunningStream<v1::StreamJobResultsResponse>> StreamResults(
      const v1::StreamJobResultsRequest& request);

 private:
  struct Stub;
  std::unique_ptr<Stub> stub_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_JOB_CLIENT_H_
