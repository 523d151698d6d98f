#ifndef ARBITER_TESTS_SUPPORT_SERVER_JOB_SERVER_H_
#define ARBITER_TESTS_SUPPORT_SERVER_JOB_SERVER_H_

#include <string>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "tests/support/server/http_client.h"
#include "tests/support/server/postgres.h"
#include "tests/support/server/server_process.h"

// Servers with jobs, and what tests do with them. The functions fail the test if a call fails.
namespace arbiter::testing {

// Returns the PostgreSQL that the tests of a program share.
PostgresProcess& SharedPostgres();

// A server with jobs.
class JobServer : public ServerProcess {
 public:
  // `role` is that of --role. `flags` replace the default, and `postgres` holds the jobs
  // unless they contain --jobs.
  explicit JobServer(const std::string& role,
                     std::vector<std::string> flags = {"--jobs-for-anyone"},
                     const PostgresProcess& postgres = SharedPostgres());

  // Calls a method of JobService. Returns the HTTP status, and parses the answer if it is 200.
  template <typename Request, typename Response>
  int Call(const std::string& method, const Request& request, Response* response,
           const std::string& headers = "") {
    HttpClient client(http_address());
    const HttpResponse answer =
        client.Post(StrCat("/arbiter.v1.JobService/", method), request.SerializeAsString(),
                    StrCat("content-type: application/proto\r\n", headers));
    error_ = answer.body;
    if (answer.status == 200) response->ParseFromString(answer.body);
    return answer.status;
  }
  // The body of the last answer.
  const std::string& error() const { return error_; }

 private:
  std::string error_;
};

// Returns an idempotency key that no other job of the program has.
std::string NewJobKey();

// Creates a job with these items, starts it, and returns its id. `headers` are sent with each call.
std::string SubmitJob(JobServer* server, const std::vector<v1::JobRequest>& requests,
                      v1::JobPriority priority = v1::JOB_PRIORITY_NORMAL,
                      const std::string& headers = "");

// Returns a job; an empty one if there is none with this id.
v1::Job JobOf(JobServer* server, const std::string& id);
bool IsJobDone(JobServer* server, const std::string& id);

// Returns all results of a job, in pages of seven, by the numbers of their items. Expects each item
// to have one.
std::vector<v1::JobResult> ResultsOfJob(JobServer* server, const std::string& id);

// Returns at least this many validations, reviews and analyses of games of all variants.
std::vector<v1::JobRequest> MixedJobRequests(int count);

// Removes from a result what depends on the time, or on its item, and returns it as text.
std::string ComparableResult(v1::JobResult result);
// Expects results to be equal to those of direct calls, apart from that.
void ExpectDirectResults(const ServerProcess& server, const std::vector<v1::JobRequest>& requests,
                         const std::vector<v1::JobResult>& results);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_JOB_SERVER_H_
